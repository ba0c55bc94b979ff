#include "sim/script/exposed.h"

#include <algorithm>
#include <utility>

namespace commlab {
namespace {

using Interval = std::pair<Time, Time>;

// The intervals in order and without overlaps, covering the same time.
std::vector<Interval> merged(std::vector<Interval> intervals) {
  std::ranges::sort(intervals);
  std::vector<Interval> all;
  for (const Interval& each : intervals) {
    if (!all.empty() && each.first <= all.back().second)
      all.back().second = std::max(all.back().second, each.second);
    else
      all.push_back(each);
  }
  return all;
}

Time length(const std::vector<Interval>& intervals) {
  Time sum;
  for (const auto& [start, end] : intervals) sum += end - start;
  return sum;
}

// The time that both lists cover. REQUIRES: both are in order, without overlaps.
Time common(const std::vector<Interval>& a, const std::vector<Interval>& b) {
  Time sum;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const Time start = std::max(a[i].first, b[j].first);
    const Time end = std::min(a[i].second, b[j].second);
    if (start < end) sum += end - start;
    ++(a[i].second < b[j].second ? i : j);
  }
  return sum;
}

}  // namespace

std::vector<Time> exposed_times(const ScriptRun& run, const Flavour& flavour) {
  std::vector<std::vector<Interval>> carries(run.ranks), computes = carries;
  const ScriptLane computing = flavour.on_host ? ScriptLane::host : ScriptLane::compute;
  for (const ScriptSpan& span : run.spans) {
    const Rank rank = span.rank;
    if (span.kind == ScriptSpan::Kind::carries) carries[rank].emplace_back(span.start, span.end);
    if (span.kind == ScriptSpan::Kind::works && span.lane == computing && !span.sleeps)
      computes[rank].emplace_back(span.start, span.end);
  }
  std::vector<Time> exposed;
  for (std::size_t rank = 0; rank < carries.size(); ++rank) {
    const std::vector<Interval> carried = merged(carries[rank]);
    exposed.push_back(length(carried) - common(carried, merged(computes[rank])));
  }
  return exposed;
}

}  // namespace commlab
