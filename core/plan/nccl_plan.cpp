#include "core/plan/nccl_plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/plan/call_costs.h"
#include "core/plan/perform.h"
#include "core/plan/pieces.h"
#include "core/plan/plan_store.h"

namespace commlab {
namespace {

using Kind = CollectiveKind;

bool is_on_several_nodes(const Collective& collective, const Layout& layout) {
  return layout.per_node > 0 && collective.ranks > layout.per_node;
}

// Ours that moves the data in the same way.
std::string our_name(const NcclRoute& route, const Collective& collective, const Layout& layout) {
  const Kind kind = collective.kind;
  if (route.by == NcclRoute::By::messages) return has_root(kind) ? "flat" : "direct";
  if (route.by == NcclRoute::By::pairs) return kind == Kind::all_reduce ? "two-shot" : "direct";
  const bool has_rings = !layout.rings.empty();
  switch (route.algorithm) {
    case NcclAlgorithm::ring:
      if (kind == Kind::broadcast || kind == Kind::reduce) return has_rings ? "multi-chain" : "chain";
      return has_rings ? "multi-ring" : "ring";
    case NcclAlgorithm::tree: return "tree";
    case NcclAlgorithm::nvls: return is_on_several_nodes(collective, layout) ? "nvls-sharp" : "nvls";
    case NcclAlgorithm::pat: return "pat";
    case NcclAlgorithm::nvls_tree: return "nvls-tree";
    case NcclAlgorithm::collnet_direct: return "collnet-direct";
    case NcclAlgorithm::collnet_chain: return "collnet-chain";
  }
  return {};
}

// What goes through switches is simulated over nodes only where all have equally many ranks, and not too many
// in all.
bool is_simulated(NcclAlgorithm algorithm, const Setup& setup) {
  const Collective& collective = setup.collective;
  const Result<const Algorithm*> ours =
      our_algorithm({.collective = collective, .route = {.algorithm = algorithm}}, setup.layout);
  if (!ours) return true;
  const bool are_alike =
      !is_on_several_nodes(collective, setup.layout) || collective.ranks % setup.layout.per_node == 0;
  return (*ours)->supports(collective) && (are_alike || !(*ours)->needs_multicast);
}

// The way with the best of NCCL's estimates that is simulated here.
NcclWay next_way(const Setup& setup, const NcclComm& comm, const NcclWay& chosen) {
  std::vector<NcclCandidate> candidates = nccl_candidates_of(comm, setup.collective);
  std::erase_if(candidates, [&](const NcclCandidate& candidate) {
    return !candidate.excluded.empty() || !is_simulated(candidate.algorithm, setup);
  });
  if (candidates.empty()) return chosen;
  return nccl_way_of(comm, setup.collective,
                     *std::ranges::min_element(candidates, {}, &NcclCandidate::time_us));
}

ProtocolChoice choice_of(NcclProtocol protocol) {
  switch (protocol) {
    case NcclProtocol::ll: return ProtocolChoice::ll;
    case NcclProtocol::ll128: return ProtocolChoice::ll128;
    case NcclProtocol::simple: return ProtocolChoice::simple;
  }
  return ProtocolChoice::automatic;
}

// A machine without costs for a protocol uses those that it has.
ProtocolChoice usable(ProtocolChoice wanted, const Machine& machine) {
  const auto has = [&](ProtocolChoice choice) {
    return std::ranges::count(machine.protocols, name_of(choice), &Protocol::name) > 0;
  };
  if (has(wanted)) return wanted;
  return has(ProtocolChoice::simple) ? ProtocolChoice::simple : ProtocolChoice::automatic;
}

// Empty if NCCL sends messages.
std::string_view why_without_messages(const Setup& setup) {
  const Collective& collective = setup.collective;
  if (!setup.machine->nccl) return "";
  if (collective.ranks == 1)
    return collective.in_place ? "NCCL does nothing for a rank alone, in place"
                               : "NCCL copies the input of a rank alone to its output";
  const bool nothing = size_of(collective).count == 0 && is_tuned_by_nccl(collective.kind);
  return nothing ? "NCCL does nothing where there are no data" : "";
}

}  // namespace

std::optional<RoutedCall> nccl_call_of(const Setup& setup, const std::optional<NcclWay>& way) {
  const Collective& collective = setup.collective;
  const bool is_copy = collective.kind == Kind::p2p;
  if (!setup.machine->nccl || is_copy || is_uneven(collective) || collective.ranks < 2 ||
      size_of(collective).count == 0)
    return std::nullopt;
  RoutedCall call{.collective = collective, .route = {.by = NcclRoute::By::messages}};
  if (way) call.route = {.algorithm = way->algorithm, .protocol = way->protocol};
  return call;
}

Result<const Algorithm*> our_algorithm(const RoutedCall& call, const Layout& layout) {
  return find_algorithm(call.collective.kind, our_name(call.route, call.collective, layout));
}

Result<Choice> choice_of_call(const Setup& setup, const RoutedCall& call, const NcclCosts& costs) {
  const Result<const Algorithm*> algorithm = our_algorithm(call, setup.layout);
  if (!algorithm) return tl::unexpected(algorithm.error());
  Choice choice{.algorithm = *algorithm, .why = {}, .protocol = choice_of(call.route.protocol)};
  choice.name = (*algorithm)->name;
  const NcclSite site = site_of(setup);
  choice.costs = costs_of(call, site, costs);
  choice.band = band_of(call, site, costs);
  if (const std::optional<Correction> correction = correction_of(call, site, costs))
    choice.as_measured = correction->times;
  if (setup.experiment.pieces) {
    choice.pieces = *setup.experiment.pieces;
    return choice;
  }
  Setup named = settled(setup, choice);
  named.experiment.pieces.reset();
  const PlanStore::Loan planned = plans_for(**algorithm, setup.plans.get());
  if (std::optional<PiecesOfProtocol> usual = pieces_of_protocol(named, *planned)) {
    choice.pieces = usual->pieces;
    choice.why_pieces = std::move(usual->why);
  }
  return choice;
}

Choice again(Choice choice, const Setup& setup) {
  if (!choice.costs) return choice;
  const std::optional<RoutedCall> call = nccl_call_of(setup, choice.nccl);
  if (call) choice.costs = costs_of(*call, site_of(setup), *setup.machine->nccl);
  return choice;
}

Result<Choice> choice_of_way(const Setup& setup, const NcclComm& comm, const NcclWay& way,
                             const Planner& planner) {
  if (const std::optional<RoutedCall> call = nccl_call_of(setup, way))
    return choice_of_call(setup, *call, *setup.machine->nccl).map([&](Choice choice) {
      choice.nccl = way;
      choice.why = sentence_of(way, comm.settings.version);
      return choice;
    });
  const std::string name =
      our_name({.algorithm = way.algorithm, .protocol = way.protocol}, setup.collective, setup.layout);
  return find_algorithm(setup.collective.kind, name)
      .and_then([&](const Algorithm* algorithm) -> Result<Choice> {
        Choice wanted{
            .algorithm = algorithm, .why = {}, .protocol = usable(choice_of(way.protocol), *setup.machine)};
        wanted.name = name;
        wanted.nccl = way;
        Setup named = settled(setup, wanted);
        named.experiment.pieces = setup.experiment.pieces;
        return choose_protocol(named, *algorithm, planner.predict).map([&](Choice found) {
          wanted.pieces = found.pieces;
          wanted.why_pieces = std::move(found.why_pieces);
          wanted.why = sentence_of(way, comm.settings.version);
          if (wanted.protocol != choice_of(way.protocol))
            wanted.why += fmt::format("; {} has no costs of {}, so {} is simulated", setup.machine->name,
                                      name_of(way.protocol), name_in_results(wanted.protocol));
          return wanted;
        });
      });
}

Result<Choice> choose_as_nccl(const Setup& setup, const Planner& planner) {
  const std::shared_ptr<const NcclComm> comm = nccl_comm_of(setup);
  if (const std::string_view why = why_without_messages(setup); !why.empty()) {
    const std::string_view copies = is_tuned_by_nccl(setup.collective.kind) ? "ring" : "direct";
    return find_algorithm(setup.collective.kind, has_root(setup.collective.kind) ? "flat" : copies)
        .map([&](const Algorithm* algorithm) {
          return Choice{
              .algorithm = algorithm, .why = std::string(why), .protocol = ProtocolChoice::automatic};
        });
  }
  if (is_tuned_by_nccl(setup.collective.kind))
    return nccl_way(*comm, setup.collective).and_then([&](const NcclWay& way) {
      if (is_simulated(way.algorithm, setup)) return choice_of_way(setup, *comm, way, planner);
      const NcclWay next = next_way(setup, *comm, way);
      return choice_of_way(setup, *comm, next, planner).map([&](Choice choice) {
        choice.why = fmt::format("{}; {} is not simulated for {} ranks on these nodes, so {} with {} is",
                                 sentence_of(way, comm->settings.version), name_of(way.algorithm),
                                 setup.collective.ranks, name_of(next.algorithm), name_of(next.protocol));
        return choice;
      });
    });
  const auto messages = [&]() -> Result<Choice> {
    if (const std::optional<RoutedCall> call = nccl_call_of(setup, std::nullopt))
      return choice_of_call(setup, *call, *setup.machine->nccl);
    const NcclRoute route{.by = NcclRoute::By::messages};
    Setup direct = setup;
    direct.experiment.algorithm = our_name(route, setup.collective, {});
    return find_algorithm(setup.collective.kind, direct.experiment.algorithm)
        .and_then(
            [&](const Algorithm* algorithm) { return choose_protocol(direct, *algorithm, planner.predict); });
  };
  return messages().map([](Choice choice) {
    choice.why = "NCCL makes it of sends and receives, and has nothing to choose";
    return choice;
  });
}

std::string needs_of(const Setup& setup, const Algorithm& algorithm, ProtocolChoice protocol) {
  const std::optional<RoutedCall> call = call_like(setup, algorithm, protocol);
  if (!call) return "";
  const auto is_ours = [&] {
    const Result<const Algorithm*> same = our_algorithm(*call, setup.layout);
    return call->route.ours || !same || *same != &algorithm;
  };
  if (is_ours()) return "own kernels";
  if (call->route.by != NcclRoute::By::algorithm) return "NCCL";
  const NcclRoute& route = call->route;
  for (const NcclCandidate& candidate : nccl_candidates_of(*nccl_comm_of(setup), setup.collective))
    if (candidate.algorithm == route.algorithm && candidate.protocol == route.protocol &&
        candidate.excluded.empty())
      return fmt::format("NCCL_ALGO={} NCCL_PROTO={}", name_of(route.algorithm), name_of(route.protocol));
  return "own kernels";
}

std::vector<SimulatedCandidate> simulated_candidates(const Setup& setup, const NcclComm& comm,
                                                     const Planner& planner) {
  std::vector<SimulatedCandidate> all;
  for (NcclCandidate& candidate : nccl_candidates_of(comm, setup.collective)) {
    SimulatedCandidate simulated{.candidate = std::move(candidate)};
    if (simulated.candidate.excluded.empty()) {
      simulated.way = nccl_way_of(comm, setup.collective, simulated.candidate);
      const Result<Time> time = choice_of_way(setup, comm, simulated.way, planner)
                                    .and_then([&](const Choice& choice) {
                                      return perform(setup, choice, planner, only_the_time());
                                    })
                                    .map([](const Outcome& outcome) { return outcome.run.finish; });
      if (time)
        simulated.time = *time;
      else
        simulated.why_not = time.error().message;
    }
    all.push_back(std::move(simulated));
  }
  return all;
}

std::string way_text(NcclAlgorithm algorithm, NcclProtocol protocol) {
  return fmt::format("{}/{}", name_of(algorithm), name_of(protocol));
}

std::string sentence_of(const NcclWay& way, NcclVersion version) {
  const Time estimate{static_cast<std::int64_t>(std::llround(way.time_us * 1e6))};
  return fmt::format("NCCL {} chooses {} with {} on {} channel{} of {} threads; it estimates {}",
                     to_human(version), name_of(way.algorithm), name_of(way.protocol), way.channels,
                     way.channels == 1 ? "" : "s", way.threads, to_human(estimate));
}

}  // namespace commlab
