// Sums in the switches of the network (SHARP), where messages are free: closed forms, and what no other
// algorithm can do.
#include <gtest/gtest.h>

#include "core/bounds/bounds.h"
#include "core/machine/cluster.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

constexpr std::int64_t of_a_gpu = 1'000'000;  // bytes

struct Shape {
  int nodes;
  int gpus;
};

Machine cluster(Shape shape, const Interconnect& network, std::string_view node = "switch:{},450GB/s,0") {
  return *cluster_of(machine(fmt::format(fmt::runtime(node), shape.gpus)), shape.nodes, network);
}

Collective sum_over(Shape shape) {
  const int ranks = shape.nodes * shape.gpus;
  return {.kind = CollectiveKind::all_reduce,
          .ranks = ranks,
          .count = shape.gpus * of_a_gpu,
          .dtype = DataType::uint8};
}

Programs programs(Shape shape, std::string_view algorithm, int pieces = 1) {
  return *programs_for(**find_algorithm(CollectiveKind::all_reduce, algorithm), sum_over(shape),
                       {.pieces = pieces}, {.per_node = shape.gpus});
}

Run run_of(const Programs& programs, const Machine& on) {
  const auto run = simulate(programs, on, {});
  EXPECT_TRUE(run) << run.error().message;
  return *run;
}

// Each NIC carries its GPU's share once in each direction, one after the other with one piece: 2 S/g beta'.
// The node's part is so fast here that it does not count.
TEST(NetworkSums, TakeTheSameTimeForAnyNumberOfNodes) {
  const Time once = serialization_time({of_a_gpu}, GBps(1));
  for (const int gpus : {1, 2, 4})
    for (const int nodes : {2, 3, 5, 16}) {
      const Shape shape{nodes, gpus};
      const Machine on = cluster(shape, {.nic = GBps(1), .latency = microseconds(2), .sharp = true},
                                 "switch:{},1000000GB/s,0");
      for (const char* algorithm : {"collnet-direct", "collnet-chain"}) {
        const Time time = run_of(programs(shape, algorithm), on).finish;
        EXPECT_NEAR(seconds_of(time), seconds_of(2 * once + microseconds(2)), 1e-7)
            << algorithm << " on " << nodes << " nodes of " << gpus;
      }
    }
}

// With many pieces, a NIC sends and receives at once: S/g beta', the bound. Nothing that only forwards gets
// below 2(n-1)/n of it.
TEST(NetworkSums, WithPiecesReachTheBound) {
  const Shape shape{4, 4};
  const Machine on = cluster(shape, {.nic = GBps(1), .latency = {}, .sharp = true});
  const Time least = bound(sum_over(shape), on.topology)->time;

  EXPECT_EQ(least, serialization_time({of_a_gpu}, GBps(1)));
  for (const char* algorithm : {"collnet-direct", "collnet-chain"}) {
    const Time time = run_of(programs(shape, algorithm, 64), on).finish;
    EXPECT_GE(time, least) << algorithm;
    EXPECT_LT(seconds_of(time), 1.1 * seconds_of(least)) << algorithm;
  }
}

TEST(NetworkSums, OfNvlsGoThroughTheNodesSwitchesToo) {
  const Shape shape{3, 4};
  const Machine on =
      cluster(shape, {.nic = GBps(10), .latency = {}, .sharp = true}, "switch:{},450GB/s,0,multicast");
  const auto run = run_of(programs(shape, "nvls-sharp", 64), on);
  const Time least = bound(sum_over(shape), on.topology)->time;

  EXPECT_GE(run.finish, least);
  EXPECT_LT(seconds_of(run.finish), 1.1 * seconds_of(least));
}

// Every shape is proved: also with one node, one GPU per node, and pieces.
TEST(NetworkSums, AreProved) {
  for (const char* algorithm : {"nvls-sharp", "collnet-direct", "collnet-chain"})
    for (const Shape shape : {Shape{1, 4}, Shape{2, 1}, Shape{2, 2}, Shape{3, 4}, Shape{5, 2}})
      for (const int pieces : {1, 3}) {
        if (shape.gpus == 1 && algorithm == std::string_view("nvls-sharp")) continue;
        const Status proved = verify(programs(shape, algorithm, pieces));
        EXPECT_TRUE(proved) << algorithm << " on " << shape.nodes << " nodes of " << shape.gpus << ": "
                            << proved.error().message;
      }
}

TEST(NetworkSums, NeedANetworkThatReduces) {
  const Shape shape{2, 2};
  const Machine plain = cluster(shape, {.nic = GBps(1)});
  const auto run = simulate(programs(shape, "collnet-chain"), plain, {});

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message,
            "the network of 2x switch:2,450GB/s,0 joins ranks 0, 2, but its switches do not reduce, which "
            "all_reduce collnet-chain needs; choose another algorithm, or a network with SHARP, as in \"2x "
            "dgx-h100,sharp\"");
}

// A GPU that is slow slows the sum, even where it is not the one that stands for the switches.
TEST(NetworkSums, AreAsSlowAsTheSlowestGpu) {
  const Shape shape{3, 1};
  const Machine on = cluster(shape, {.nic = GBps(1), .latency = {}, .sharp = true});
  const Programs sum = programs(shape, "collnet-chain");
  const Time usual = run_of(sum, on).finish;
  for (const Rank slow : {0, 1, 2}) {
    const auto run = simulate(sum, on, {.faults = {.slow_gpus = {{.gpu = slow, .factor = 2}}}});
    ASSERT_TRUE(run);
    EXPECT_EQ(run->finish, 2 * usual) << slow;
  }
}

}  // namespace
}  // namespace commlab
