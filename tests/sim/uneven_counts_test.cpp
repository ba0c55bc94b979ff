// Simulated all-to-alls with uneven counts, against arithmetic that a reader can redo: on a switch of 25 GB/s
// and 0.5 us per link, a message takes 1 us and 40 ps for each byte.

#include "tests/uneven_counts.h"
#include "core/bounds/bounds.h"
#include "core/playback/replay.h"
#include "tests/sanitized.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

Collective bytes_of(const std::vector<CountRow>& rows) {
  return all_to_all_with(CountMatrix::of(rows).value(), DataType::int8);
}

Programs made_by(std::string_view algorithm, const Collective& c, const Lowering& how = {}) {
  return programs_for(**find_algorithm(c.kind, algorithm), c, how).value();
}

Time time_on_a_switch(std::string_view algorithm, const Collective& c, const SimulateOptions& options = {}) {
  const Machine m = machine(fmt::format("switch:{},25GB/s,0.5us", c.ranks));
  const Result<Run> run = simulate(made_by(algorithm, c), m, options);
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  return run ? run->finish : Time{};
}

TEST(UnevenTimes, OfTwoRanksAreThatOfTheLargerMessage) {
  for (const char* algorithm : {"direct", "pairwise", "shift"}) {
    EXPECT_EQ(time_on_a_switch(algorithm, bytes_of({{9, 1'000}, {3'000, 9}})), picoseconds(1'120'000));
    EXPECT_EQ(time_on_a_switch(algorithm, bytes_of({{9, 0}, {3'000, 9}})), picoseconds(1'120'000));
    EXPECT_EQ(time_on_a_switch(algorithm, bytes_of({{9, 0}, {0, 7}})), picoseconds(1'000'000));
  }
}

// The port into rank 0 carries 16,000 bytes; without contention, each message of 8,000 takes 320 ns.
TEST(UnevenTimes, OfAHotExpertAreThatOfThePortIntoIt) {
  const Collective hot = bytes_of({{8'000, 1'000, 1'000}, {8'000, 1'000, 1'000}, {8'000, 1'000, 1'000}});
  EXPECT_EQ(time_on_a_switch("direct", hot), picoseconds(1'640'000));
  EXPECT_EQ(time_on_a_switch("direct", hot, {.exact = true}), picoseconds(1'640'000));
  EXPECT_EQ(time_on_a_switch("direct", hot, {.links = LinkModel::ideal}), picoseconds(1'320'000));
}

// Rank 1 sends 1,000 bytes to rank 2, then 8,000 to rank 0; rank 2 sends 8,000 to rank 0, then 1,000 to
// rank 1: 360 ns until the last byte leaves, and 1 us until it is there.
TEST(UnevenTimes, OfRoundsAddUpWhatARankSends) {
  const Collective hot = bytes_of({{8'000, 1'000, 1'000}, {8'000, 1'000, 1'000}, {8'000, 1'000, 1'000}});
  EXPECT_EQ(time_on_a_switch("shift", hot, {.links = LinkModel::ideal}),
            picoseconds(1'000'000 + 40'000 + 320'000));
}

// The same programs by another way: sizes come from a matrix, and all ranks are simulated.
TEST(UnevenTimes, OfEqualCountsAreThoseOfTheEvenCollective) {
  int compared = 0;
  for (const char* spec : {"switch:{},25GB/s,0.5us", "ring:{},25GB/s,0.5us"})
    for (const Algorithm* algorithm : algorithms_for(CollectiveKind::all_to_all))
      for (int ranks = 2; ranks <= 17; ++ranks) {
        if (!worth_sanitizing(ranks)) continue;
        const Result<Machine> m = machine_from_spec(fmt::format(fmt::runtime(spec), ranks));
        const Collective equal = all_to_all_with(counts_by(ranks, [](int, int) { return 1'001; }));
        if (!m || !algorithm->supports(equal)) continue;
        const Collective even{.kind = equal.kind, .ranks = ranks, .count = 1'001};
        for (const LinkModel links : {LinkModel::fair, LinkModel::fifo, LinkModel::ideal})
          for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 2}}) {
            const auto uneven_run =
                simulate(programs_for(*algorithm, equal, how).value(), *m, {.links = links});
            const auto even_run = simulate(programs_for(*algorithm, even, how).value(), *m, {.links = links});
            ASSERT_TRUE(uneven_run && even_run);
            EXPECT_EQ(uneven_run->finish, even_run->finish)
                << algorithm->name << " on " << ranks << " ranks of " << spec;
            ++compared;
          }
        EXPECT_EQ(bound(equal, m->topology)->time, bound(even, m->topology)->time) << ranks << ' ' << spec;
      }
  EXPECT_GT(compared, sanitized ? 100 : 400);
}

TEST(UnevenTimes, AreNeverBelowTheBoundAndTheReplayEndsWithEveryPromise) {
  std::vector<int> ranks = one_to_seventeen();
  std::erase_if(ranks, [](int n) { return n == 1 || !worth_sanitizing(n); });
  for_all_uneven(ranks, [](const Algorithm& algorithm, const Collective& c, const std::string& what) {
    const Machine m = machine(fmt::format("switch:{},25GB/s,0.5us", c.ranks));
    const Programs programs = programs_for(algorithm, c).value();
    const auto run = simulate(programs, m, {.trace = true});
    ASSERT_TRUE(run) << what << ": " << run.error().message;
    EXPECT_GE(run->finish, bound(c, m.topology)->time) << what;
    const Result<Replay> replay = Replay::of(*run->trace, programs);
    ASSERT_TRUE(replay) << what << ": " << replay.error().message;
    std::int64_t moved = 0;
    for (const Transfer& t : run->trace->transfers) moved += t.bytes;
    for (Rank rank = 0; rank < c.ranks; ++rank) {
      EXPECT_TRUE(replay->complete(rank, run->finish)) << what;
      moved -= 4 * (c.counts.sent(rank) - c.counts.count(rank, rank));
    }
    EXPECT_EQ(moved, 0) << what;
  });
}

// Into rank 0 go 3 * 7 kB at 25 GB/s; out of the others 7 + 1 + 1.
TEST(UnevenBound, IsTheNarrowestCutOfWhatCrossesIt) {
  const Collective hot = all_to_all_with(
      counts_by(4, [](int, int to) { return to == 0 ? 7'000'000 : 1'000'000; }), DataType::int8);
  const Result<Bound> of_hot = bound(hot, machine("switch:4,25GB/s,0").topology);
  ASSERT_TRUE(of_hot);
  EXPECT_EQ(of_hot->time, picoseconds(21'000'000 * 40ll));
  EXPECT_EQ(name_of(of_hot->limited_by), "nvswitch -> gpu0");

  const Collective sender = all_to_all_with(
      counts_by(4, [](int from, int) { return from == 2 ? 7'000'000 : 1'000'000; }), DataType::int8);
  EXPECT_EQ(name_of(bound(sender, machine("switch:4,25GB/s,0").topology)->limited_by), "gpu2 -> nvswitch");
}

TEST(UnevenBound, IsNothingWhereEveryRankKeepsItsOwn) {
  const Collective own = all_to_all_with(counts_by(40, [](int a, int b) { return a == b ? 5 : 0; }));
  EXPECT_EQ(bound(own, machine("switch:40,25GB/s,1us").topology)->time, Time{});
}

TEST(UnevenBound, NeedsAWayForWhatIsSent) {
  for (const int ranks : {8, 40}) {
    Topology apart = machine(fmt::format("switch:{},25GB/s,1us", ranks)).topology;
    apart.links.clear();
    const Collective last = all_to_all_with(
        counts_by(ranks, [&](int a, int b) { return a == ranks - 1 && b == ranks - 2 ? 9 : 0; }));
    const Result<Bound> none = bound(last, apart);
    ASSERT_FALSE(none) << ranks;
    EXPECT_THAT(none.error().message, testing::HasSubstr("no way leads from"));
  }
}

// 1 us to a neighbour on a ring, 4 us to the farthest; only neighbours have anything for each other.
TEST(UnevenBound, CountsTheLatencyOnlyOfPairsThatHaveSomethingToSend) {
  const Topology ring = machine("ring:8,25GB/s,1us").topology;
  const Collective near =
      all_to_all_with(counts_by(8, [](int a, int b) { return b == (a + 1) % 8 ? 1 : 0; }));
  EXPECT_EQ(bound(near, ring)->latency, microseconds(1));
  const Collective far = all_to_all_with(counts_by(8, [](int a, int b) { return a == 0 && b == 4 ? 1 : 0; }));
  EXPECT_EQ(bound(far, ring)->latency, microseconds(4));
}

}  // namespace
}  // namespace commlab
