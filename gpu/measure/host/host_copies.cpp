#include "gpu/measure/host/host_copies.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "core/base/numbers.h"
#include "gpu/host/host_memory.h"
#include "gpu/host/host_processors.h"
#include "gpu/measure/host/host_tasks.h"

namespace commlab {
namespace {

constexpr Bytes least_of_a_round = MiB(1);
constexpr std::int64_t least_share = 64;  // a cache line; with smaller shares, threads would share lines

class HostCopies {
 public:
  explicit HostCopies(const MeterSettings& settings) : settings_(settings) {}

  Result<CopyReport> run() {
    const auto processors = static_cast<std::int64_t>(processors_.size());
    report_.where = fmt::format("memory of this computer, {} that this program may use",
                                counted(processors, "processor"));
    if (const Status room = make_room(); !room) return tl::unexpected(room.error());
    if (const Status done = measure_all("memcpy, 1 thread", 1); !done) return tl::unexpected(done.error());
    if (processors > 1)
      if (const Status done = measure_all(fmt::format("memcpy, {} threads", processors), processors); !done)
        return tl::unexpected(done.error());
    return std::move(report_);
  }

 private:
  Status make_room() {
    const Bytes largest = std::ranges::max(settings_.sizes);
    const Bytes free = available_host_memory();
    if (largest.count > free.count / 2)
      return fail(Fault::runtime,
                  "too little memory: copies of {} need twice that size, but only {} are free; try -e {}",
                  to_human(largest), to_human(free), to_text(Bytes{free.count / 2}));
    source_.resize(largest.count);
    target_.resize(source_.size());
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = static_cast<std::byte>(i * 31 + i / 4096);
    return {};
  }

  Status measure_all(const std::string& way, std::int64_t threads) {
    for (const Bytes size : settings_.sizes) {
      if (size.count < threads * least_share && threads > 1) continue;
      if (settings_.progress)
        settings_.progress(done_++ / (2.0 * static_cast<double>(settings_.sizes.size())),
                           fmt::format("{}, {}", way, to_human(size)));
      std::ranges::fill(target_, std::byte{});
      const auto rounds =
          in_rounds(settings_.rounds, settings_.stop, [&] { return copy_once(threads, size); });
      if (!rounds) return tl::unexpected(rounds.error());
      if (!std::equal(target_.begin(), target_.begin() + size.count, source_.begin()))
        return fail(Fault::runtime, "{} of {}: the copy is not equal to its source, so no time is reported",
                    way, to_human(size));
      report_.rows.push_back({.way = way, .size = size, .rounds = *rounds});
    }
    return {};
  }

  Result<Time> copy_once(std::int64_t threads, Bytes size) {
    const std::int64_t repeats =
        std::max<std::int64_t>(1, least_of_a_round.count / std::max<std::int64_t>(1, size.count));
    std::vector<HostTask> tasks;
    for (std::int64_t t = 0; t < threads; ++t) {
      const std::int64_t first = size.count * t / threads;
      const std::int64_t bytes = size.count * (t + 1) / threads - first;
      tasks.push_back({processors_[t], [this, first, bytes, repeats] {
                         for (std::int64_t i = 0; i < repeats; ++i) {
                           std::memcpy(target_.data() + first, source_.data() + first, bytes);
                           std::atomic_signal_fence(std::memory_order_seq_cst);  // keeps every copy
                         }
                       }});
    }
    return time_together(tasks).map([&](Time time) { return Time{time.ps / repeats}; });
  }

  const MeterSettings& settings_;
  std::vector<int> processors_ = allowed_processors();
  std::vector<std::byte> source_, target_;
  CopyReport report_;
  int done_ = 0;
};

}  // namespace

Result<CopyReport> host_copies(const MeterSettings& settings) { return HostCopies(settings).run(); }

}  // namespace commlab
