#include "core/plan/call_costs.h"

#include <array>
#include <cmath>
#include <utility>

#include "core/nccl/nccl_choice.h"

namespace commlab {
namespace {

using By = NcclRoute::By;
using A = NcclAlgorithm;

std::optional<NcclProtocol> protocol_of(ProtocolChoice choice) {
  switch (choice) {
    case ProtocolChoice::simple: return NcclProtocol::simple;
    case ProtocolChoice::ll: return NcclProtocol::ll;
    case ProtocolChoice::ll128: return NcclProtocol::ll128;
    case ProtocolChoice::automatic: break;
  }
  return std::nullopt;
}

bool is_call_on_nccl_machine(const Setup& setup) {
  return setup.machine && setup.machine->nccl && setup.experiment.on == BackendName::sim &&
         setup.collective.kind != CollectiveKind::p2p;
}

NcclRoute route_like(const Algorithm& algorithm, const NcclSite& site, NcclProtocol protocol) {
  constexpr std::array same = {std::pair{"tree", A::tree},
                               std::pair{"nvls", A::nvls},
                               std::pair{"nvls-sharp", A::nvls},
                               std::pair{"nvls-tree", A::nvls_tree},
                               std::pair{"collnet-direct", A::collnet_direct},
                               std::pair{"collnet-chain", A::collnet_chain},
                               std::pair{"pat", A::pat}};
  for (const auto& [name, nccl] : same)
    if (algorithm.name == name) return {.algorithm = nccl, .protocol = protocol};
  const auto is_one_of = [&](auto... names) { return ((algorithm.name == names) || ...); };
  if (!is_tuned_by_nccl(algorithm.collective))
    return {.by = By::messages, .protocol = protocol, .ours = !is_one_of("direct", "flat")};
  if (site.rccl && is_one_of("direct", "two-shot")) return {.by = By::pairs, .protocol = protocol};
  return {.protocol = protocol, .ours = !is_one_of("ring", "multi-ring", "chain", "multi-chain")};
}

bool can_use(const NcclRoute& route, const NcclSite& site) {
  if (route.by == By::messages) return route.protocol == NcclProtocol::simple;
  return route.protocol != NcclProtocol::ll128 || site.ll128;
}

// NCCL's call that is like the run.
std::optional<RoutedCall> call_like(const Setup& setup, const Algorithm& algorithm, ProtocolChoice protocol,
                                    const NcclSite& site) {
  const std::optional<NcclProtocol> by = protocol_of(protocol);
  if (!by) return std::nullopt;
  const NcclRoute route = route_like(algorithm, site, *by);
  if (!can_use(route, site)) return std::nullopt;
  return RoutedCall{.collective = setup.collective, .route = route};
}

}  // namespace

bool has_call_costs(const Setup& setup) {
  const int ranks = setup.collective.ranks;
  return is_call_on_nccl_machine(setup) && ranks > 1 && ranks <= setup.machine->topology.gpus;
}

bool calls_overlap(const Setup& setup) {
  return setup.experiment.loop > 1 && (!has_call_costs(setup) || has_root(setup.collective.kind));
}

std::shared_ptr<const NcclComm> nccl_comm_of(const Setup& setup) {
  if (setup.nccl) return setup.nccl;
  return std::make_shared<const NcclComm>(
      nccl_comm(*setup.machine, setup.collective.ranks, setup.experiment.nccl));
}

NcclSite site_of(const Setup& setup) { return nccl_site(*nccl_comm_of(setup)); }

std::optional<RoutedCall> call_like(const Setup& setup, const Algorithm& algorithm, ProtocolChoice protocol) {
  if (!has_call_costs(setup)) return std::nullopt;
  return call_like(setup, algorithm, protocol, site_of(setup));
}

std::optional<NcclCallCosts> call_costs(const Setup& setup, const Algorithm& algorithm,
                                        ProtocolChoice protocol) {
  if (!has_call_costs(setup) || protocol == ProtocolChoice::automatic) return std::nullopt;
  const NcclSite site = site_of(setup);
  const std::optional<RoutedCall> call = call_like(setup, algorithm, protocol, site);
  return call ? std::optional(costs_of(*call, site, *setup.machine->nccl)) : std::nullopt;
}

Machine with_call_costs(Machine machine, const Algorithm& algorithm, const Collective& collective,
                        ProtocolChoice protocol) {
  const Setup setup{
      .experiment = {}, .machine = std::move(machine), .collective = collective, .layout = {}, .budget = {}};
  const std::optional<NcclCallCosts> costs = call_costs(setup, algorithm, protocol);
  return costs ? with_costs(*setup.machine, *costs) : *setup.machine;
}

std::optional<Machine> machine_of_one_rank(const Setup& setup) {
  if (!is_call_on_nccl_machine(setup) || setup.collective.ranks != 1) return std::nullopt;
  Machine machine = *setup.machine;
  machine.protocols.clear();
  machine.collective = {};
  machine.work = {.slots = machine.work.slots};
  if (setup.collective.in_place) return machine;
  const LocalCopies& local = machine.local;
  machine.collective.launch =
      local.latency > Time{} ? local.latency : Time{std::llround(machine.nccl->launch * 1e6)};
  if (local.traffic > Bandwidth{})
    machine.work.copy.points = {{.size = {}, .rate = {local.traffic.bytes_per_second / 2}}};
  return machine;
}

std::optional<Machine> machine_without_data(const Setup& setup) {
  const bool is_dropped =
      has_call_costs(setup) && is_tuned_by_nccl(setup.collective.kind) && elements_of(setup.collective) == 0;
  if (!is_dropped) return std::nullopt;
  Machine machine = with_costs(*setup.machine, {});
  machine.protocols.clear();
  for (const std::string_view name : protocol_names) machine.protocols.push_back({.name = std::string(name)});
  for (Link& link : machine.topology.links) link.latency = {};
  return machine;
}

std::vector<Protocol> protocols_here(const Setup& setup, const Algorithm& algorithm) {
  if (!has_call_costs(setup)) return setup.machine->protocols;
  std::vector<Protocol> protocols;
  for (const ProtocolChoice choice : {ProtocolChoice::simple, ProtocolChoice::ll, ProtocolChoice::ll128})
    if (std::optional<NcclCallCosts> costs = call_costs(setup, algorithm, choice))
      protocols.push_back(std::move(costs->protocol));
  return protocols;
}

std::optional<int> pieces_here(const Setup& setup, const Algorithm& algorithm, ProtocolChoice protocol,
                               int usual) {
  if (!has_call_costs(setup)) return std::nullopt;
  const NcclSite site = site_of(setup);
  const std::optional<RoutedCall> call = call_like(setup, algorithm, protocol, site);
  return call ? pieces_of(*call, site, usual) : std::nullopt;
}

}  // namespace commlab
