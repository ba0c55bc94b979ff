#include "gpu/calibrate/calibrate_host.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/programs/touched_memory.h"
#include "gpu/calibrate/host_fit.h"
#include "gpu/calibrate/probe_turns.h"
#include "gpu/calibrate/probes.h"
#include "gpu/calibrate/tempo_probes.h"
#include "gpu/host/host_memory.h"
#include "gpu/host/host_processors.h"

namespace commlab {
namespace {

constexpr Bytes tiny_message{16};
constexpr std::array sizes = {KiB(1), KiB(4), KiB(16), KiB(64), KiB(256), MiB(1), MiB(4), MiB(16)};
constexpr int slots = 8;
constexpr int rings_at_once = 4;
constexpr int sweeps = 3;

class HostCalibrator {
 public:
  HostCalibrator(const OnProcessors& where, int ranks, const ReportProgress& progress)
      : where_(where),
        ranks_(ranks),
        processors_(where.launched ? where.launched->processors
                                   : static_cast<int>(allowed_processors().size())),
        probing_(where.launched ? where.launched->ranks : std::min(ranks, std::max(4, processors_))),
        crowd_((probing_ + processors_ - 1) / processors_),
        turns_(where.time, sweeps * (7 + 3 * sizes.size()), progress),
        tempo_({.backend = where.backend, .ranks = probing_, .messages = messages_of_a_size(), .times = {}},
               tempo_sizes([this](Bytes size) { return !too_large(size); }), where.time) {}

  Result<Calibration> run() {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      forget_fits();
      tempo_.begin_sweep();
      for (const auto stage :
           {&HostCalibrator::time_work, &HostCalibrator::time_small_messages, &HostCalibrator::time_sizes})
        if (const Status done = (this->*stage)(); !done) return tl::unexpected(done.error());
    }
    describe();
    return std::move(result_);
  }

 private:
  // All ranks at work should need `crowd` times as long as one rank alone. This is only a residual and not a
  // fit, because other programs use the processors too.
  Status time_work() {
    const auto busy = [](int lanes) { return local_probe(lanes, 200, KiB(64), Opcode::reduce); };
    const auto alone = time("one rank at work", of_rank_0_alone(busy(probing_)));
    if (!alone) return tl::unexpected(alone.error());
    const auto all = time("all ranks at work", busy(probing_));
    if (!all) return tl::unexpected(all.error());
    keep("work of all ranks", KiB(64), all->total,
         Time{static_cast<std::int64_t>(static_cast<double>(alone->total.ps) * crowd_)});
    return {};
  }

  // Messages so small that their bytes take no time, and no more than there are slots, so that no sender
  // waits.
  Status time_small_messages() {
    const auto start = time("start", local_probe(probing_, 1, {0}, Opcode::copy));
    if (!start) return tl::unexpected(start.error());
    const auto one = ring("hand-over", slots, tiny_message, Opcode::recv);
    if (!one) return tl::unexpected(one.error());
    const auto rings = ring("hand-over on several lanes", slots, tiny_message, Opcode::recv, rings_at_once);
    if (!rings) return tl::unexpected(rings.error());
    const auto in_a_stream = time_stream();
    if (!in_a_stream) return tl::unexpected(in_a_stream.error());
    const ThreadCosts costs = fit_threads({.start = start->total,
                                           .ring = *one,
                                           .rings = *rings,
                                           .rings_at_once = rings_at_once,
                                           .crowd = crowd_,
                                           .ends = ends(),
                                           .in_a_stream = *in_a_stream});
    machine().collective.launch = machine().copy.launch = costs.start;
    machine().work.wake = costs.wake;
    machine().work.wake_beside = costs.beside;
    machine().work.per_message = costs.per_message;
    fixed_ = fixed_costs(costs, crowd_, ends());
    keep("start of all ranks", {0}, start->total, predicted_local(0, {}, fixed_));
    keep("ring of messages", tiny_message, one->total, predicted_local(slots, fixed_.hop, fixed_));
    return {};
  }

