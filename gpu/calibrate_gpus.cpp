// Measures ranks on GPUs with the executor itself. One message to and fro, alone, tells what a message costs;
// all ranks at work tell what they share: on one GPU its memory.

#include <algorithm>
#include <array>
#include <string>

#include "core/algorithm.h"
#include "gpu/calibration.h"
#include "gpu/cuda_backend.h"
#include "gpu/host_fit.h"
#include "gpu/probe_turns.h"

namespace commlab {
namespace {

constexpr Bytes tiny{16};
constexpr std::array message_sizes = {KiB(1), KiB(4), KiB(16), KiB(64), KiB(256),
                                      MiB(1), MiB(4), MiB(16), MiB(64)};
constexpr int messages_of_a_size = 6;
constexpr int gpu_sweeps = 3;

// Of a probe's buffers at most half is taken: input and output of all its messages, and the slots between two
// ranks. The smallest always.
std::vector<Bytes> sizes_that_fit(Bytes memory, int ranks) {
  constexpr int slots = 8;
  const std::int64_t messages = 2 * messages_of_a_size * std::max(ranks, 2) + 2 * slots;
  std::vector<Bytes> sizes;
  for (const Bytes size : message_sizes)
    if (sizes.empty() || size.count * messages <= memory.count / 2) sizes.push_back(size);
  return sizes;
}

using TimesBySize = std::vector<std::pair<Bytes, Time>>;

class GpuCalibrator {
 public:
  GpuCalibrator(const OnGpus& where, int ranks, const ReportProgress& progress)
      : where_(where),
        ranks_(ranks),
        sizes_(sizes_that_fit(where.memory, ranks)),
        turns_(where.time, gpu_sweeps * (4 + 3 * sizes_.size()), progress) {}

  Result<Calibration> run() {
    for (int sweep = 0; sweep < gpu_sweeps; ++sweep) {
      result_ = {};
      for (const auto stage : {&GpuCalibrator::fit_message, &GpuCalibrator::fit_sizes,
                               &GpuCalibrator::fit_memory, &GpuCalibrator::try_ring})
        if (const Status done = (this->*stage)(); !done) return tl::unexpected(done.error());
    }
    describe();
    return std::move(result_);
  }

 private:
  // Messages so small that their bytes do not matter: the launch, and what each hop costs. What the send was
  // seen to take holds the sender's lane; the rest only delays.
  Status fit_message() {
    const auto few = bounce("2 small messages", 2, tiny, Opcode::recv);
    if (!few) return tl::unexpected(few.error());
    const auto many = bounce("12 small messages", 12, tiny, Opcode::recv);
    if (!many) return tl::unexpected(many.error());
    fixed_ = fit_fixed_costs(*few, *many);
    small_ = *many;
    Costs& costs = machine().collective;
    costs.launch = fixed_.launch;
    costs.overhead = std::min(many->sending, fixed_.hop);
    costs.latency = fixed_.hop - costs.overhead;
    machine().copy = costs;
    keep("2 small messages", tiny, few->total, predicted_local(2, fixed_.hop, fixed_));
    keep("12 small messages", tiny, many->total, predicted_local(12, fixed_.hop, fixed_));
    return {};
  }

  Status fit_sizes() {
    TimesBySize send, receive, reduce, copy;
    for (const Bytes size : sizes_) {
      const std::string text = to_text(size);
      const auto stored = bounce("messages of " + text, messages_of_a_size, size, Opcode::recv);
      if (!stored) return tl::unexpected(stored.error());
      const auto reduced = bounce("reductions of " + text, messages_of_a_size, size, Opcode::recv_reduce);
      if (!reduced) return tl::unexpected(reduced.error());
      const auto copied = local("copies of " + text, 1, size);
      if (!copied) return tl::unexpected(copied.error());
      const MessageWork storing = fit_work(beyond_small(*stored), fixed_);
      send.emplace_back(size, storing.sending);
      receive.emplace_back(size, storing.receiving);
      reduce.emplace_back(
          size, std::max(Time{}, fit_work(beyond_small(*reduced), fixed_).both() - storing.sending));
      copy.emplace_back(size, one_of(copied->total));
      stored_.push_back(*stored), reduced_.push_back(*reduced), copied_.push_back(*copied);
    }
    Work& work = machine().work;
    work.send = curve_through(send);
    work.receive = curve_through(receive);
    work.reduce = curve_through(reduce);
    work.copy = curve_through(copy);
    keep_residuals();
    return {};
  }

  // All ranks copy at once: together no faster than the memory they share. Where that is as fast as each
  // alone, they share none.
  Status fit_memory() {
    const auto all = local("copies of all ranks", ranks_, sizes_.back());
    if (!all) return tl::unexpected(all.error());
    const double seconds = std::max(1e-9, seconds_of(one_of(all->total)));
    const Bandwidth together{
        static_cast<std::int64_t>(ranks_ * static_cast<double>(sizes_.back().count) / seconds)};
    const Bandwidth apart{ranks_ * machine().work.copy.at(sizes_.back()).bytes_per_second};
    if (static_cast<double>(together.bytes_per_second) < 0.95 * static_cast<double>(apart.bytes_per_second))
      machine().work.memory = together;
    keep("copies of all ranks", sizes_.back(), all->total,
         predicted_local(messages_of_a_size,
                         serialization_time(sizes_.back(), shared(machine().work.copy, sizes_.back())),
                         fixed_));
    return {};
  }

