#include "core/plan/outcome.h"

#include <algorithm>
#include <cassert>

namespace commlab {

std::string bound_place(const Bound& bound, const Experiment& experiment) {
  return name_of(bound.limited_by) + std::string(condition_of(experiment.links));
}

std::string bound_parts(const Bound& bound, const Experiment& experiment) {
  const std::string place = bound_place(bound, experiment);
  return bound.launches_first() ? fmt::format("launch {}, then {}", to_human(bound.launch), place) : place;
}

double percent_of_bound(const Bound& bound, Time time) {
  return time == Time{} ? 100 : percent_of(bound.time, time);
}

double percent_of_bound(const Outcome& outcome) {
  assert(outcome.bound && "a bound");
  return percent_of_bound(*outcome.bound, outcome.run.finish);
}

double slowed_times(const Outcome& outcome, LinkId link) {
  double times = 1;
  for (const SlowedLink& slowed : outcome.slowed)
    if (slowed.link == link) times *= slowed.times;
  return times;
}

std::vector<Time> arrival_times(const Trace& trace, const std::vector<Rank>& destinations) {
  std::vector<Time> times(destinations.size());
  for (const Transfer& transfer : trace.transfers) {
    const auto found = std::find(destinations.begin(), destinations.end(), transfer.to);
    if (found == destinations.end()) continue;
    Time& time = times[static_cast<std::size_t>(found - destinations.begin())];
    time = std::max(time, transfer.end);
  }
  return times;
}

}  // namespace commlab