  // Between two tiny messages that one rank sends to another, by what the busiest processor does for each.
  Result<Time> time_stream() {
    const auto few = time("stream of 20 messages", stream_probe(probing_, 20, tiny_message));
    if (!few) return tl::unexpected(few.error());
    const auto many = time("stream of 100 messages", stream_probe(probing_, 100, tiny_message));
    if (!many) return tl::unexpected(many.error());
    const int times = processors_ == 1 ? ends() + 1 : ends();
    return scaled(many->total - few->total, 1.0 / (80 * times));
  }

  // The costs, by size, of sending, receiving, reducing and copying a message. There are as many messages as
  // in an all_reduce, so that the probe uses as much memory.
  Status time_sizes() {
    const int messages = messages_of_a_size();
    for (std::size_t i = 0; i < sizes.size() && !too_large(sizes[i]); ++i) {
      const Bytes size = sizes[i];
      if (i % 2 == 0)
        if (const Status taken = tempo_.take_turn(); !taken) return taken;
      const std::string text = to_text(size);
      const auto stored = ring("messages of " + text, messages, size, Opcode::recv);
      if (!stored) return tl::unexpected(stored.error());
      const auto reduced = ring("reductions of " + text, messages, size, Opcode::recv_reduce);
      if (!reduced) return tl::unexpected(reduced.error());
      const Programs copies = local_probe(probing_, messages, size, Opcode::copy);
      const auto copied = time("copies of " + text, copies);
      if (!copied) return tl::unexpected(copied.error());
      fit_message(*stored, *reduced);
      fit_copy({.bytes = size,
                .messages = messages,
                .total = copied->total,
                .sending = {},
                .receiving = copied->working,
                .memory = memory_of(copies)});
    }
    machine().work.by_memory = true;
    describe_sends();
    keep_residuals();
    return {};
  }

  void fit_message(const RingTiming& stored, const RingTiming& reduced) {
    const auto fit = where_.at_both_ends ? fit_work_at_both_ends : fit_work;
    const MessageWork storing = fit(stored, fixed_);
    const MessageWork reducing = fit(reduced, fixed_);
    const Time reduction =
        std::max(where_.at_both_ends ? reducing.receiving : scaled(reduced.receiving, 1 / crowd_),
                 reducing.in_a_ring(ends()) - ends() * storing.sending);
    sending_.push_back(storing.sending);
    add_point(machine().work.receive, stored, storing.receiving);
    add_point(machine().work.reduce, reduced, reduction);
    stored_.push_back(stored);
    reduced_.push_back(reduced);
  }

  // Messages whose memory caches hold tell what it costs two ends to agree on one.
  void describe_sends() {
    constexpr Bytes in_caches = KiB(64);
    Work& work = machine().work;
    std::vector<std::pair<Bytes, Time>> small;
    for (std::size_t i = 0; i < stored_.size(); ++i)
      if (stored_[i].bytes <= in_caches) small.emplace_back(stored_[i].bytes, sending_[i]);
    if (where_.at_both_ends) {
      const RendezvousCost cost = fit_rendezvous_cost(small);
      work.rendezvous = cost.time;
      work.eager = cost.eager;
    }
    for (std::size_t i = 0; i < stored_.size(); ++i)
      add_point(work.send, stored_[i], sending_[i] - work.rendezvous_of(stored_[i].bytes));
  }

  // Local work never waits, so its time is the start plus the work.
  void fit_copy(const RingTiming& copied) {
    const Time all{static_cast<std::int64_t>(static_cast<double>(copied.total.ps) / crowd_)};
    const Time one{(all - fixed_.launch).ps / copied.messages};
    add_point(machine().work.copy, copied, std::max(one, scaled(copied.receiving, 1 / crowd_)));
    copied_.push_back(copied);
  }

  // On which each processor works, while all ranks run the probe.
  Bytes memory_of(const Programs& probe) const {
    std::int64_t sum = 0;
    for (const Bytes bytes : touched_memory(probe)) sum += bytes.count;
    return {sum / std::min(processors_, probing_)};
  }
  // `work`: the time of one lane for one message of the timing. Bytes whose time is lost in what messages
  // cost say nothing, and the rate of the next size holds for them.
  static void add_point(RateCurve& curve, const RingTiming& timing, Time work) {
    if (work > Time{})
      curve.points.push_back({.size = timing.memory, .rate = rate_of_work(timing.bytes, work)});
  }

