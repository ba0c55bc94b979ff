// In a large run of odd sizes, one tile stands for all with chunks that are as large as the largest one. That
// is nearly the run as it is.

#include "core/machine/cluster.h"
#include "core/plan/setup.h"
#include "sim/simulate.h"
#include "tests/sanitized.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

// Calls check(programs, rounded, machine) for all algorithms whose tiles do the same, on nodes of four.
template <class Check>
void for_all_that_fold(Check check) {
  for (int nodes = 2; nodes <= 6; ++nodes) {
    if (!worth_sanitizing(nodes)) continue;
    const Machine m = cluster_of(machine("switch:4,25GB/s,1us"), nodes, {.nic = GBps(12)}).value();
    const int ranks = m.topology.gpus;
    for (const Algorithm* a : algorithms_on(m)) {
      if (a->collective == CollectiveKind::p2p) continue;
      const Collective c{.kind = a->collective, .ranks = ranks, .count = 1'440 * ranks + 7};
      const Result<Programs> odd = programs_for(*a, c, {.one_tile = true}, layout_on(m, ranks));
      if (!odd || odd->frame == Frame::absolute) continue;
      Programs rounded = *odd;
      rounded.partition = rounded.partition.rounded_up();
      SCOPED_TRACE(fmt::format("{} {} on {} nodes", name_of(a->collective), a->name, nodes));
      check(*odd, rounded, m);
    }
  }
}

TEST(OddSizes, RoundedUpTakeNearlyTheSameTime) {
  int compared = 0;
  for_all_that_fold([&](const Programs& odd, const Programs& rounded, const Machine& m) {
    for (const LinkModel links : {LinkModel::ideal, LinkModel::fair}) {
      const auto as_it_is = simulate(odd, m, {.links = links});
      const auto larger = simulate(rounded, m, {.links = links});
      ASSERT_TRUE(as_it_is && larger);
      EXPECT_TRUE(larger->simulated_ranks);
      const auto time = static_cast<double>(as_it_is->finish.ps);
      if (links == LinkModel::ideal) {
        EXPECT_LE(as_it_is->finish, larger->finish);
        EXPECT_NEAR(time, static_cast<double>(larger->finish.ps), time / 1'000);  // an element of 1,440
      } else {  // messages that meet on a link may meet in another order
        EXPECT_NEAR(time, static_cast<double>(larger->finish.ps), time / 100);
      }
      ++compared;
    }
  });
  EXPECT_GT(compared, 20);
}

// An all_reduce of 512 ranks whose chunks differ by an element.
struct LargeOddRun {
  Result<Run> quick;
  Result<Run> exact;
};
LargeOddRun large_odd_run(const char* algorithm) {
  const Machine m = machine("switch:512,25GB/s,0.5us");
  const Programs programs = programs_on(m, CollectiveKind::all_reduce, algorithm, {4'000'004});
  return {.quick = simulate(programs, m), .exact = simulate(programs, m, {.exact = true})};
}

TEST(OddSizes, AreRoundedUpWhereAllRanksWouldTakeLong) {
  if (!worth_sanitizing(512)) GTEST_SKIP() << "takes too long";
  const auto [quick, exact] = large_odd_run("two-shot");
  ASSERT_TRUE(quick && exact);
  EXPECT_TRUE(quick->rounded_up);
  EXPECT_EQ(quick->simulated_ranks, 1);
  EXPECT_FALSE(exact->rounded_up);
  EXPECT_NEAR(static_cast<double>(quick->finish.ps) / static_cast<double>(exact->finish.ps), 1, 0.001);
}

TEST(OddSizes, StayAsTheyAreWhereTheRecurrenceIsQuick) {
  const auto [quick, exact] = large_odd_run("ring");
  ASSERT_TRUE(quick && exact);
  EXPECT_FALSE(quick->rounded_up);
  EXPECT_EQ(quick->finish, exact->finish);
}

}  // namespace
}  // namespace commlab
