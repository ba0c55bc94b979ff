#include "sim/engine/lane_routes.h"

#include <optional>
#include <span>

namespace commlab {
namespace {

class RoutesOfLanes {
 public:
  RoutesOfLanes(const RunSetting& run, Flows& flows) : run_(run), flows_(flows) {}

  // Waking uses a processor, if the machine counts processors. Work also uses the shared memory. Sending also
  // uses the links of its route.
  LaneRoutes of(const PlacedLane& placed) {
    const Work& work = run_.machine.work;
    const int processor = work.processors > 0 ? placed.rank % work.processors : Flows::no_processor;
    const bool has_memory = work.memory > Bandwidth{};
    const std::span links = shared_links(placed);
    LaneRoutes routes;
    routes.waking = add({}, 0, processor);
    routes.work = has_memory ? add({}, 1, processor) : routes.waking;
    routes.message = links.empty() ? routes.work : add(links, has_memory ? 1 : 0, processor);
    routes.fused = has_memory ? add(links, 2, processor) : routes.message;
    return routes;
  }

 private:
  std::span<const LinkId> shared_links(const PlacedLane& placed) const {
    if (run_.options.links != LinkModel::fair) return {};
    return {run_.placement.links.data() + placed.first_link, placed.links};
  }

  std::uint32_t add(std::span<const LinkId> over, std::size_t passes_of_memory, int processor) {
    if (over.empty() && passes_of_memory == 0 && processor == Flows::no_processor) return nothing();
    crossed_.assign(over.begin(), over.end());
    crossed_.insert(crossed_.end(), passes_of_memory, static_cast<LinkId>(run_.topology.links.size()));
    return flows_.add_route(crossed_, processor);
  }
  // All lanes share the route that crosses nothing.
  std::uint32_t nothing() {
    if (!nothing_) nothing_ = flows_.add_route({});
    return *nothing_;
  }

  const RunSetting& run_;
  Flows& flows_;
  std::vector<LinkId> crossed_;  // the links of the route that is being added
  std::optional<std::uint32_t> nothing_;
};

}  // namespace

std::vector<LaneRoutes> add_routes(const RunSetting& run, Flows& flows) {
  RoutesOfLanes routes(run, flows);
  std::vector<LaneRoutes> all;
  all.reserve(run.placement.lanes.size());
  for (const PlacedLane& placed : run.placement.lanes) all.push_back(routes.of(placed));
  return all;
}

}  // namespace commlab
