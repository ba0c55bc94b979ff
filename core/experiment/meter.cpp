#include "core/experiment/meter.h"

#include <algorithm>
#include <cassert>

#include "core/base/stopped.h"

namespace commlab {

Result<Rounds> in_rounds(int count, const std::stop_token& stop, const std::function<Result<Time>()>& round) {
  constexpr int warm_up = 2;
  assert(count > 0);
  // A round that was stopped may have ended early, so its time means nothing.
  const auto next = [&]() -> Result<Time> {
    if (stop.stop_requested()) return stopped();
    const Result<Time> time = round();
    if (stop.stop_requested()) return stopped();
    return time;
  };
  const Result<Time> first = next();
  if (!first) return tl::unexpected(first.error());
  std::vector<Time> times;
  for (int i = -warm_up; i < count; ++i) {
    const Result<Time> time = next();
    if (!time) return tl::unexpected(time.error());
    if (i >= 0) times.push_back(*time);
  }
  std::ranges::sort(times);
  return Rounds{.first = *first,
                .median = times[(times.size() - 1) / 2],
                .min = times.front(),
                .max = times.back(),
                .count = count};
}

double rate_GBps(Bytes bytes, Time time) {
  return time.ps == 0 ? 0 : static_cast<double>(bytes.count) / static_cast<double>(time.ps) * 1e3;
}

double OverlapReport::hidden_percent() const {
  const Time shorter = std::min(copy.median, compute.median);
  if (shorter.ps == 0) return 0;
  const Time hidden = copy.median + compute.median - together.median;
  return 100 * static_cast<double>(hidden.ps) / static_cast<double>(shorter.ps);
}

}  // namespace commlab
