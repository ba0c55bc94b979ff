#include "core/plan/outcome.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"

namespace commlab {

std::string bound_place(const Bound& bound, const Experiment& experiment) {
  return name_of(bound.limited_by) + std::string(condition_of(experiment.links));
}

double percent_of_bound(const Outcome& outcome) {
  assert(outcome.bound && "a bound");
  if (outcome.run.finish.ps == 0) return 100;
  return 100.0 * static_cast<double>(outcome.bound->time.ps) / static_cast<double>(outcome.run.finish.ps);
}

LinkId link_in_trace(const Outcome& outcome, LinkId id) {
  const std::vector<Link>& sound = outcome.machine->topology.links;
  const std::vector<Link>& in_trace = outcome.trace().topology.links;
  const auto joins_the_same = [&](const Link& link) {
    return link.from == sound[index(id)].from && link.to == sound[index(id)].to;
  };
  // Links between two nodes are cut all or none, so the place among them stays.
  auto place = std::count_if(sound.begin(), sound.begin() + id, joins_the_same);
  for (std::size_t i = 0; i < in_trace.size(); ++i)
    if (joins_the_same(in_trace[i]) && place-- == 0) return static_cast<LinkId>(i);
  assert(false && "a link that is not cut");
  return id;
}

double slowed_times(const Outcome& outcome, const LinkUse& use) {
  const Bandwidth sound = outcome.machine->topology.links[index(use.link)].bandwidth;
  if (sound == Bandwidth{} || use.bytes == 0) return 1;
  const Time alone = serialization_time({use.bytes}, sound);
  return use.full <= alone ? 1 : static_cast<double>(use.full.ps) / static_cast<double>(alone.ps);
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
