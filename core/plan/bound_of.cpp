#include "core/plan/bound_of.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/machine/damage.h"
#include "core/nccl/nccl_call.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/call_costs.h"

namespace commlab {
namespace {

// Above this many GPUs the exact bound takes longer than the run.
constexpr int most_bounded_gpus = 1024;
// The engine counts how slow a GPU is in steps of 2^-20. The bound allows for more.
constexpr double steps_of_slowness = 1e-5;

// What a call costs with one of the protocols.
struct CallHere {
  Costs costs;
  Protocol protocol{};
  Launching launching;
};

// Stores of a switch to many at once pass no messages within a node.
bool may_multicast(const Setup& setup) {
  return setup.machine->topology.multicast &&
         std::ranges::any_of(algorithms_for(setup.collective.kind), &Algorithm::needs_multicast);
}

// On one of these routes, a call of NCCL starts the soonest, and its messages cost the least.
std::vector<NcclRoute> cheapest_routes(const Setup& setup, const NcclSite& site) {
  using By = NcclRoute::By;
  using P = NcclProtocol;
  if (!is_tuned_by_nccl(setup.collective.kind)) return {{.by = By::messages, .protocol = P::simple}};
  std::vector<NcclRoute> routes;
  for (const P protocol : {P::ll, P::ll128, P::simple}) {
    routes.push_back({.algorithm = NcclAlgorithm::tree, .protocol = protocol});
    if (site.rccl) routes.push_back({.by = By::pairs, .protocol = protocol});
  }
  if (may_multicast(setup)) routes.push_back({.algorithm = NcclAlgorithm::nvls, .protocol = P::simple});
  return routes;
}

std::vector<CallHere> calls_of_nccl(const Setup& setup) {
  const NcclSite site = site_of(setup);
  const NcclCosts& known = *setup.machine->nccl;
  const double as_measured = least_correction(setup.collective, site, known);
  std::vector<CallHere> calls;
  for (const NcclRoute& route : cheapest_routes(setup, site)) {
    Machine costs =
        with_costs({.network = setup.machine->network},
                   costs_of({.collective = setup.collective, .route = route}, site, known, as_measured));
    Protocol& protocol = costs.protocols.front();
    if (route.algorithm == NcclAlgorithm::nvls)
      protocol.start = start_of(costs.multicast, size_of(setup.collective));
    calls.push_back({costs.collective, protocol, costs.launching});
  }
  return calls;
}

std::vector<CallHere> calls_here(const Setup& setup) {
  const Machine& machine = *setup.machine;
  if (setup.collective.kind == CollectiveKind::p2p) return {{machine.copy, {}, machine.launching}};
  if (has_call_costs(setup)) return calls_of_nccl(setup);
  std::vector<CallHere> calls;
  for (const Protocol& protocol : machine.protocols)
    calls.push_back({machine.collective, protocol, machine.launching});
  if (calls.empty() || may_multicast(setup)) calls.push_back({machine.collective, {}, machine.launching});
  return calls;
}

LeastCosts least_costs(const Setup& setup) {
  const Experiment& e = setup.experiment;
  if (e.on != BackendName::sim) return {};
  LeastCosts least{.launch = never, .message = never, .message_between_nodes = never};
  for (const auto& [costs, protocol, launching] : calls_here(setup)) {
    const bool is_fifo = e.link_model == LinkModel::fifo;  // there, only the links' latencies count
    const auto message = [&](Time hop) { return costs.overhead + costs.latency + (is_fifo ? Time{} : hop); };
    least.launch = std::min(least.launch, launch_time(costs, protocol.start, launching, e.launch));
    least.message = std::min(least.message, message(std::ranges::min(protocol.hop)));
    least.message_between_nodes =
        std::min(least.message_between_nodes, message(protocol.hop_over(LinkType::network)));
  }
  if (may_multicast(setup)) least.message = {};
  least.calls_overlap = calls_overlap(setup);
  return least;
}

// Whether a message may pass a GPU that is not its sender.
bool may_pass_gpus(const Topology& topology) {
  return topology.gpus_forward || std::ranges::any_of(topology.links, [&](const Link& link) {
           return link.type == LinkType::nvlink && link.from < topology.gpus && link.to < topology.gpus;
         });
}

// All that a slow GPU sends takes longer. So the links out of it carry less, if no other messages leave it.
Topology with_slow_gpus(Topology topology, const std::vector<std::string>& slow) {
  if (may_pass_gpus(topology)) return topology;
  for (const std::string& words : slow) {
    const std::optional<SlowGpu> gpu = slow_gpu(topology, words);
    for (Link& link : topology.links)
      if (gpu && link.from == gpu->gpu)
        link.bandwidth.bytes_per_second = static_cast<std::int64_t>(std::ceil(
            static_cast<double>(link.bandwidth.bytes_per_second) / gpu->times * (1 + steps_of_slowness)));
  }
  return topology;
}

}  // namespace

std::optional<Bound> bound_of(const Setup& setup) {
  if (!setup.machine) return std::nullopt;
  const Topology& topology = setup.machine->topology;
  if (setup.collective.ranks > topology.gpus || topology.gpus > most_bounded_gpus) return std::nullopt;
  const Experiment& e = setup.experiment;
  if (e.link_model == LinkModel::ideal) return std::nullopt;
  const LeastCosts costs = least_costs(setup);
  const Result<Bound> found = e.slow.empty()
                                  ? bound(setup.collective, topology, e.links, costs)
                                  : bound(setup.collective, with_slow_gpus(topology, e.slow), e.links, costs);
  return found ? std::optional(*found) : std::nullopt;
}

}  // namespace commlab
