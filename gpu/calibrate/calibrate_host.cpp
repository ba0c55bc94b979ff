#include "gpu/calibrate/calibrate_host.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

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
constexpr int sweeps = 3;

// Sizes and the times of one lane on a processor of its own.
using Curve = std::vector<std::pair<Bytes, Time>>;

class HostCalibrator {
 public:
  HostCalibrator(const OnProcessors& where, int ranks, const ReportProgress& progress)
      : where_(where),
        ranks_(ranks),
        processors_(where.launched ? where.launched->processors
                                   : static_cast<int>(allowed_processors().size())),
        probing_(where.launched ? where.launched->ranks : std::min(ranks, std::max(4, processors_))),
        crowd_((probing_ + processors_ - 1) / processors_),
        turns_(where.time, sweeps * (5 + 3 * sizes.size()), progress),
        tempo_({.backend = where.backend, .ranks = probing_, .messages = messages_of_a_size(), .times = {}},
               tempo_sizes([this](Bytes size) { return !too_large(size); }), where.time) {}

  Result<Calibration> run() {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      forget_fits();
      tempo_.begin_sweep();
      for (const auto stage :
           {&HostCalibrator::time_work, &HostCalibrator::time_wake, &HostCalibrator::time_sizes})
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

  // Messages so small that only waking takes time.
  Status time_wake() {
    const auto many = ring("hand-over, 12 messages", 12, tiny_message, Opcode::recv);
    if (!many) return tl::unexpected(many.error());
    const auto two = ring("hand-over, 2 messages", 2, tiny_message, Opcode::recv);
    if (!two) return tl::unexpected(two.error());
    const auto start = time("start", local_probe(probing_, 1, {0}, Opcode::copy));
    if (!start) return tl::unexpected(start.error());
    fixed_ = where_.lanes_poll ? costs_of_polling(*two, *many) : costs_of_waking(*many);
    keep("ring of 12 messages", tiny_message, many->total, predicted_local(12, wake(), fixed_));
    keep("ring of 2 messages", tiny_message, two->total, predicted_local(2, wake(), fixed_));
    keep("start of all ranks", {0}, start->total, predicted_local(0, {}, fixed_));
    return {};
  }

  FixedCosts costs_of_waking(const RingTiming& many) {
    machine().work.wake = fit_wake(many, crowd_);
    return {.launch = wake(), .hop = wake(), .crowd = crowd_};
  }
  FixedCosts costs_of_polling(const RingTiming& few, const RingTiming& many) {
    const PollingCosts costs = fit_polling_costs(few, many, crowd_);
    machine().work.wake = costs.wake;
    machine().collective.launch = machine().copy.launch = costs.start;
    return fixed_costs(costs, crowd_);
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
      const auto copied = time("copies of " + text, local_probe(probing_, messages, size, Opcode::copy));
      if (!copied) return tl::unexpected(copied.error());
      fit_message(*stored, *reduced);
      fit_copy({.bytes = size,
                .messages = messages,
                .total = copied->total,
                .sending = {},
                .receiving = copied->working});
    }
    Work& work = machine().work;
    work.send = curve_through(send_);
    work.receive = curve_through(receive_);
    work.reduce = curve_through(reduce_);
    work.copy = curve_through(copy_);
    keep_residuals();
    return {};
  }

  void fit_message(const RingTiming& stored, const RingTiming& reduced) {
    const auto fit = where_.lanes_poll ? fit_work_of_polling : fit_work;
    const MessageWork storing = fit(stored, fixed_);
    const MessageWork reducing = fit(reduced, fixed_);
    send_.emplace_back(stored.bytes, storing.sending);
    receive_.emplace_back(stored.bytes, storing.receiving);
    reduce_.emplace_back(stored.bytes, where_.lanes_poll
                                           ? reducing.receiving
                                           : std::max(reduced.receiving, reducing.both() - storing.sending));
    stored_.push_back(stored);
    reduced_.push_back(reduced);
  }

  // Local work never waits, so its time is the start plus the work.
  void fit_copy(const RingTiming& copied) {
    const Time all{static_cast<std::int64_t>(static_cast<double>(copied.total.ps) / crowd_)};
    const Time one{(all - fixed_.launch).ps / copied.messages};
    copy_.emplace_back(copied.bytes, std::max(one, copied.receiving));
    copied_.push_back(copied);
  }

  void keep_residuals() {
    const Work& work = machine().work;
    for (std::size_t i = 0; i < stored_.size(); ++i) {
      const Bytes size = stored_[i].bytes;
      keep("ring of messages", size, stored_[i].total,
           predicted(stored_[i], fixed_, work.send.at(size), work.receive.at(size)));
      keep("ring of reductions", size, reduced_[i].total,
           predicted(reduced_[i], fixed_, work.send.at(size), work.reduce.at(size)));
      keep("copies", size, copied_[i].total,
           predicted_local(copied_[i].messages, serialization_time(size, work.copy.at(size)), fixed_));
    }
  }

  int messages_of_a_size() const { return 2 * (probing_ - 1); }

  // The largest probe may use half of the free memory, for the input, output and slots of every rank.
  bool too_large(Bytes size) const {
    return size.count > available_host_memory().count / 2 / (4 * probing_ * probing_);
  }

  Result<RingTiming> ring(const std::string& what, int messages, Bytes bytes, Opcode receive) {
    const auto timing = time(what, ring_probe(probing_, messages, bytes, receive));
    if (!timing) return tl::unexpected(timing.error());
    return RingTiming{.bytes = bytes,
                      .messages = messages,
                      .total = timing->total,
                      .sending = timing->sending,
                      .receiving = timing->receiving};
  }

  void forget_fits() {
    result_ = {};
    for (Curve* curve : {&send_, &receive_, &reduce_, &copy_}) curve->clear();
    for (auto* timings : {&stored_, &reduced_, &copied_}) timings->clear();
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
    m.tempo = tempo_.tempo();
    place_ranks_around_memory(m, ranks_, processors_);
  }

  void keep(std::string probe, Bytes size, Time measured, Time fitted) {
    result_.residuals.push_back(
        {.probe = std::move(probe), .size = size, .measured = measured, .fitted = fitted});
  }

  Machine& machine() { return result_.machine; }
  Time wake() const { return result_.machine.work.wake; }

  const OnProcessors& where_;
  int ranks_;  // of the machine
  int processors_;
  int probing_;   // ranks that take part in a probe
  double crowd_;  // lanes that share a processor during a probe
  ProbeTurns turns_;
  FixedCosts fixed_;
  TempoProbes tempo_;
  Calibration result_;
  Curve send_, receive_, reduce_, copy_;
  std::vector<RingTiming> stored_, reduced_, copied_;
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
