// Collectives over several nodes, where the network is the bottleneck.
#include <gtest/gtest.h>

#include "core/bounds/bounds.h"
#include "core/machine/cluster.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

// A flat ring over n nodes of g GPUs (p = n g) sends 2(p-1)/p S out of each node, but only 2(n-1)/n S must
// leave it. So it takes n(p-1) / (p(n-1)) times as long as the bound: 1.875 for two nodes of eight.
TEST(Clusters, AFlatRingSendsMoreOverTheNetworkThanItMust) {
  struct Shape {
    int nodes;
    int gpus;
  };
  for (const Shape shape : {Shape{2, 8}, Shape{4, 8}, Shape{2, 4}, Shape{3, 4}}) {
    const Interconnect network{.nic = GBps(50), .latency = {}, .nics_per_node = 1};
    const Machine node = machine(fmt::format("switch:{},450GB/s,0", shape.gpus));
    const Machine cluster = *cluster_of(node, shape.nodes, network);
    const std::int64_t ranks = cluster.topology.gpus;
    const Bytes size = {ranks * 1'000'000};

    const Programs ring = programs_on(cluster, CollectiveKind::all_reduce, "ring", size);
    const Time time = simulate(ring, cluster, {})->finish;
    const Time bound_time = bound(ring.collective, cluster.topology)->time;

    EXPECT_EQ(time, 2 * (ranks - 1) * serialization_time({1'000'000}, GBps(50)));
    EXPECT_EQ(time.ps * ranks * (shape.nodes - 1), bound_time.ps * shape.nodes * (ranks - 1))
        << shape.nodes << " nodes of " << shape.gpus;
  }
}

// With a NIC for each GPU there is a ring for each NIC, and ring j leaves a node from GPU j. Each NIC carries
// the share of one ring, so all rings together are as far from the bound as a single one.
//
//   ring 0:  0 1 2 3 | 4 5 6 7     ring 1:  1 2 3 0 | 5 6 7 4     ring 2:  2 3 0 1 | 6 7 4 5  ...
TEST(Clusters, FlatRingsOverAllNicsDoNoBetter) {
  const Machine node = machine("switch:8,450GB/s,0");
  const Machine cluster = *cluster_of(node, 2, {.nic = GBps(5), .latency = {}});
  Layout layout{.per_node = 8};
  for (int j = 0; j < 8; ++j) {
    std::vector<Rank> ring;
    for (const int first : {0, 8})
      for (int i = 0; i < 8; ++i) ring.push_back(first + (i + j) % 8);
    layout.rings.push_back(ring);
  }
  constexpr std::int64_t share = 10'000;  // of a block, on each ring
  Collective c{
      .kind = CollectiveKind::all_reduce, .ranks = 16, .count = 16 * 8 * share, .dtype = DataType::uint8};
  const Algorithm* rings = *find_algorithm(c.kind, "multi-ring");

  const Time time = simulate(*programs_for(*rings, c, {}, layout), cluster, {})->finish;

  EXPECT_EQ(time, 30 * serialization_time({share}, GBps(5)));
  EXPECT_EQ(1000 * time.ps, 1875 * bound(c, cluster.topology)->time.ps);
}

}  // namespace
}  // namespace commlab
