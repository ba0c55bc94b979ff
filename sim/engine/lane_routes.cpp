#include "sim/engine/lane_routes.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace commlab {
namespace {

void add_routes_of_links(const Placement& placement, Flows& flows) {
  for (const PlacedLane& placed : placement.lanes) flows.add_route(placement.crossed_by(placed));
}

// The lane's own processor does its work. Where the machine says so, the receiver's does its messages, too.
std::vector<int> processors_of(const PlacedLane& placed, const Work& work) {
  if (work.processors == 0) return {};
  return {work.processor_of(placed.rank)};
}
std::vector<int> processors_of_messages(const PlacedLane& placed, const RunSetting& run) {
  const Work& work = run.machine.work;
  std::vector<int> processors = processors_of(placed, work);
  if (!processors.empty() && work.at_both_ends && placed.target >= 0)
    processors.push_back(work.processor_of(run.placement.lanes[index(placed.target)].rank));
  return processors;
}

// Four routes for each lane, in the order of LaneRoutes::Use.
void add_routes_of_uses(const RunSetting& run, bool fair_links, Flows& flows) {
  const Work& work = run.machine.work;
  const auto memory = static_cast<LinkId>(run.machine.topology.links.size());
  const auto once = static_cast<std::size_t>(work.memory > Bandwidth{});
  for (const PlacedLane& placed : run.placement.lanes) {
    const std::vector<int> of_work = processors_of(placed, work),
                           of_messages = processors_of_messages(placed, run);
    std::vector<LinkId> crossed;
    flows.add_route(crossed, of_work);
    flows.add_route(std::vector(once, memory), of_work);
    if (fair_links)
      for (const LinkId link : run.placement.crossed_by(placed)) crossed.push_back(link);
    crossed.insert(crossed.end(), once, memory);
    flows.add_route(crossed, of_messages);
    crossed.insert(crossed.end(), once, memory);
    flows.add_route(crossed, of_messages);
  }
}

}  // namespace

LaneRoutes::LaneRoutes(const RunSetting& run, Flows& flows)
    : has_memory_or_processors_(run.machine.work.memory > Bandwidth{} || run.machine.work.processors > 0),
      fair_links_(run.options.links == LinkModel::fair),
      nothing_(flows.add_route({})),
      first_(nothing_ + 1) {
  if (has_memory_or_processors_)
    add_routes_of_uses(run, fair_links_, flows);
  else if (fair_links_)
    add_routes_of_links(run.placement, flows);
  if (run.protocol.posts()) add_routes_of_posting(run, flows);
}

// Each network link has a time of its own for posting. These follow the links and the memory.
void LaneRoutes::add_routes_of_posting(const RunSetting& run, Flows& flows) {
  const auto first =
      static_cast<LinkId>(run.machine.topology.links.size() + (run.machine.work.memory > Bandwidth{}));
  const std::vector<PlacedLane>& lanes = run.placement.lanes;
  post_of_.resize(lanes.size());
  for (std::size_t l = 0; l < lanes.size(); ++l) {
    if (lanes[l].nic < 0) continue;
    const std::uint32_t route = flows.add_route(std::vector(index(lanes[l].posters), first + lanes[l].nic));
    if (posting_.empty()) first_post_ = route;
    post_of_[l] = static_cast<std::uint32_t>(posting_.size());
    posting_.push_back(static_cast<std::uint32_t>(l));
  }
}

}  // namespace commlab
