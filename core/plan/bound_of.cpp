#include "core/plan/bound_of.h"

#include <algorithm>
#include <vector>

#include "core/base/index.h"
#include "core/nccl/nccl_call.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/call_costs.h"

namespace commlab {
namespace {

// Above this many GPUs the exact bound takes longer than the run.
constexpr int most_bounded_gpus = 1024;

// What a call costs with one of the protocols.
struct CallHere {
  Costs costs;
  Protocol protocol{};
  Launching launching;
};

// No call of NCCL starts sooner than a tree, and no message costs less than its.
std::vector<CallHere> calls_of_nccl(const Setup& setup) {
  using P = NcclProtocol;
  std::vector<NcclRoute> routes;
  if (is_tuned_by_nccl(setup.collective.kind))
    for (const P protocol : {P::ll, P::ll128, P::simple})
      routes.push_back({.algorithm = NcclAlgorithm::tree, .protocol = protocol});
  else
    routes.push_back({.by = NcclRoute::By::messages, .protocol = P::simple});

  const NcclSite site = site_of(setup);
  std::vector<CallHere> calls;
  for (const NcclRoute& route : routes) {
    const Machine costs =
        with_costs({.network = setup.machine->network},
                   costs_of({.collective = setup.collective, .route = route}, site, *setup.machine->nccl));
    calls.push_back({costs.collective, costs.protocols.front(), costs.launching});
  }
  return calls;
}

// Stores of a switch to many at once pass no messages within a node.
bool may_multicast(const Setup& setup) {
  return setup.machine->topology.multicast &&
         std::ranges::any_of(algorithms_for(setup.collective.kind), &Algorithm::needs_multicast);
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
    Time launch = costs.launch + protocol.start;
    if (e.launch == LaunchMode::graph) launch -= std::min(launch, launching.graph_saves);
    const bool is_fifo = e.link_model == LinkModel::fifo;  // there, only the links' latencies count
    const auto message = [&](Time hop) { return costs.overhead + costs.latency + (is_fifo ? Time{} : hop); };
    least.launch = std::min(least.launch, launch);
    least.message = std::min(least.message, message(std::ranges::min(protocol.hop)));
    least.message_between_nodes = std::min(least.message_between_nodes,
                                           message(protocol.hop[index(static_cast<int>(LinkType::network))]));
  }
  if (may_multicast(setup)) least.message = {};
  least.calls_overlap = calls_overlap(setup);
  return least;
}

}  // namespace

std::optional<Bound> bound_of(const Setup& setup) {
  if (!setup.machine) return std::nullopt;
  const Topology& topology = setup.machine->topology;
  if (setup.collective.ranks > topology.gpus || topology.gpus > most_bounded_gpus) return std::nullopt;
  const Experiment& e = setup.experiment;
  if (e.link_model == LinkModel::ideal) return std::nullopt;
  const Result<Bound> found = bound(setup.collective, topology, e.links, least_costs(setup));
  return found ? std::optional(*found) : std::nullopt;
}

}  // namespace commlab
