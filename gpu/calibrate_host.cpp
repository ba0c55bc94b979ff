// Measures this computer with the executor itself, so that what is measured is what will be
// run: threads that wake each other, slots that fall out of caches, ranks that share cores.

#include <sys/utsname.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <thread>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "gpu/host_backend.h"
#include "gpu/host_fit.h"
#include "gpu/host_memory.h"
#include "gpu/probes.h"

namespace commlab {
namespace {

constexpr Bytes tiny{16};
constexpr std::array sizes = {KiB(1), KiB(4), KiB(16), KiB(64), KiB(256), MiB(1), MiB(4), MiB(16)};
constexpr int slots = 8;

class HostCalibrator {
 public:
  HostCalibrator(int ranks, const Progress& progress) : ranks_(ranks), progress_(progress) {}

  Result<Calibration> run() {
    for (const auto stage : {&HostCalibrator::count_processors, &HostCalibrator::time_hand_over,
                             &HostCalibrator::time_pairs, &HostCalibrator::time_sizes})
      if (const Status done = (this->*stage)(); !done) return tl::unexpected(done.error());
    describe();
    return std::move(result_);
  }

 private:
  // As many lanes work at once as there are processors for them. That all ranks together then
  // need `crowd` times as long as one alone is a residual: other programs take their share too.
  Status count_processors() {
    processors_ = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, ranks_);
    crowd_ = static_cast<double>(ranks_) / processors_;
    const auto busy = [](int lanes) { return local_probe(lanes, 200, KiB(64), Opcode::reduce); };
    const auto alone = time("one rank at work", busy(1));
    if (!alone) return tl::unexpected(alone.error());
    const auto crowded = time("all ranks at work", busy(ranks_));
    if (!crowded) return tl::unexpected(crowded.error());
    keep("work of all ranks", KiB(64), crowded->total,
         Time{static_cast<std::int64_t>(static_cast<double>(alone->total.ps) * crowd_)});
    return {};
  }

  // Tiny messages, all ranks at once: launch, and the constant part of a message. How much
  // of it holds the sender, rather than the message, shows where messages follow each other.
  Status time_hand_over() {
    const auto few = ring("hand-over, 2 messages", 2, tiny, Opcode::recv);
    const auto many = ring("hand-over, 12 messages", 12, tiny, Opcode::recv);
    if (!few || !many) return tl::unexpected((few ? many : few).error());
    constant_ = fit_constant(*few, *many);
    for (const RingTiming& timing : {*few, *many})
      keep(fmt::format("ring of {} messages", timing.messages), tiny, timing.total,
           constant_.launch + timing.messages * constant_.of_message);

    const auto stream = fit_stream(std::max(1, ranks_ / 2));
    if (!stream) return tl::unexpected(stream.error());
    const Time overhead = std::min(stream->of_message, constant_.of_message);
    machine().collective = {
        .launch = constant_.launch, .overhead = overhead, .latency = constant_.of_message - overhead};
    return {};
  }

  // p2p: two ranks alone.
  Status time_pairs() {
    const auto start = time("two ranks start", local_probe(2, 1, {0}, Opcode::copy));
    if (!start) return tl::unexpected(start.error());
    const auto stream = fit_stream(1);
    if (!stream) return tl::unexpected(stream.error());
    const Time launch = std::min(start->total, stream->launch);
    machine().copy = {.launch = launch, .overhead = stream->of_message, .latency = stream->launch - launch};
    return {};
  }

  // Of messages that follow each other, `of_message` is what each adds.
  Result<Constant> fit_stream(int pairs) {
    const auto timed = [&](int messages) {
      return time(fmt::format("{} to {}, {} messages", pairs, pairs, messages),
                  pairs_probe(pairs, messages, tiny));
    };
    const auto one = timed(1);
    const auto eight = timed(slots);
    if (!one || !eight) return tl::unexpected((one ? eight : one).error());
    const Constant constant = fit_constant(
        {.bytes = tiny, .messages = 1, .total = one->total, .sending = {}, .receiving = {}},
        {.bytes = tiny, .messages = slots, .total = eight->total, .sending = {}, .receiving = {}});
    return constant;
  }

  // What each size of message costs to send, to take in, to reduce and to copy; as many messages
  // as an all_reduce has, so that as much memory is touched.
  Status time_sizes() {
    for (const Bytes size : sizes) {
      if (too_large(size)) break;
      const int messages = 2 * (ranks_ - 1);
      const std::string text = to_text(size);
      const auto stored = ring("messages of " + text, messages, size, Opcode::recv);
      const auto reduced = ring("reductions of " + text, messages, size, Opcode::recv_reduce);
      const auto copied = time("copies of " + text, local_probe(ranks_, messages, size, Opcode::copy));
      if (!stored || !reduced) return tl::unexpected((stored ? reduced : stored).error());
      if (!copied) return tl::unexpected(copied.error());
      add_rates(*stored, *reduced);
      add_copy({.bytes = size,
                .messages = messages,
                .total = copied->total,
                .sending = {},
                .receiving = copied->working});
    }
    return {};
  }

