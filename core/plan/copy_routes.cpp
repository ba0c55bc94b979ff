#include "core/plan/copy_routes.h"

#include <algorithm>

#include "core/bounds/latency_bound.h"
#include "core/machine/host_memory.h"
#include "core/routes/router.h"

namespace commlab {

Result<std::vector<RankPath>> paths_of(const Experiment& experiment, const Collective& collective,
                                       const std::optional<Machine>& machine) {
  if (collective.kind != CollectiveKind::p2p) return {};
  if (!machine || collective.ranks > machine->topology.gpus) {
    if (experiment.route.kind != RouteChoice::Kind::relayed) return {};
    return fail("--route {}: a path needs a machine; name one with --machine", experiment.route.relays);
  }
  const Topology& topology = machine->topology;
  if (topology.staged) return {};
  if (experiment.route.kind == RouteChoice::Kind::relayed)
    return path_named(experiment.route.relays, topology, collective).map([](RankPath path) {
      return std::vector{std::move(path)};
    });
  std::vector<RankPath> paths;
  for (const Rank to : collective.to)
    for (RankPath& path : disjoint_paths(topology, collective.ranks, collective.from, to))
      paths.push_back(std::move(path));
  return paths;
}

// The sender's overhead, and a share of the latency: a message occupies a slot while it is under way.
Time cost_of_a_copy(const Machine& machine, const Collective& c) {
  Time under_way = machine.copy.latency;
  if (c.ranks <= machine.topology.gpus)
    if (const auto route = Router(machine.topology).route(c.from, c.to.front()); route)
      for (const LinkId link : *route)
        under_way += machine.topology.links[static_cast<std::size_t>(link)].latency;
  return machine.copy.overhead + Time{under_way.ps / std::max(1, machine.work.slots)};
}

Status stage_through_memory(std::optional<Machine>& machine) {
  if (!machine) return fail("--route staged: a path needs a machine; name one with --machine");
  if (!shows_host_memory(machine->topology))
    return fail("--route staged: {} has no host memory to stage through (a node of type memory); try direct",
                machine->name);
  machine->topology.staged = true;
  return {};
}

Status check_links(const Experiment& experiment, const Collective& collective,
                   const std::optional<Machine>& machine) {
  if (experiment.links != LinkChoice::nvlink) return {};
  if (!machine) return fail("--links nvlink: this needs a machine; name one with --machine");
  const Topology& topology = machine->topology;
  if (collective.ranks > topology.gpus) return {};
  const Result<LatencyBound> way =
      latency_bound(collective, fabric_of(topology, collective.ranks, LinkChoice::nvlink));
  if (!way) return fail("--links nvlink: {}", way.error().message);
  return {};
}

}  // namespace commlab
