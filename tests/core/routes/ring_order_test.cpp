// The widest ring, on machines whose best order is known.

#include "core/routes/ring_order.h"

#include <gtest/gtest.h>

#include "core/machine/machine.h"
#include "core/machine_text/machine_families.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// Only one ring of the puzzle server, up to its start and direction, uses pairs with four NVLinks only.
TEST(RingOrder, OfTheCubeMeshTakesOnlyItsFourLinkPairs) {
  const Machine machine = shipped_machine("hcm8");
  const Result<RingOrder> best = widest_ring(machine.topology, 8);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->order, (std::vector<Rank>{0, 1, 4, 5, 2, 3, 6, 7}));
  EXPECT_EQ(best->narrowest, *parse_bandwidth("93.32GB/s"));
  EXPECT_EQ(*narrowest_hop(machine.topology, {0, 1, 2, 3, 4, 5, 6, 7}), *parse_bandwidth("7.5GB/s"));
}

TEST(RingOrder, OfASwitchIsAnyOrder) {
  const Result<Machine> machine = machine_from_spec("switch:5,25GB/s,1us");
  ASSERT_TRUE(machine);
  const Result<RingOrder> best = widest_ring(machine->topology, 5);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->order, (std::vector<Rank>{0, 1, 2, 3, 4}));
  EXPECT_EQ(best->narrowest, GBps(25));
}

TEST(RingOrder, NeighboursThatCannotReachEachOtherAreAnError) {
  Topology apart;
  apart.add("gpu0", NodeType::gpu);
  apart.add("gpu1", NodeType::gpu);
  apart.gpus = 2;
  EXPECT_FALSE(widest_ring(apart, 2));
}

}  // namespace
}  // namespace commlab