  static Bandwidth rate(const RateCurve& curve, Bytes memory) {
    return curve.limited() ? curve.at(memory) : rate_of_work(memory, {});
  }
  void keep_residuals() {
    const Work& work = machine().work;
    for (std::size_t i = 0; i < stored_.size(); ++i) {
      const Bytes size = stored_[i].bytes, memory = stored_[i].memory;
      FixedCosts fixed = fixed_;
      fixed.hop += ends() * work.rendezvous_of(size);
      keep("ring of messages", size, stored_[i].total,
           predicted(stored_[i], fixed, rate(work.send, memory), rate(work.receive, memory)));
      keep("ring of reductions", size, reduced_[i].total,
           predicted(reduced_[i], fixed, rate(work.send, memory), rate(work.reduce, memory)));
      const Bandwidth copying = rate(work.copy, copied_[i].memory);
      keep("copies", size, copied_[i].total,
           predicted_local(copied_[i].messages, serialization_time(size, copying), fixed_));
    }
  }

  int ends() const { return where_.at_both_ends ? 2 : 1; }
  int messages_of_a_size() const { return 2 * (probing_ - 1); }

  // The largest probe may use half of the free memory, for the input, output and slots of every rank.
  bool too_large(Bytes size) const {
    return size.count > available_host_memory().count / 2 / (4 * probing_ * probing_);
  }

  Result<RingTiming> ring(const std::string& what, int messages, Bytes bytes, Opcode receive, int rings = 1) {
    const Programs probe = ring_probe(probing_, messages, bytes, receive, rings);
    const auto timing = time(what, probe);
    if (!timing) return tl::unexpected(timing.error());
    return RingTiming{.bytes = bytes,
                      .messages = messages,
                      .total = timing->total,
                      .sending = timing->sending,
                      .receiving = timing->receiving,
                      .memory = memory_of(probe)};
  }

  void forget_fits() {
    result_ = {};
    for (auto* timings : {&stored_, &reduced_, &copied_}) timings->clear();
    sending_.clear();
  }

  Result<Timing> time(const std::string& what, const Programs& programs) {
    return turns_.time(what, programs);
  }

  void describe() {
    Machine& m = machine();
    m.name = where_.backend;
    m.title = fmt::format("{} ranks as {} on {} processor{}", ranks_, where_.ranks_are, processors_,
                          processors_ == 1 ? "" : "s");
    m.sources = {calibration_source(where_.backend)};
    m.measured = measured_here("");
    m.work.processors = processors_;
    m.work.slots = slots;
    m.work.at_both_ends = where_.at_both_ends;
    m.tempo = tempo_.tempo();
    place_ranks_around_memory(m, ranks_, processors_);
  }

  void keep(std::string probe, Bytes size, Time measured, Time fitted) {
    result_.residuals.push_back(
        {.probe = std::move(probe), .size = size, .measured = measured, .fitted = fitted});
  }

  Machine& machine() { return result_.machine; }

  const OnProcessors& where_;
  int ranks_;  // of the machine
  int processors_;
  int probing_;   // ranks that take part in a probe
  double crowd_;  // lanes that share a processor during a probe
  ProbeTurns turns_;
  FixedCosts fixed_;
  TempoProbes tempo_;
  Calibration result_;
  std::vector<RingTiming> stored_, reduced_, copied_;
  std::vector<Time> sending_;  // of each of stored_, at each end
};

}  // namespace

Result<Calibration> calibrate_on_processors(const OnProcessors& where, int ranks,
                                            const ReportProgress& progress) {
  if (ranks < 2)
    return fail("calibration times messages between ranks, so it needs at least 2 ranks; found {}", ranks);
  return HostCalibrator(where, ranks, progress).run();
}

Result<Calibration> calibrate_host(int ranks, const ReportProgress& progress, const std::stop_token& stop) {
  return calibrate_on_processors(
      {.backend = "host", .ranks_are = "threads", .time = timing_until(stop, time_on_host)}, ranks, progress);
}

}  // namespace commlab
