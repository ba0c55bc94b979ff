// run_until finds the first moment at which a condition holds, or says why it never will.

#include "core/playback/run_until.h"

#include "tests/sim/stepped.h"

namespace commlab {
namespace {

using enum CollectiveKind;

class RunUntil : public testing::Test {
 protected:
  RunUntil() : s(played(machine("switch:4,25GB/s,0.5us"), programs())) {}
  static Programs programs() {
    return programs_on(machine("switch:4,25GB/s,0.5us"), all_reduce, "ring", {64});
  }
  // "1000 ps", or the error.
  static std::string run(const Stepped& s, std::string_view text) {
    const auto condition = parse_stop_condition(text, s.played.trace, s.playback);
    if (!condition) return condition.error().message;
    const auto at = run_until(*condition, s.played.trace, s.playback, s.replay);
    return at ? to_text(*at) : at.error().message;
  }
  std::string run(std::string_view text) const { return run(s, text); }

  const Stepped s;
};

TEST_F(RunUntil, TimesEventsStepsRanksAndChunks) {
  const Time hop = s.played.trace.transfers[0].end;

  EXPECT_EQ(run("0.5us"), "500ns");
  EXPECT_EQ(run(" event  2 "), to_text(2 * hop));
  EXPECT_EQ(run("step 1"), to_text(hop));
  EXPECT_EQ(run("step 6"), to_text(6 * hop));
  EXPECT_EQ(run("step 0"), "there is no step 0 here; steps are 1..6");
  EXPECT_EQ(run("rank 3 complete"), to_text(6 * hop));
  EXPECT_EQ(run("chunk 2 complete"), to_text(6 * hop));
}

TEST_F(RunUntil, ARankHoldsSoManyContributions) {
  const Time hop = s.played.trace.transfers[0].end;

  EXPECT_EQ(run("rank 2 holds 1"), to_text(Time{}));
  EXPECT_EQ(run("rank 2 holds 3"), to_text(2 * hop));
  EXPECT_EQ(run("rank 3 holds 4"), to_text(3 * hop));
  EXPECT_EQ(run("rank 4 holds 1"), "there is no rank 4 here; ranks are 0..3");
  EXPECT_EQ(run("rank 2 holds 5"), "rank 2 holds '5': expected the contributions of 1 to 4 ranks");
  EXPECT_EQ(run("rank 2 holds 0"), "rank 2 holds '0': expected the contributions of 1 to 4 ranks");
  EXPECT_EQ(run("rank 2 holds all"), "rank 2 holds 'all': expected the contributions of 1 to 4 ranks");
  EXPECT_EQ(run("rank 2 holds 3 of chunk 9"), "there is no chunk 9 here; chunks are 0..3");
}

// The moment found is the first: after none of the earlier events the rank holds as much.
TEST(RunUntilARankHolds, IsTheFirstSuchMomentOfEveryTrace) {
  for_every_trace([](const Played& p) {
    const Stepped s(p);
    const Collective& c = p.trace.collective;
    const Partition& partition = s.replay.partition();
    const auto holds = [&](Rank rank, int most, int block, Time t) {
      for (int b = 0; b < partition.blocks; ++b)
        for (int part = 0; part < partition.parts && (block < 0 || b == block); ++part)
          if (s.replay.held(rank, b, part, t).contributions >= most) return true;
      return false;
    };
    for (const Rank rank : {0, c.ranks - 1})
      for (const int most : {1, 2, c.ranks})
        for (const int block : {-1, partition.blocks - 1}) {
          const auto found = run_until({.kind = StopCondition::Kind::rank_holds,
                                        .number = rank,
                                        .contributions = most,
                                        .block = block},
                                       p.trace, s.playback, s.replay);
          std::int64_t event = 0;
          while (event < s.playback.events() && !holds(rank, most, block, s.playback.event_time(event)))
            ++event;
          EXPECT_EQ(found.value_or(never), event < s.playback.events() ? s.playback.event_time(event) : never)
              << p.name << " rank " << rank;
        }
  });
}

TEST_F(RunUntil, WhatIsNotUnderstoodOrNotHereIsSaid) {
  EXPECT_EQ(
      run("rnak 3 complete"),
      "'rnak 3 complete' is not a condition to run until; expected a time (6.8us), event N, step N, rank N "
      "complete, rank N holds K, rank N holds K of chunk C, chunk N complete, first contention, or link "
      "A->B idle > TIME");
  EXPECT_EQ(
      run(""),
      "'' is not a condition to run until; expected a time (6.8us), event N, step N, rank N complete, "
      "rank N holds K, rank N holds K of chunk C, chunk N complete, first contention, or link A->B idle "
      "> TIME");
  EXPECT_EQ(run("rank 4 complete"), "there is no rank 4 here; ranks are 0..3");
  EXPECT_EQ(run("chunk -1 complete"), "there is no chunk -1 here; chunks are 0..3");
  EXPECT_EQ(run("step six"), "there is no step six here; steps are 1..6");
  EXPECT_EQ(run("event 99"), "there is no event 99 here; events are 0..6");
  EXPECT_EQ(run("1s"), "1s is after the end, " + to_human(s.playback.end()));
  EXPECT_EQ(run("link gpu0 idle"), "'link gpu0 idle' is not understood; write link A->B idle > TIME");
  EXPECT_EQ(run("link gpu0->gpu1 idle > 1us"), "no link leads from gpu0 to gpu1");
}

TEST_F(RunUntil, ALinkIsIdleBetweenTwoMessages) {
  const Transfer& first = s.played.trace.transfers[0];

  EXPECT_EQ(run("link gpu0->nvswitch idle > 0.5us"), to_text(first.sent + nanoseconds(500)));
  EXPECT_EQ(run("link gpu0 -> nvswitch idle>0.5us"), to_text(first.sent + nanoseconds(500)));
  EXPECT_EQ(run("link gpu0->nvswitch idle > 2us"),
            "the link gpu0 -> nvswitch is never idle for more than 2.00 us");
}

// In a mesh, two flows on one link slow each other down; on a switch, each has its own link.
TEST_F(RunUntil, ContentionBeginsWhenASlowedTransferSharesALink) {
  EXPECT_EQ(run("first contention"),
            "there is no contention: no transfer is slowed down by another one on its links");

  const Machine mesh = machine("mesh:3x3,25GB/s,0.5us");
  const Stepped shared(played(mesh, programs_on(mesh, all_to_all, "direct", {90'000})));
  EXPECT_EQ(run(shared, "first contention"), "0");

  Played measured = played(mesh, programs_on(mesh, all_to_all, "direct", {90'000}));
  for (Transfer& t : measured.trace.transfers) t.route = -1;
  EXPECT_EQ(run(Stepped(std::move(measured)), "first contention"),
            "this trace does not say which links its transfers used; measured traces never do");

  // A GPU that is slow by itself causes no contention.
  const Machine star = machine("switch:4,25GB/s,0.5us");
  const Stepped slow(played(star, programs(), {.faults = {.slow_gpus = {{1, 2.0}}}}));
  EXPECT_THAT(run(slow, "first contention"), testing::StartsWith("there is no contention"));
}

// Programs that store rank 2's last chunk in a wrong place leave this rank incomplete for ever.
TEST_F(RunUntil, WhatNeverHappensIsSaid) {
  Programs lacking = expanded(s.played.programs);
  for (Instruction& i : lacking.programs[2].lanes[0].code)
    if (i.step == 5) i.target.block = (i.target.block + 1) % 4;
  const Result<Replay> replay = Replay::of(s.played.trace, lacking);
  ASSERT_TRUE(replay) << replay.error().message;

  const auto at = run_until({.kind = StopCondition::Kind::rank_complete, .number = 2}, s.played.trace,
                            s.playback, *replay);
  ASSERT_FALSE(at);
  EXPECT_EQ(at.error().message, "rank 2 is never complete in this trace");
  EXPECT_EQ(at.error().fault, Fault::no);
}

}  // namespace
}  // namespace commlab
