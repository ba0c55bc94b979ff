#include "gpu/calibrate/calibrate_gpus.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "gpu/calibrate/gpu_probes.h"
#include "gpu/calibrate/host_fit.h"
#include "gpu/calibrate/memory_fit.h"
#include "gpu/calibrate/pair_fit.h"
#include "gpu/calibrate/tempo_probes.h"

namespace commlab {
namespace {

constexpr Bytes tiny{16};
constexpr std::array message_sizes = {KiB(1), KiB(4), KiB(16), KiB(64), KiB(256),
                                      MiB(1), MiB(4), MiB(16), MiB(64)};
constexpr int messages_of_a_size = 6;
constexpr int gpu_sweeps = 3;
constexpr Bandwidth no_limit{INT64_MAX};

// A probe may use at most half of the memory, for the input and output of all its messages and for the slots
// between two ranks. The smallest size is always tried.
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
        groups_(groups_of_pairs(where.links, ranks)),
        probes_(where.time, ranks, gpu_sweeps * turns_of_a_sweep(sizes_.size(), groups_.size()), progress),
        tempo_({.backend = where.backend, .ranks = ranks, .messages = messages_of_a_size, .times = {}},
               tempo_sizes([this](Bytes size) { return size <= sizes_.back(); }), where.time) {}

  Result<Calibration> run() {
    for (int sweep = 0; sweep < gpu_sweeps; ++sweep) {
      result_ = {};
      fits_.clear();
      tempo_.begin_sweep();
      for (const auto stage :
           {&GpuCalibrator::find_the_fastest_pair, &GpuCalibrator::fit_message, &GpuCalibrator::fit_crowd,
            &GpuCalibrator::fit_sizes, &GpuCalibrator::fit_other_pairs, &GpuCalibrator::fit_memory,
            &GpuCalibrator::try_ring})
        if (const Status done = (this->*stage)(); !done) return tl::unexpected(done.error());
    }
    describe();
    return std::move(result_);
  }

 private:
  static std::size_t turns_of_a_sweep(std::size_t sizes, std::size_t groups) {
    const std::size_t of_the_fastest = 7 + 3 * sizes;
    return groups == 1 ? of_the_fastest : of_the_fastest - 2 + 2 * groups + (groups - 1) * (2 + sizes);
  }

  // The rates of the fastest pair become the machine's rates, because no link can be faster than the machine.
  Status find_the_fastest_pair() {
    if (groups_.size() == 1) return {};
    Time least = never;
    for (PairGroup& group : groups_) {
      const auto timed =
          probes_.bounce("messages of " + to_text(sizes_.back()), group, messages_of_a_size, sizes_.back());
      if (!timed) return tl::unexpected(timed.error());
      if (timed->total >= least) continue;
      least = timed->total;
      std::swap(groups_.front(), group);
    }
    return {};
  }

  // Messages so small that their bytes do not matter give the cost of the launch and of each hop. The
  // measured time of a send keeps the sender's lane busy. The measured time of a receive keeps the receiver's
  // lane busy, which receives one message after the other. The rest of a hop is only delay.
  Status fit_message() {
    const auto few = probes_.bounce("2 small messages", fastest(), 2, tiny);
    if (!few) return tl::unexpected(few.error());
    const auto many = probes_.bounce("12 small messages", fastest(), 12, tiny);
    if (!many) return tl::unexpected(many.error());
    fixed_ = fit_fixed_costs(*few, *many);
    small_ = *many;
    Costs& costs = machine().collective;
    costs.launch = fixed_.launch;
    costs.overhead = std::min(many->sending, fixed_.hop);
    small_receive_ = std::min(many->receiving, fixed_.hop - costs.overhead);
    costs.latency = fixed_.hop - costs.overhead - small_receive_;
    machine().copy = costs;
    keep(pair_text("2 small messages", fastest(), 0), tiny, few->total,
         predicted_local(2, fixed_.hop, fixed_));
    keep(pair_text("12 small messages", fastest(), 0), tiny, many->total,
         predicted_local(12, fixed_.hop, fixed_));
    fixed_.hop = fixed_.hop - small_receive_;  // a receive counts as work, at every size
    return {};
  }

