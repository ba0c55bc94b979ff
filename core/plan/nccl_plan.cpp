#include "core/plan/nccl_plan.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/nccl/nccl_clock.h"
#include "core/plan/perform.h"

namespace commlab {
namespace {

using Kind = CollectiveKind;

// Ours that moves the data in the same way.
Result<std::string> our_name(Kind kind, NcclAlgorithm algorithm, const Layout& layout) {
  const bool has_rings = !layout.rings.empty();
  switch (algorithm) {
    case NcclAlgorithm::ring:
      if (kind == Kind::broadcast || kind == Kind::reduce) return has_rings ? "multi-chain" : "chain";
      return has_rings ? "multi-ring" : "ring";
    case NcclAlgorithm::tree: return "tree";
    case NcclAlgorithm::nvls: return "nvls";
    case NcclAlgorithm::pat: return "pat";
    case NcclAlgorithm::nvls_tree: return "nvls-tree";
    case NcclAlgorithm::collnet_direct:
    case NcclAlgorithm::collnet_chain: break;
  }
  return fail("NCCL's {} needs a network that reduces", name_of(algorithm));
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

}  // namespace

NcclComm nccl_comm_of(const Setup& setup) {
  return nccl_comm(*setup.machine, setup.collective.ranks, setup.experiment.nccl);
}

std::optional<ClockTime> time_by_the_clock(const Setup& setup, const NcclComm& comm,
                                           const std::optional<NcclWay>& way) {
  const Collective& collective = setup.collective;
  const std::optional<NcclCosts>& costs = setup.machine->nccl;
  const bool is_copy = collective.kind == Kind::p2p;
  if (!costs || is_copy || is_uneven(collective) || collective.ranks < 2 || size_of(collective).count == 0)
    return std::nullopt;
  const NcclSite site = nccl_site(comm);
  const ClockedCall call{
      .collective = collective, .launch = setup.experiment.launch, .loop = setup.experiment.loop > 1};
  const double us = way ? nccl_time_us(site, *costs, call, way->algorithm, way->protocol)
                        : nccl_p2p_time_us(site, *costs, call);
  return ClockTime{.time = {static_cast<std::int64_t>(std::llround(us * 1e6))},
                   .band = band_of(*costs, comm.nodes > 1, size_of(collective))};
}

Result<Choice> choice_of_way(const Setup& setup, const NcclComm& comm, const NcclWay& way,
                             const Planner& planner) {
  const Kind kind = setup.collective.kind;
  const Result<std::string> name = our_name(kind, way.algorithm, setup.layout);
  if (!name) return tl::unexpected(name.error());
  return find_algorithm(kind, *name).and_then([&](const Algorithm* algorithm) -> Result<Choice> {
    Choice wanted{
        .algorithm = algorithm, .why = {}, .protocol = usable(choice_of(way.protocol), *setup.machine)};
    wanted.name = *name;
    wanted.nccl = way;
    wanted.clock = time_by_the_clock(setup, comm, way);
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
  if (!is_tuned_by_nccl(setup.collective.kind)) {
    Setup direct = setup;
    direct.experiment.algorithm = has_root(setup.collective.kind) ? "flat" : "direct";
    return find_algorithm(setup.collective.kind, direct.experiment.algorithm)
        .and_then(
            [&](const Algorithm* algorithm) { return choose_protocol(direct, *algorithm, planner.predict); })
        .map([&](Choice choice) {
          choice.why = "NCCL makes it of sends and receives, and has nothing to choose";
          choice.clock = time_by_the_clock(setup, nccl_comm_of(setup), std::nullopt);
          return choice;
        });
  }
  const NcclComm comm = nccl_comm_of(setup);
  return nccl_way(comm, setup.collective).and_then([&](const NcclWay& way) {
    return choice_of_way(setup, comm, way, planner);
  });
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
                     to_text(version), name_of(way.algorithm), name_of(way.protocol), way.channels,
                     way.channels == 1 ? "" : "s", way.threads, to_human(estimate));
}

}  // namespace commlab