  // What was not fitted: all ranks in a ring.
  Status try_ring() {
    const Bytes size = std::min(MiB(1), sizes_.back());
    const auto timed =
        turns_.time("ring of all ranks", ring_probe(ranks_, messages_of_a_size, size, Opcode::recv));
    if (!timed) return tl::unexpected(timed.error());
    const RingTiming ring{
        .bytes = size, .messages = messages_of_a_size, .total = timed->total, .sending = {}, .receiving = {}};
    keep("ring of all ranks", size, ring.total,
         predicted(ring, fixed_, shared(machine().work.send, size), shared(machine().work.receive, size)));
    return {};
  }

  void keep_residuals() {
    const Work& work = machine().work;
    for (std::size_t i = 0; i < stored_.size(); ++i) {
      const Bytes size = stored_[i].bytes;
      keep("messages", size, stored_[i].total,
           predicted(stored_[i], fixed_, work.send.at(size), work.receive.at(size)));
      keep("reductions", size, reduced_[i].total,
           predicted(reduced_[i], fixed_, work.send.at(size), work.reduce.at(size)));
      keep("copies", size, copied_[i].total,
           predicted_local(messages_of_a_size, serialization_time(size, work.copy.at(size)), fixed_));
    }
    stored_.clear(), reduced_.clear(), copied_.clear();
  }

  // A lane's rate while all ranks are at it.
  Bandwidth shared(const RateCurve& curve, Bytes size) const {
    const Bandwidth alone = curve.at(size);
    const Bandwidth memory = machine().work.memory;
    return memory == Bandwidth{} ? alone : std::min(alone, {memory.bytes_per_second / ranks_});
  }

  // What the stamps say of a small message is in the hop already.
  RingTiming beyond_small(RingTiming timing) const {
    timing.sending = std::max(Time{}, timing.sending - small_.sending);
    timing.receiving = std::max(Time{}, timing.receiving - small_.receiving);
    return timing;
  }
  Time one_of(Time total) const {
    return {std::max<std::int64_t>(0, (total - fixed_.launch).ps / messages_of_a_size)};
  }

  Result<RingTiming> bounce(const std::string& what, int messages, Bytes bytes, Opcode receive) {
    return turns_.time(what, bounce_probe(messages, bytes, receive)).map([&](const Timing& timing) {
      return RingTiming{.bytes = bytes,
                        .messages = messages,
                        .total = timing.total,
                        .sending = timing.sending,
                        .receiving = timing.receiving};
    });
  }

  Result<RingTiming> local(const std::string& what, int ranks, Bytes bytes) {
    return turns_.time(what, local_probe(ranks, messages_of_a_size, bytes, Opcode::copy))
        .map([&](const Timing& timing) {
          return RingTiming{.bytes = bytes,
                            .messages = messages_of_a_size,
                            .total = timing.total,
                            .sending = {},
                            .receiving = timing.working};
        });
  }

  void describe() {
    Machine& m = machine();
    m.name = where_.backend;
    m.title = where_.where;
    m.sources = {calibration_source(where_.backend)};
    m.measured = measured_here(where_.where);
    place_ranks_around_memory(m, ranks_, 1);
  }

  void keep(std::string probe, Bytes size, Time measured, Time fitted) {
    result_.residuals.push_back(
        {.probe = std::move(probe), .size = size, .measured = measured, .fitted = fitted});
  }

  Machine& machine() { return result_.machine; }
  const Machine& machine() const { return result_.machine; }

  const OnGpus& where_;
  int ranks_;
  std::vector<Bytes> sizes_;
  ProbeTurns turns_;
  Calibration result_;
  FixedCosts fixed_{};
  RingTiming small_{};
  std::vector<RingTiming> stored_, reduced_, copied_;
};

Result<Programs> all_reduce_over(int ranks) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 1 << 16};
  return find_algorithm(c.kind, "ring").and_then([&](const Algorithm* ring) {
    return programs_for(*ring, c, Lowering{});
  });
}

}  // namespace

Result<Calibration> calibrate_on_gpus(const OnGpus& where, int ranks, const ReportProgress& progress) {
  if (ranks < 2) return fail("calibrating with {} rank; messages need at least 2", ranks);
  return GpuCalibrator(where, ranks, progress).run();
}

Result<Calibration> calibrate_gpu_backend(std::string backend, const RunPrograms& run, TimePrograms time,
                                          int ranks, const ReportProgress& progress) {
  const Result<Programs> programs = all_reduce_over(ranks);
  if (!programs) return tl::unexpected(programs.error());
  const Result<Run> right = run(*programs);
  if (!right) return tl::unexpected(right.error());
  const auto device = make_cuda_device();
  if (!device) return tl::unexpected(device.error());
  return calibrate_on_gpus({.backend = std::move(backend),
                            .where = right->where,
                            .memory = (*device)->available_memory(),
                            .time = std::move(time)},
                           ranks, progress);
}

Result<Calibration> calibrate_cuda(int ranks, const ReportProgress& progress) {
  const auto run = [](const Programs& programs) { return run_on_cuda(programs, {}, {.iterations = 1}); };
  const auto time = [](const Programs& probe, std::chrono::milliseconds budget) {
    return time_on(make_cuda_device, probe, budget);
  };
  return calibrate_gpu_backend("cuda", run, time, ranks, progress);
}

}  // namespace commlab
