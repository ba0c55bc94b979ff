// Collectives over several nodes, where the network is the narrow place.
#include <gtest/gtest.h>

#include "core/algorithm.h"
#include "core/bounds.h"
#include "core/cluster.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

// A flat ring over n nodes of g GPUs sends 2(p-1)/p S out of each node, while 2(n-1)/n S must leave
// it: n(p-1) / (p(n-1)) times as long, 1.875 for two nodes of eight (algorithms.md 2.10).
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

}  // namespace
}  // namespace commlab
