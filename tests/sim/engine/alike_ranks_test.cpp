// A run of which one rank of each kind is simulated is the whole run, to the picosecond and to the byte on
// every link: NCCL's calls on clusters, and all our algorithms on all kinds of networks.

#include "sim/engine/alike_ranks.h"

#include <gtest/gtest.h>

#include <tuple>

#include "core/machine/cluster.h"
#include "core/nccl/nccl_call.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/planned_programs.h"
#include "tests/predict_by_sim.h"
#include "tests/shipped_machine.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

struct Compared {
  int all = 0, spared = 0;  // runs, and those of which not all ranks were simulated
};

void compare(const Programs& programs, const Machine& m, SimulateOptions options, const std::string& what,
             Compared& compared) {
  const auto use_of = [](const LinkUse& use) { return std::tuple(use.link, use.bytes, use.busy); };
  options.exact = false;
  const Result<Run> quick = simulate(programs, m, options);
  options.exact = true;
  const Result<Run> exact = simulate(programs, m, options);
  ASSERT_EQ(quick.has_value(), exact.has_value()) << what;
  if (!quick) return;
  EXPECT_EQ(quick->finish, exact->finish) << what;
  EXPECT_TRUE(std::ranges::equal(quick->links, exact->links, {}, use_of, use_of)) << what;
  ++compared.all;
  compared.spared += quick->simulated_ranks && *quick->simulated_ranks > 1;
}

TEST(AlikeRanks, StandForAllInEveryCallOfNccl) {
  Compared compared;
  for (const char* name : {"3x dgx-h100", "4x dgx-h100", "5x dgx-a100", "4x dgx1-v100"}) {
    const Machine machine = shipped_machine(name);
    const NcclComm comm = nccl_comm(machine, machine.topology.gpus, {});
    for (const CollectiveKind kind :
         {CollectiveKind::broadcast, CollectiveKind::reduce, CollectiveKind::all_reduce,
          CollectiveKind::all_gather, CollectiveKind::reduce_scatter}) {
      for (const Bytes size : {KiB(64), MiB(16) + Bytes{4}}) {
        Collective c{.kind = kind, .ranks = machine.topology.gpus};
        c.count = count_for(kind, c.ranks, c.dtype, size);
        const commlab::Setup setup{.experiment = {.collective = kind,
                                                  .machine = machine.name,
                                                  .algorithm = std::string(nccl_name),
                                                  .ranks = c.ranks},
                                   .machine = machine,
                                   .collective = c,
                                   .layout = layout_on(machine, c.ranks)};
        const Planner planner{.predict = predict_by_sim()};
        for (const NcclCandidate& candidate : nccl_candidates_of(comm, c)) {
          if (!candidate.excluded.empty()) continue;
          const auto choice = choice_of_way(setup, comm, nccl_way_of(comm, c, candidate), planner);
          if (!choice) continue;
          const commlab::Setup chosen = settled(setup, *choice);
          const auto programs = programs_of(chosen, *choice->algorithm);
          if (!programs) continue;
          for (const bool loop : {false, true})
            compare(**programs, *chosen.machine,
                    {.protocol = std::string(name_of(choice->protocol)), .loop = loop},
                    fmt::format("{} {} {} {}", name, name_of(kind), choice->name, to_text(size)), compared);
        }
      }
    }
  }
  EXPECT_GT(compared.spared, compared.all / 8) << "of " << compared.all;
}

TEST(AlikeRanks, StandForAllOnEveryNetworkAndInEveryAlgorithm) {
  Compared compared;
  for (const char* spec : {"switch:4,25GB/s,1us", "ring:3,25GB/s,1us"})
    for (const Interconnect& network :
         {Interconnect{.nic = GBps(12)}, Interconnect{.nic = GBps(12), .rails = true},
          Interconnect{.nic = GBps(12), .nics_per_node = 2},
          Interconnect{.nic = GBps(12), .nodes_per_leaf = 2, .oversubscription = 2}}) {
      const Result<Machine> m = cluster_of(machine(spec), 4, network);
      ASSERT_TRUE(m) << m.error().message;
      const Layout layout = layout_on(*m, m->topology.gpus);
      for (const Algorithm* a : algorithms_on(*m)) {
        if (a->collective == CollectiveKind::p2p) continue;
        Collective c{.kind = a->collective, .ranks = m->topology.gpus};
        c.count = count_for(c.kind, c.ranks, c.dtype, MiB(1) + Bytes{4});
        const Result<Programs> programs = programs_for(*a, c, {.pieces = 8}, layout);
        if (programs)
          compare(*programs, *m, {}, fmt::format("{} {} {}", m->name, name_of(c.kind), a->name), compared);
      }
    }
  EXPECT_GT(compared.spared, compared.all / 20) << "of " << compared.all;
}

// The same machine, whose switches, NICs and links are listed from the last to the first.
Machine listed_backwards(Machine m) {
  Topology& topology = m.topology;
  const NodeId both_ends = topology.gpus + static_cast<NodeId>(topology.nodes.size()) - 1;
  std::reverse(topology.nodes.begin() + topology.gpus, topology.nodes.end());
  for (Link& link : topology.links)
    for (NodeId* end : {&link.from, &link.to})
      if (*end >= topology.gpus) *end = both_ends - *end;
  std::ranges::reverse(topology.links);
  return m;
}

// A link between switches that the machine lists first once passed for the NIC that posts the messages.
TEST(AlikeRanks, PostWithTheirOwnNicsInWhateverOrderLinksAreListed) {
  const Interconnect network{.nic = GBps(12), .nodes_per_leaf = 2, .oversubscription = 2};
  const Result<Machine> cluster = cluster_of(machine("switch:4,25GB/s,1us"), 4, network);
  ASSERT_TRUE(cluster) << cluster.error().message;
  Machine m = listed_backwards(*cluster);
  m.protocols = {{.name = "posting", .post = microseconds(3)}};
  Compared compared;
  for (const Algorithm* a : algorithms_on(m)) {
    if (a->collective == CollectiveKind::p2p) continue;
    Collective c{.kind = a->collective, .ranks = m.topology.gpus};
    c.count = count_for(c.kind, c.ranks, c.dtype, MiB(1));
    const Layout layout = layout_on(m, m.topology.gpus);
    const Result<Programs> programs = programs_for(*a, c, {.pieces = 8}, layout);
    if (programs)
      compare(*programs, m, {.protocol = "posting"}, fmt::format("{} {}", name_of(c.kind), a->name),
              compared);
  }
  EXPECT_GT(compared.spared, compared.all / 20) << "of " << compared.all;
}

}  // namespace
}  // namespace commlab
