#include "sim/script/exposed.h"

#include "core/base/intervals.h"

namespace commlab {

std::vector<Time> exposed_times(const ScriptRun& run, const Flavour& flavour) {
  std::vector<std::vector<Interval<Time>>> carries(run.ranks), computes = carries;
  const ScriptLane computing = flavour.on_host ? ScriptLane::host : ScriptLane::compute;
  for (const ScriptSpan& span : run.spans) {
    const Rank rank = span.rank;
    if (span.kind == ScriptSpan::Kind::carries) carries[rank].push_back({span.start, span.end});
    if (span.kind == ScriptSpan::Kind::works && span.lane == computing && !span.sleeps)
      computes[rank].push_back({span.start, span.end});
  }
  std::vector<Time> exposed;
  for (std::size_t rank = 0; rank < carries.size(); ++rank) {
    const std::vector<Interval<Time>> carried = merged(carries[rank]);
    exposed.push_back(length_of(carried) - length_of(overlap(carried, merged(computes[rank]))));
  }
  return exposed;
}

}  // namespace commlab