  // All ranks send at once, as in a collective. Then the graph to submit is larger, and lanes compete for the
  // hardware that starts them. If pairs differ in speed, a ring is as slow as its slowest pair, which
  // fit_other_pairs() finds.
  Status fit_crowd() {
    in_crowd_ = fixed_;
    if (groups_.size() > 1) return {};
    const auto few = probes_.ring("2 small messages of all ranks", 2, tiny);
    if (!few) return tl::unexpected(few.error());
    const auto many = probes_.ring("12 small messages of all ranks", 12, tiny);
    if (!many) return tl::unexpected(many.error());
    in_crowd_ = fit_fixed_costs(*few, *many);
    keep("12 small messages of all ranks", tiny, many->total, predicted_local(12, in_crowd_.hop, in_crowd_));
    Costs& costs = machine().collective;
    in_crowd_.hop = std::max(Time{}, in_crowd_.hop - small_receive_);
    costs.launch = in_crowd_.launch;
    costs.latency = std::max(Time{}, in_crowd_.hop - costs.overhead);
    return {};
  }

  Status fit_sizes() {
    TimesBySize send, copy;
    TimesBySize receive{{Bytes{1}, small_receive_}, {tiny, small_receive_}}, reduce = receive;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const Bytes size = sizes_[i];
      const std::string text = to_text(size);
      if (i % 2 == 0)
        if (const Status taken = tempo_.take_turn(); !taken) return taken;
      const auto stored = probes_.bounce("messages of " + text, fastest(), messages_of_a_size, size);
      if (!stored) return tl::unexpected(stored.error());
      const auto reduced =
          probes_.bounce("reductions of " + text, fastest(), messages_of_a_size, size, Opcode::recv_reduce);
      if (!reduced) return tl::unexpected(reduced.error());
      const auto copied = probes_.local("copies of " + text, Opcode::copy, 1, messages_of_a_size, size);
      if (!copied) return tl::unexpected(copied.error());
      const MessageWork storing = fit_work(beyond_small(*stored), fixed_);
      send.emplace_back(size, storing.sending);
      receive.emplace_back(size, storing.receiving);
      reduce.emplace_back(
          size, std::max(Time{}, fit_work(beyond_small(*reduced), fixed_).in_a_ring(1) - storing.sending));
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

  // For every other kind of pair: how much later a message starts, and the highest rate of large messages.
  Status fit_other_pairs() {
    if (groups_.size() == 1) return {};
    fits_.push_back({.group = fastest(), .rate = no_limit, .delay = {}});
    for (std::size_t g = 1; g < groups_.size(); ++g)
      if (const Status done = fit_pair(groups_[g]); !done) return done;
    for (const PairFit& fit : fits_)
      if (const Status done = try_another_pair(fit); !done) return done;
    return {};
  }

  Status fit_pair(const PairGroup& group) {
    const auto few = probes_.bounce("2 small messages", group, 2, tiny);
    if (!few) return tl::unexpected(few.error());
    const auto many = probes_.bounce("12 small messages", group, 12, tiny);
    if (!many) return tl::unexpected(many.error());
    FixedCosts fixed = fit_fixed_costs(*few, *many);
    fixed.launch = fixed_.launch;
    fixed.hop = std::max(Time{}, fixed.hop - small_receive_);
    std::vector<RingTiming> stored;
    for (const Bytes size : sizes_) {
      const auto timed = probes_.bounce("messages of " + to_text(size), group, messages_of_a_size, size);
      if (!timed) return tl::unexpected(timed.error());
      stored.push_back(*timed);
    }
    const Time sending = fit_work(beyond(*many, stored.back()), fixed).sending;
    fits_.push_back({.group = group,
                     .rate = curve_through({{sizes_.back(), sending}}).at(sizes_.back()),
                     .delay = std::max(Time{}, fixed.hop - fixed_.hop)});
    const PairFit& fit = fits_.back();
    keep(pair_text("12 small messages", group, 0), tiny, many->total,
         predicted_local(12, fixed_.hop + small_receive_ + fit.delay, fixed_));
    for (const RingTiming& timing : stored)
      keep(pair_text("messages", group, 0), timing.bytes, timing.total, predicted_over(fit, timing));
    return {};
  }

  // Another pair of the same kind that was not used for a fit. It shows how alike the pairs of a kind are.
  Status try_another_pair(const PairFit& fit) {
    const std::size_t last = fit.group.pairs.size() - 1;
    if (last == 0) return {};
    const Bytes size = std::min(MiB(1), sizes_.back());
    const auto timed = probes_.bounce("messages of " + to_text(size), fit.group, messages_of_a_size, size,
                                      Opcode::recv, last);
    if (!timed) return tl::unexpected(timed.error());
    keep(pair_text("messages", fit.group, last) + ", not fitted", size, timed->total,
         predicted_over(fit, *timed));
    return {};
  }

  Time predicted_over(const PairFit& fit, const RingTiming& timing) const {
    FixedCosts fixed = fixed_;
    fixed.hop = fixed_.hop + fit.delay;
    return predicted(timing, fixed, std::min(machine().work.send.at(timing.bytes), fit.rate),
                     machine().work.receive.at(timing.bytes));
  }

  // All ranks copy at once. Then all ranks reduce at once.
  Status fit_memory() {
    const Bytes size = sizes_.back();
    const auto copied = probes_.local("copies of all ranks", Opcode::copy, ranks_, messages_of_a_size, size);
    if (!copied) return tl::unexpected(copied.error());
    const auto reduced =
        probes_.local("reductions of all ranks", Opcode::reduce, ranks_, messages_of_a_size, size);
    if (!reduced) return tl::unexpected(reduced.error());
    Work& work = machine().work;
    const SharedMemory memory =
        fit_shared_memory(all_at_once(*copied, work.copy), all_at_once(*reduced, work.reduce));
    work.memory = memory.rate;
    work.reduction_traffic = memory.reduction_traffic;
    keep_local("copies of all ranks", *copied, shared(work.copy, size));
    keep_local("reductions of all ranks", *reduced, shared(work.reduce, size, work.reduction_traffic));
    return {};
  }

  AllAtOnce all_at_once(const RingTiming& timing, const RateCurve& alone) const {
    const double seconds = std::max(1e-9, seconds_of(one_of(timing.total)));
    const double bytes = ranks_ * static_cast<double>(timing.bytes.count);
    return {.together = {static_cast<std::int64_t>(bytes / seconds)},
            .apart = {ranks_ * alone.at(timing.bytes).bytes_per_second}};
  }

  // All ranks in a ring. No parameter was fitted to this probe.
  Status try_ring() {
    const Bytes size = std::min(MiB(1), sizes_.back());
    const auto timed = probes_.ring("ring of all ranks", messages_of_a_size, size);
    if (!timed) return tl::unexpected(timed.error());
    FixedCosts fixed = in_crowd_;
    fixed.hop = fixed.hop + slowest_in_ring(&PairFit::delay, std::greater<>());
    const Bandwidth send =
        std::min(shared(machine().work.send, size), slowest_in_ring(&PairFit::rate, std::less<>(), no_limit));
    keep("ring of all ranks", size, timed->total,
         predicted(*timed, fixed, send, shared(machine().work.receive, size)));
    return {};
  }

  // The slowest value among the pairs of neighbours in the ring; `alike` if all pairs are alike.
  template <class Value, class IsSlower>
  Value slowest_in_ring(Value PairFit::*value, IsSlower slower, Value alike = {}) const {
    for (const PairFit& fit : fits_)
      for (const auto& [a, b] : fit.group.pairs)
        if ((b - a == 1 || b - a == ranks_ - 1) && slower(fit.*value, alike)) alike = fit.*value;
    return alike;
  }

  void keep_residuals() {
    const Work& work = machine().work;
    for (std::size_t i = 0; i < stored_.size(); ++i) {
      const Bytes size = stored_[i].bytes;
      keep(pair_text("messages", fastest(), 0), size, stored_[i].total,
           predicted(stored_[i], fixed_, work.send.at(size), work.receive.at(size)));
      keep(pair_text("reductions", fastest(), 0), size, reduced_[i].total,
           predicted(reduced_[i], fixed_, work.send.at(size), work.reduce.at(size)));
      keep_local("copies", copied_[i], work.copy.at(size));
    }
    stored_.clear(), reduced_.clear(), copied_.clear();
  }

  // A lane's rate while all ranks work; each byte of an operand causes `traffic` bytes of memory traffic.
  Bandwidth shared(const RateCurve& curve, Bytes size, double traffic = 1) const {
    const Bandwidth alone = curve.at(size);
    const auto memory = static_cast<double>(machine().work.memory.bytes_per_second);
    return memory == 0 ? alone : std::min(alone, {static_cast<std::int64_t>(memory / (traffic * ranks_))});
  }

  // The time of a small send is part of the hop already, so only the rest counts.
  static RingTiming beyond(const RingTiming& small, RingTiming timing) {
    timing.sending = std::max(Time{}, timing.sending - small.sending);
    return timing;
  }
  RingTiming beyond_small(const RingTiming& timing) const { return beyond(small_, timing); }
  Time one_of(Time total) const {
    return {std::max<std::int64_t>(0, (total - fixed_.launch).ps / messages_of_a_size)};
  }

  void describe() {
    Machine& m = machine();
    m.name = where_.backend;
    m.title = where_.where;
    m.sources = {calibration_source(where_.backend)};
    m.measured = measured_here(where_.where);
    m.tempo = tempo_.tempo();
    if (fits_.empty()) return place_ranks_around_memory(m, ranks_, 1);
    place_ranks_on_gpus(m, ranks_, where_.links.gpus(), fits_);
  }

  void keep(std::string probe, Bytes size, Time measured, Time fitted) {
    result_.residuals.push_back(
        {.probe = std::move(probe), .size = size, .measured = measured, .fitted = fitted});
  }

  void keep_local(const char* probe, const RingTiming& timing, Bandwidth rate) {
    keep(probe, timing.bytes, timing.total,
         predicted_local(timing.messages, serialization_time(timing.bytes, rate), fixed_));
  }

  const PairGroup& fastest() const { return groups_.front(); }
  Machine& machine() { return result_.machine; }
  const Machine& machine() const { return result_.machine; }

  const OnGpus& where_;
  int ranks_;
  std::vector<Bytes> sizes_;
  std::vector<PairGroup> groups_;  // the fastest group first, once it is known
  std::vector<PairFit> fits_;      // by group; empty if there is only one
  GpuProbes probes_;
  TempoProbes tempo_;
  Calibration result_;
  FixedCosts fixed_{};     // for one pair alone
  FixedCosts in_crowd_{};  // for all ranks at once
  RingTiming small_{};
  Time small_receive_{};
  std::vector<RingTiming> stored_, reduced_, copied_;
};

}  // namespace

Result<Calibration> calibrate_on_gpus(const OnGpus& where, int ranks, const ReportProgress& progress) {
  if (ranks < 2)
    return fail("calibration times messages between ranks, so it needs at least 2 ranks; found {}", ranks);
  return GpuCalibrator(where, ranks, progress).run();
}

}  // namespace commlab
