#include "gpu/measure/host/host_pairs.h"

#include <algorithm>
#include <vector>

#include "core/base/numbers.h"
#include "core/collective/data_pattern.h"
#include "gpu/calibrate/probes.h"
#include "gpu/executor.h"
#include "gpu/host/host_device.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;

constexpr int pieces = 16;  // a large copy is 16 messages, pipelined
constexpr int hops = 16;    // of a small message that goes to and fro

// Runs two ranks, one on each processor. Returns the time of one run divided by `parts`.
Result<Rounds> time_pair(const Programs& programs, std::vector<int> processors, const MeterSettings& settings,
                         int parts) {
  HostDevice device(std::move(processors));
  auto order = issue_order(programs);
  if (!order) return tl::unexpected(order.error());
  if (const auto shortage = device.shortage(Executor::memory_needed(programs, *order), {}))
    return fail(Fault::runtime,
                "too little memory: a pair's copies need {}, but only {} are free; try a smaller --size",
                to_human(shortage->needed), to_human(shortage->available));
  auto executor = Executor::prepare(programs, std::move(*order), device, {.stop = settings.stop});
  if (!executor) return tl::unexpected(executor.error());
  if (const Status filled = executor->fill(DataPattern::index); !filled)
    return tl::unexpected(filled.error());
  return in_rounds(settings.rounds, settings.stop, [&] {
    return executor->run_once(10s).map([&](Time time) { return Time{time.ps / parts}; });
  });
}

class HostPairs {
 public:
  explicit HostPairs(const MeterSettings& settings) : settings_(settings) {
    if (processors_.size() > most_places) {
      report_.notes.push_back(fmt::format("only the first {} of {} processors; use taskset to choose others",
                                          most_places, processors_.size()));
      processors_.resize(most_places);
    }
  }

  Result<PairReport> run() {
    if (processors_.size() < 2)
      return fail(
          Fault::runtime,
          "pairs need two processors, but this program may use only one (number {}); check taskset or the "
          "container's limits",
          processors_.front());
    report_.where = fmt::format("{} of this computer; each pair is two ranks that share memory",
                                counted(static_cast<std::int64_t>(processors_.size()), "processor"));
    report_.large = {settings_.large.count / pieces / 4 * 4 * pieces};
    report_.small = {16};
    for (const int processor : processors_) report_.places.push_back(fmt::format("cpu{}", processor));
    const int n = static_cast<int>(processors_.size());
    for (int from = 0; from < n; ++from)
      for (int to = 0; to < n; ++to)
        if (from != to)
          if (const Status done = measure_pair(from, to); !done) return tl::unexpected(done.error());
    return std::move(report_);
  }

 private:
  Status measure_pair(int from, int to) {
    const auto n = static_cast<double>(processors_.size());
    if (settings_.progress)
      settings_.progress(static_cast<double>(report_.pairs.size()) / (n * (n - 1)),
                         report_.places[from] + " to " + report_.places[to]);
    const std::vector<int> two{processors_[from], processors_[to]};
    const Bytes piece{report_.large.count / pieces};
    const auto one_way = time_pair(pairs_probe(1, pieces, piece), two, settings_, 1);
    if (!one_way) return tl::unexpected(one_way.error());
    const auto both_ways = time_pair(exchange_probe(pieces, piece), two, settings_, 1);
    if (!both_ways) return tl::unexpected(both_ways.error());
    const auto small = time_pair(ring_probe(2, hops, report_.small, Opcode::recv), two, settings_, hops);
    if (!small) return tl::unexpected(small.error());
    report_.pairs.push_back(
        {.from = from, .to = to, .one_way = *one_way, .both_ways = *both_ways, .small = *small});
    return {};
  }

  const MeterSettings& settings_;
  std::vector<int> processors_ = allowed_processors();
  PairReport report_;
};

}  // namespace

Result<PairReport> host_pairs(const MeterSettings& settings) { return HostPairs(settings).run(); }

}  // namespace commlab
