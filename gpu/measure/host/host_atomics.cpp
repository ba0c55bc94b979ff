#include "gpu/measure/host/host_atomics.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "gpu/host/host_processors.h"
#include "gpu/measure/host/host_tasks.h"

namespace commlab {
namespace {

constexpr int most_adders = 16;
constexpr std::int64_t additions_by_default = 200'000;
constexpr std::int64_t between_looks = 4'096;  // additions after which an adder sees that it should stop
constexpr auto relaxed = std::memory_order_relaxed;

// One counter, on a cache line of its own.
struct alignas(64) Counter {
  std::atomic<std::int64_t> value = 0;
};

struct AddingWay {
  std::string_view way;
  std::string_view meaning;
  // One addition by the adder with this number. All adders share the first counter and the lock.
  void (*add)(std::vector<Counter>&, std::mutex&, std::size_t adder);
};

constexpr AddingWay ways[] = {
    {"load, add 1, store",
     "a store of another thread between this thread's load and store is overwritten, so that addition is "
     "lost",
     [](std::vector<Counter>& counters, std::mutex&, std::size_t) {
       counters[0].value.store(counters[0].value.load(relaxed) + 1, relaxed);
     }},
    {"atomic addition", "load, addition and store are one step, so no other thread comes between",
     [](std::vector<Counter>& counters, std::mutex&, std::size_t) {
       counters[0].value.fetch_add(1, relaxed);
     }},
    {"behind a lock", "only the thread that holds the lock adds; all others wait for the lock",
     [](std::vector<Counter>& counters, std::mutex& lock, std::size_t) {
       const std::lock_guard held(lock);
       counters[0].value.store(counters[0].value.load(relaxed) + 1, relaxed);
     }},
    {"own counters, summed",
     "threads share nothing until the end, so no addition is lost and no thread waits",
     [](std::vector<Counter>& counters, std::mutex&, std::size_t adder) {
       counters[adder].value.store(counters[adder].value.load(relaxed) + 1, relaxed);
     }},
};

Result<AtomicsReport::Row> time_way(const AddingWay& adding, int adders, std::int64_t additions,
                                    const std::vector<int>& processors, const MeterSettings& settings) {
  AtomicsReport::Row row{.way = std::string(adding.way), .meaning = std::string(adding.meaning)};
  row.counted = adders * additions;
  const auto rounds = in_rounds(settings.rounds, settings.stop, [&] {
    std::vector<Counter> counters(adders);
    std::mutex lock;
    std::vector<HostTask> tasks;
    for (int adder = 0; adder < adders; ++adder)
      tasks.push_back({processor_of(adder, processors), [&, adder] {
                         for (std::int64_t i = 0; i < additions && !settings.stop.stop_requested();)
                           for (const auto until = std::min(additions, i + between_looks); i < until; ++i)
                             adding.add(counters, lock, adder);
                       }});
    const Result<Time> time = time_together(tasks);
    std::int64_t counted = 0;
    for (const Counter& counter : counters) counted += counter.value;
    if (time) row.counted = std::min(row.counted, counted);
    return time;
  });
  if (!rounds) return tl::unexpected(rounds.error());
  row.rounds = *rounds;
  return row;
}

}  // namespace

Result<AtomicsReport> host_atomics(const MeterSettings& settings) {
  const std::vector<int> processors = allowed_processors();
  const int adders = std::clamp(static_cast<int>(processors.size()), 2, most_adders);
  AtomicsReport report{.where = fmt::format("{} threads on {} of this computer's processors", adders,
                                            std::min<std::size_t>(processors.size(), adders)),
                       .adders = adders,
                       .additions = settings.additions > 0 ? settings.additions : additions_by_default,
                       .rows = {}};
  for (const AddingWay& adding : ways) {
    if (settings.progress)
      settings.progress(static_cast<double>(report.rows.size()) / std::size(ways), adding.way);
    auto row = time_way(adding, adders, report.additions, processors, settings);
    if (!row) return tl::unexpected(row.error());
    report.rows.push_back(std::move(*row));
  }
  return report;
}

}  // namespace commlab