  void add_rates(const RingTiming& stored, const RingTiming& reduced) {
    const Bytes size = stored.bytes;
    const MessageWork work = fit_work(stored, constant_, crowd_);
    const MessageWork reducing = fit_work(reduced, constant_, crowd_);
    const Time reduction = std::max(reduced.receiving, reducing.sending + reducing.receiving - work.sending);
    const Bandwidth send = add(machine().work.send, size, work.sending);
    const Bandwidth receive = add(machine().work.receive, size, work.receiving);
    const Bandwidth reduce = add(machine().work.reduce, size, reduction);
    keep("ring of messages", size, stored.total, predicted(stored, constant_, crowd_, send, receive));
    keep("ring of reductions", size, reduced.total, predicted(reduced, constant_, crowd_, send, reduce));
  }

  // Local work costs no message: only starting and working.
  void add_copy(const RingTiming& copied) {
    const Constant start{.launch = constant_.launch, .of_message = {}};
    const Time work = fit_work(copied, start, crowd_).receiving;
    const Bandwidth copy = add(machine().work.copy, copied.bytes, work);
    const Time one = serialization_time(copied.bytes, copy);
    keep("copies", copied.bytes, copied.total,
         start.launch +
             Time{static_cast<std::int64_t>(static_cast<double>((copied.messages * one).ps) * crowd_)});
  }

  static Bandwidth add(RateCurve& curve, Bytes size, Time work) {
    curve.points.push_back({.size = size, .rate = rate(size, work)});
    return curve.points.back().rate;
  }

  // Half of what is free, for the largest probe: input, output and slots of every rank.
  bool too_large(Bytes size) const {
    return size.count > available_host_memory().count / 2 / (4 * ranks_ * ranks_);
  }

  Result<RingTiming> ring(const std::string& what, int messages, Bytes bytes, Opcode receive) {
    const auto timing = time(what, ring_probe(ranks_, messages, bytes, receive));
    if (!timing) return tl::unexpected(timing.error());
    return RingTiming{.bytes = bytes,
                      .messages = messages,
                      .total = timing->total,
                      .sending = timing->sending,
                      .receiving = timing->receiving};
  }

  Result<Timing> time(const std::string& what, const Programs& programs) {
    constexpr std::chrono::milliseconds budget{400};
    constexpr double all_probes = 8 + 3 * sizes.size();
    if (progress_) progress_(std::min(1.0, probes_++ / all_probes), what);
    return time_on_host(programs, budget);
  }

  void describe() {
    Machine& m = machine();
    m.name = "host";
    m.title = fmt::format("{} ranks as threads on {} processor{}", ranks_, processors_,
                          processors_ == 1 ? "" : "s");
    m.sources = {"All numbers: commlab calibrate --on host, with the executor that runs collectives there."};
    m.measured = measured_text();
    m.work.processors = processors_;
    m.work.slots = slots;
    for (Rank rank = 0; rank < ranks_; ++rank) m.topology.add(fmt::format("gpu{}", rank), NodeType::gpu);
    const NodeId memory = m.topology.add("memory", NodeType::memory);
    for (Rank rank = 0; rank < ranks_; ++rank)
      m.topology.connect(rank, memory, LinkType::memory, widest_link(), {});
  }

  // No rank moves more than all processors at their best size: work limits, links never do.
  Bandwidth widest_link() const {
    Bandwidth best{1};
    for (const RateCurve::Point& point : result_.machine.work.send.points) best = std::max(best, point.rate);
    return {best.bytes_per_second * processors_};
  }

  static std::string measured_text() {
    utsname host{};
    uname(&host);
    const std::time_t now = std::time(nullptr);
    return fmt::format("{:%Y-%m-%d} on {} ({} {}, {} processors)", fmt::gmtime(now), processor_name(),
                       host.sysname, host.machine, std::thread::hardware_concurrency());
  }

  static std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "an unnamed processor";
  }

  void keep(std::string probe, Bytes size, Time measured, Time fitted) {
    result_.residuals.push_back(
        {.probe = std::move(probe), .size = size, .measured = measured, .fitted = fitted});
  }

  Machine& machine() { return result_.machine; }

  int ranks_;
  const Progress& progress_;
  Calibration result_;
  Constant constant_;
  int processors_ = 1;
  double crowd_ = 1;
  int probes_ = 0;
};

}  // namespace

Result<Calibration> calibrate_host(int ranks, const Progress& progress) {
  if (ranks < 2) return fail("calibrating with {} rank; messages need at least 2", ranks);
  return HostCalibrator(ranks, progress).run();
}

}  // namespace commlab
