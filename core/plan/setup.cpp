#include "core/plan/setup.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/index.h"
#include "core/experiment/amount.h"
#include "core/experiment/late_rank.h"
#include "core/machine/part_of_machine.h"
#include "core/plan/call_costs.h"
#include "core/plan/copy_routes.h"
#include "core/plan/nccl_plan.h"
#include "core/routes/disjoint_rings.h"
#include "core/routes/nccl_rings.h"

namespace commlab {
namespace {

constexpr int uncalibrated_ranks = 4;

// Whether the user decides what NCCL decides itself.
bool says_how_data_travel(const Experiment& e) {
  const Experiment usual;
  return e.protocol != usual.protocol || e.channels != usual.channels || e.pieces || !e.ring.empty() ||
         e.per_node || e.route != usual.route || e.link_model != usual.link_model || e.fused || e.streaming ||
         e.slots;
}

// What belongs to NCCL's choice stands with it, and what would take the choice from NCCL does not.
Status check_nccl(const Experiment& e, bool runs_here) {
  if (e.algorithm != nccl_name) {
    if (e.nccl == NcclSettings{}) return {};
    return fail("--nccl and --nccl-... are for NCCL's choice; add --algorithm nccl, or leave them out");
  }
  if (runs_here)
    return fail("--algorithm nccl: NCCL's choice is simulated; to run NCCL itself, use --on nccl");
  if (e.protocol != ProtocolChoice::automatic)
    return fail("--protocol {}: NCCL chooses the protocol; limit its choice with --nccl-proto {}",
                name_of(e.protocol), name_of(e.protocol));
  if (e.channels > 1)
    return fail("--channels {}: NCCL chooses the channels; limit them with --nccl-max-channels {}",
                e.channels, e.channels);
  return {};
}

// Real hardware is as it is; but a rank there can wait, unless it is a stream of a GPU.
Status check_real_faults(const Experiment& e, int ranks) {
  const bool only_simulated = !e.slow.empty() || !e.cut.empty() || !e.jitter.empty();
  if (only_simulated)
    return fail("--{}: {} runs on hardware as it is; leave it out, or try --on sim",
                !e.slow.empty()  ? "slow"
                : !e.cut.empty() ? "cut"
                                 : "jitter",
                name_of(e.on));
  if (e.late.empty()) return {};
  if (e.on == BackendName::cuda || e.on == BackendName::nccl)
    return fail("--late: {} cannot let a rank begin later; --on host, tcp, mpi and sim can", name_of(e.on));
  if (e.loop > 1)
    return fail("--late, --loop: only the first of {} calls in a row would begin later; leave one out",
                e.loop);
  return late_ranks(e.late, ranks).map([](const std::vector<LateRank>&) {});
}

// Leaves the GPUs with ranks, if these are not all: the same ones of each node.
Status keep_gpus_with_ranks(std::optional<Machine>& machine, const Experiment& e) {
  std::vector<int> places = e.gpus_of_node;
  const std::string_view option = places.empty() ? "ranks-per-node" : "gpus-of-node";
  if (places.empty() && !e.ranks_per_node) return {};
  if (e.on != BackendName::sim || !machine)
    return fail("--{}: {} places its ranks itself; leave it out, or try --on sim", option, name_of(e.on));
  const Topology& topology = machine->topology;
  const int in_each = topology.per_node > 0 ? topology.per_node : topology.gpus;
  const int wanted = e.ranks_per_node.value_or(static_cast<int>(places.size()));
  if (wanted < 1 || wanted > in_each)
    return fail("--{}: {} ranks on each node; {} has {} GPUs in each, so expected 1 to {}", option, wanted,
                e.machine, in_each, in_each);
  for (int place = 0; e.gpus_of_node.empty() && place < wanted; ++place) places.push_back(place);
  if (std::ssize(places) != wanted)
    return fail("--gpus-of-node names {} GPUs, and --ranks-per-node {}; leave one out", places.size(),
                wanted);
  if (std::set(places.begin(), places.end()).size() != places.size())
    return fail("--gpus-of-node: a GPU has two ranks; expected different GPUs");
  std::vector<NodeId> gpus;
  for (NodeId first = 0; first < topology.gpus; first += in_each)
    for (const int place : places) {
      if (place < 0 || place >= in_each)
        return fail("--gpus-of-node: GPU {}; expected 0 to {}", place, in_each - 1);
      gpus.push_back(first + place);
    }
  machine = part_of(*machine, gpus);
  machine->title +=
      fmt::format("; ranks on GPU{} {} of each node", wanted == 1 ? "" : "s", fmt::join(places, ", "));
  return {};
}

bool is_damaged(const Experiment& e, const std::optional<Machine>& machine) {
  return machine && e.on == BackendName::sim && (!e.slow.empty() || !e.late.empty() || !e.cut.empty());
}

// Damages the machine as far as its hardware tells; returns what is left in truth.
Result<DamagedTopology> damage(std::optional<Machine>& machine, const Experiment& e) {
  if (!is_damaged(e, machine)) return DamagedTopology{};
  return damaged(machine->topology, {.slow = e.slow, .late = e.late, .cut = e.cut})
      .map([&](DamagedTopology left) {
        machine->topology = std::move(left.told);
        return left;
      });
}

// Empty where NCCL takes each GPU for a node, because only the network joins them all.
std::vector<std::vector<Rank>> rings_as_searched(const Topology& topology, const NcclComm& nccl) {
  if (nccl.node.gpus != topology.per_node) return {};
  std::vector<std::vector<int>> visits;
  for (const NcclChannel& channel : nccl.ring.order) visits.push_back(channel.gpus);
  return rings_through_nodes(topology, nccl.ranks, visits);
}

// The ring of a node where NVLinks join only some of the GPUs: no ring consists of NVLinks alone, and in the
// order of ranks a ring or a chain may leave the NVLinks unused.
std::vector<std::vector<Rank>> rings_over_some_nvlinks(const Machine& machine, int ranks) {
  const Topology& topology = machine.topology;
  constexpr int most_ranks = 64;  // or the search would take too long
  const bool some_are_joined = std::ranges::any_of(topology.links, [&](const Link& link) {
    return link.type == LinkType::nvlink && link.from < ranks && link.to < ranks;
  });
  if (topology.per_node != 0 || !some_are_joined || ranks < 3 || ranks > most_ranks) return {};
  const NcclComm nccl = nccl_comm(machine, ranks, {});
  if (nccl.node.gpus != ranks || nccl.ring.order.empty()) return {};
  std::vector<Rank> ring;
  for (const int gpu : nccl.ring.order.front().gpus) ring.push_back(nccl.node.ranks[index(gpu)]);
  return {ring};
}

}  // namespace

Layout layout_on(const Machine& machine, int ranks, const NcclComm* nccl) {
  const Topology& topology = machine.topology;
  Layout layout{.per_node = topology.per_node};
  if (nccl != nullptr) layout.heads = nccl->heads;
  if (ranks > topology.gpus) return layout;
  if (nodes_have_nvlinks_without_a_switch(topology, ranks))
    layout.rings = rings_as_searched(topology, nccl != nullptr ? *nccl : nccl_comm(machine, ranks, {}));
  if (layout.rings.empty()) layout.rings = nccl_rings(topology, ranks, layout.heads);
  if (layout.rings.empty()) layout.rings = disjoint_rings(topology, ranks);
  if (layout.rings.empty()) layout.rings = rings_over_some_nvlinks(machine, ranks);
  return layout;
}

Result<Setup> set_up(Experiment experiment, const Planner& planner) {
  const Backend& backend = planner.backend(experiment.on);
  const bool runs_here = !backend.models;
  if (experiment.machine.empty()) experiment.machine = runs_here ? name_of(experiment.on) : default_machine;
  Result<std::optional<Machine>> machine = planner.machine(experiment);
  if (!machine) return tl::unexpected(machine.error());

  if (const Status kept = keep_gpus_with_ranks(*machine, experiment); !kept)
    return tl::unexpected(kept.error());
  if (experiment.route.kind == RouteChoice::Kind::staged)
    if (const Status staged = stage_through_memory(*machine); !staged) return tl::unexpected(staged.error());
  if (!experiment.ranks) experiment.ranks = backend.launched;
  const int most_ranks = runs_here ? most_ranks_here : (*machine)->topology.gpus;
  const int usual_ranks = *machine ? (*machine)->topology.gpus : uncalibrated_ranks;
  const Result<Collective> collective = collective_of(experiment, most_ranks, usual_ranks);
  if (!collective) return tl::unexpected(collective.error());
  experiment.ranks = collective->ranks;

  if (runs_here)
    if (const Status can = check_real_faults(experiment, collective->ranks); !can)
      return tl::unexpected(can.error());
  if (experiment.copy != Experiment{}.copy && experiment.on != BackendName::cuda)
    return fail("--copy: only --on cuda has copy engines to choose; leave it out");
  if (experiment.launch == LaunchMode::thread && runs_here)
    return fail("--launch thread: only the simulator knows it; on real ranks, {} decides who starts them",
                name_of(experiment.on));
  const bool has_graphs = experiment.on == BackendName::nccl || experiment.on == BackendName::cuda;
  if (experiment.launch == LaunchMode::graph && runs_here && !has_graphs)
    return fail("--launch graph: {} has no CUDA graphs; leave it out, or try --on nccl, or --on sim",
                name_of(experiment.on));
  if (experiment.protocol != ProtocolChoice::automatic && runs_here)
    return fail("--protocol: {} has only one protocol; leave it out", name_of(experiment.on));
  if (experiment.protocol != ProtocolChoice::automatic && collective->kind == CollectiveKind::p2p)
    return fail("--protocol: p2p is a plain copy and has no protocol; leave it out, or try sendrecv");

  Result<DamagedTopology> left = damage(*machine, experiment);
  if (!left) return tl::unexpected(left.error());
  std::shared_ptr<const NcclComm> nccl;
  const bool fits = *machine && collective->ranks <= (*machine)->topology.gpus;
  if (fits && ((*machine)->nccl || is_damaged(experiment, *machine)))
    nccl = std::make_shared<const NcclComm>(
        nccl_comm(**machine, collective->ranks, experiment.nccl, left->nodes));
  Layout layout = *machine ? layout_on(**machine, collective->ranks, nccl.get()) : Layout{};

  if (!says_amount(experiment)) experiment.size = default_size;
  if (has_root(collective->kind)) experiment.root = collective->root;
  if (collective->kind == CollectiveKind::p2p) experiment.to = collective->to;
  if (const Status joined = check_links(experiment, *collective, *machine); !joined)
    return tl::unexpected(joined.error());
  Result<std::vector<RankPath>> paths = paths_of(experiment, *collective, *machine);
  if (!paths) return tl::unexpected(paths.error());
  if (experiment.per_node) layout.per_node = *experiment.per_node;
  layout.paths = *std::move(paths);
  if (*machine && collective->kind == CollectiveKind::p2p)
    layout.per_message = cost_of_a_copy(**machine, *collective);
  if (is_damaged(experiment, *machine)) (*machine)->topology = std::move(left->real);  // all is planned
  Setup setup{.experiment = std::move(experiment),
              .machine = *std::move(machine),
              .collective = *collective,
              .layout = std::move(layout),
              .budget = planner.budget,
              .nccl = std::move(nccl),
              .slowed = std::move(left->slowed),
              .plans = planner.plans,
              .own_algorithms = planner.own_algorithms};
  Experiment& e = setup.experiment;
  if (e.algorithm.empty())
    e.algorithm = has_call_costs(setup) && !says_how_data_travel(e) ? nccl_name : "auto";
  if (const Status asked = check_nccl(e, runs_here); !asked) return tl::unexpected(asked.error());
  return setup;
}

}  // namespace commlab
