// Stepping is exact: from one stop to the next and back again, in every unit, on every trace; and the
// stops are the moments that their unit's definition says.

#include "core/playback.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/run_until.h"
#include "core/time_scale.h"
#include "tests/sim/traces.h"

namespace commlab {
namespace {

using enum CollectiveKind;

constexpr StepUnit all_units[] = {StepUnit::event, StepUnit::step, StepUnit::chunk, StepUnit::rank,
                                  StepUnit::phase};

struct Stepped {
  Played played;
  Replay replay;
  Playback playback;
  explicit Stepped(Played p)
      : played(std::move(p)), replay(replay_of(played)), playback(played.trace, replay.deposits()) {}
};

Followed last_of(const Trace& trace) {
  return {.rank = trace.collective.ranks - 1,
          .block = trace.partition.blocks - 1,
          .part = trace.partition.parts - 1};
}

TEST(Playback, StepsForwardAndBackAgainLeadToWhereTheyBegan) {
  for_every_trace([](const Played& p) {
    const Stepped s(p);
    for (const StepUnit unit : all_units)
      for (const Followed& followed : {Followed{}, last_of(p.trace)}) {
        std::vector<Time> stops{s.playback.begin()};
        while (stops.back() < s.playback.end()) {
          const Time next = s.playback.next(unit, stops.back(), followed);
          ASSERT_GT(next, stops.back()) << p.name;
          stops.push_back(next);
        }
        EXPECT_EQ(s.playback.next(unit, s.playback.end(), followed), s.playback.end()) << p.name;

        for (std::size_t n = stops.size(); n-- > 1;)
          ASSERT_EQ(s.playback.previous(unit, stops[n], followed), stops[n - 1]) << p.name;
        EXPECT_EQ(s.playback.previous(unit, s.playback.begin(), followed), s.playback.begin()) << p.name;
      }
  });
}

// From a moment between two stops, a step leads to the stop on that side of it.
TEST(Playback, FromBetweenTwoStopsAStepLeadsToTheNearest) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Stepped s(played(m, programs_on(m, all_reduce, "ring", {64})));
  const Time first = s.playback.step_end(0).end;

  for (const StepUnit unit : all_units) {
    EXPECT_LE(s.playback.previous(unit, first + Time{1}), first);
    EXPECT_GT(s.playback.next(unit, first + Time{1}), first + Time{1});
  }
  EXPECT_EQ(s.playback.previous(StepUnit::step, first + Time{1}), first);
  EXPECT_EQ(s.playback.next(StepUnit::step, first - Time{1}), first);
}

TEST(Playback, CountsWhatIsUnderWayAsItIsListed) {
  for_every_trace([](const Played& p) {
    const Playback playback(p.trace);
    for (std::int64_t event = 0; event < playback.events(); ++event)
      for (const Time t : {playback.event_time(event), playback.event_time(event) + Time{1}}) {
        const auto listed = playback.in_flight(p.trace, t);
        const auto on_its_way = [&](const InFlight& flight) {
          return p.trace.transfers[static_cast<std::size_t>(flight.transfer)].end > t;
        };
        ASSERT_EQ(playback.under_way(t), std::ranges::count_if(listed, on_its_way)) << p.name << ", " << t.ps;
      }
  });
}

TEST(Playback, AnEventIsADistinctMoment) {
  for_every_trace([](const Played& p) {
    const Stepped s(p);
    std::set<Time> moments{Time{}, p.trace.launch, p.trace.finish};
    for (const Transfer& t : p.trace.transfers) moments.insert({t.start, t.end});
    for (const Span& span : p.trace.spans) moments.insert({span.start, span.end});
    for (const Deposit& d : s.replay.deposits()) moments.insert(d.at);

    ASSERT_EQ(s.playback.events(), static_cast<std::int64_t>(moments.size())) << p.name;
    std::int64_t number = 0;
    for (const Time t : moments) {
      EXPECT_EQ(s.playback.event_time(number), t) << p.name;
      EXPECT_EQ(s.playback.event_number(t), number) << p.name;
      EXPECT_EQ(s.playback.event_number(t + Time{1}), moments.contains(t + Time{1}) ? number + 1 : number)
          << p.name;
      ++number;
    }
  });
}

// At a step's end every rank has finished it and all before; a picosecond earlier, one has not.
TEST(Playback, AStepIsOverWhenItsLastRankIs) {
  for_every_trace([](const Played& p) {
    const Stepped s(p);
    std::vector<Time> last(static_cast<std::size_t>(s.playback.steps()));
    for (const Transfer& t : p.trace.transfers)
      last[static_cast<std::size_t>(t.step)] = std::max(last[static_cast<std::size_t>(t.step)], t.end);
    for (const Deposit& d : s.replay.deposits())
      last[static_cast<std::size_t>(d.step)] = std::max(last[static_cast<std::size_t>(d.step)], d.at);
    Time before;
    for (int step = 0; step < s.playback.steps(); ++step) {
      const StepEnd& end = s.playback.step_end(step);
      before = std::max(before, last[static_cast<std::size_t>(step)]);
      EXPECT_EQ(end.end, before) << p.name;
      EXPECT_GT(s.playback.step_at(end.end), step) << p.name;
      EXPECT_LE(s.playback.step_at(end.end - Time{1}), step) << p.name;
      EXPECT_LE(end.first_at, end.last_at) << p.name;
    }
    EXPECT_EQ(s.playback.step_at(p.trace.finish), s.playback.steps()) << p.name;
  });
}

// A chunk that goes once round a ring of four to be summed and once to be shared stops six times.
TEST(Playback, AChunkStopsWhereItIsStored) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Stepped s(played(m, programs_on(m, all_reduce, "ring", {64})));
  const Time hop = s.played.trace.transfers[0].end;

  Time t;
  for (int hops = 1; hops <= 6; ++hops) {
    t = s.playback.next(StepUnit::chunk, t, {.block = 2});
    EXPECT_EQ(t, hops * hop);
  }
  EXPECT_EQ(t, s.playback.end());
}

// Ranks of a chain are touched one after another.
TEST(Playback, ARankStopsOnlyAtItsOwnEvents) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Stepped s(played(m, programs_on(m, broadcast, "chain", {64})));
  const Time hop = s.played.trace.transfers[0].end;

  EXPECT_EQ(s.playback.next(StepUnit::rank, Time{}, {.rank = 0}), hop);
  EXPECT_EQ(s.playback.next(StepUnit::rank, hop, {.rank = 0}), s.playback.end());
  EXPECT_EQ(s.playback.next(StepUnit::rank, Time{}, {.rank = 3}), 2 * hop);
  EXPECT_EQ(s.playback.previous(StepUnit::rank, s.playback.end(), {.rank = 3}), 2 * hop);
}

TEST(Playback, APhaseIsOverWhenItsLastTransferIs) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Stepped s(played(m, programs_on(m, all_reduce, "ring", {64})));
  const Time hop = s.played.trace.transfers[0].end;

  ASSERT_EQ(s.playback.phases(), 2);
  EXPECT_EQ(s.playback.phase_end(0), 3 * hop);
  EXPECT_EQ(s.playback.next(StepUnit::phase, Time{}), 3 * hop);
  EXPECT_EQ(s.playback.phase_at(3 * hop - Time{1}), 0);
  EXPECT_EQ(s.playback.phase_at(3 * hop), 1);
  EXPECT_EQ(s.playback.phase_at(s.playback.end()), 1);
}

// A trace whose programs are unknown can be stepped through all the same; its chunks have no hops.
TEST(Playback, NeedsNoDepositsForAllButChunks) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Played p = played(m, programs_on(m, all_reduce, "ring", {64}));
  const Playback playback(p.trace);
  const Stepped s(p);

  EXPECT_EQ(playback.events(), s.playback.events());
  EXPECT_EQ(playback.next(StepUnit::step, Time{}), s.playback.next(StepUnit::step, Time{}));
  EXPECT_EQ(playback.next(StepUnit::chunk, Time{}), playback.end());
  EXPECT_EQ(playback.previous(StepUnit::chunk, playback.end()), Time{});
}

// Playing on, stepping, jumping about and going back all lead to the same picture.
TEST(Playback, TheStateIsTheSameWhateverWayOneCameToIt) {
  for_every_trace([](const Played& p) {
    const Replay replay = replay_of(p);
    const Playback playback(p.trace, replay.deposits());
    std::map<Time, std::uint64_t> stepped;
    for (std::int64_t n = 0; n < std::min<std::int64_t>(playback.events(), 12); ++n)
      stepped[playback.event_time(n)] = replay.state_hash(p.trace, playback.event_time(n));

    const Replay again = replay_of(p);
    Time back = stepped.rbegin()->first;
    for (std::size_t n = 0; n < stepped.size(); ++n, back = playback.previous(StepUnit::event, back))
      EXPECT_EQ(again.state_hash(p.trace, back), stepped.at(back)) << p.name;
    const Time moving = p.trace.transfers[0].start;
    EXPECT_NE(again.state_hash(p.trace, moving), again.state_hash(p.trace, moving + Time{1})) << p.name;
  });
}

TEST(Playback, FindsWhatIsUnderWayAsTheWholeTraceTellsIt) {
  const auto agree = [](const Played& p) {
    const Playback playback(p.trace);
    for (int i = 0; i <= 50; ++i) {
      const Time t{p.trace.finish.ps * i / 50};
      const auto expected = in_flight(p.trace, t);
      const auto found = playback.in_flight(p.trace, t);
      ASSERT_EQ(found.size(), expected.size()) << p.name;
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].transfer, expected[k].transfer) << p.name;
        EXPECT_EQ(found[k].fraction, expected[k].fraction) << p.name;
      }
    }
    EXPECT_TRUE(playback.in_flight(p.trace, Time{-1}).empty());
  };
  for_every_trace(agree);
  // Many checkpoints, and late messages that many of them name.
  const Machine m = machine("mesh:6x6,25GB/s,0.5us");
  agree(played(m, programs_on(m, all_to_all, "direct", {36 * 4'000})));
  agree(played(m, programs_on(m, all_reduce, "ring", MiB(1), {.pieces = 4}), {.faults = {.jitter = 0.5}}));
}

TEST(TimeScale, RisesFromZeroToOneAndLeadsBackToThePicosecond) {
  for_every_trace([](const Played& p) {
    const Stepped s(p);
    for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::logical, TimeAxis::stretched}) {
      const TimeScale scale(axis, s.playback);
      EXPECT_EQ(scale.position(Time{}), 0.0) << p.name;
      EXPECT_EQ(scale.position(s.playback.end()), 1.0) << p.name;
      EXPECT_EQ(scale.time(0), Time{}) << p.name;
      EXPECT_EQ(scale.time(1), s.playback.end()) << p.name;
      double before = -1;
      for (std::int64_t n = 0; n < s.playback.events(); ++n)
        for (const Time t : {s.playback.event_time(n), s.playback.event_time(n) + Time{1}}) {
          if (t > s.playback.end()) continue;
          const double position = scale.position(t);
          if (n == 0 || t > s.playback.event_time(n) || position != before) {
            EXPECT_GT(position, before) << p.name << " at " << t.ps;
          }
          EXPECT_EQ(scale.time(position), t) << p.name;
          before = position;
        }
    }
  });
}

TEST(TimeScale, ALogicalAxisGivesEveryStepTheSameWidth) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Stepped s(played(m, programs_on(m, all_reduce, "rabenseifner", MiB(1))));
  const TimeScale scale(TimeAxis::logical, s.playback);

  ASSERT_EQ(s.playback.steps(), 4);
  for (int step = 0; step < 4; ++step)
    EXPECT_DOUBLE_EQ(scale.position(s.playback.step_end(step).end), (step + 1) / 4.0);
  EXPECT_EQ(scale.time(0.5), s.playback.step_end(1).end);
}

// A launch of 1 ms before transfers of 1 us: half of the width is theirs in equal shares.
TEST(TimeScale, AStretchedAxisLeavesNoIntervalTooShortToSee) {
  Machine m = machine("switch:4,25GB/s,0.5us");
  m.collective.launch = milliseconds(1);
  const Stepped s(played(m, programs_on(m, all_reduce, "ring", {64})));
  const TimeScale scale(TimeAxis::stretched, s.playback);

  const auto intervals = static_cast<double>(s.playback.events() - 1);
  for (std::int64_t n = 1; n < s.playback.events(); ++n)
    EXPECT_GE(scale.position(s.playback.event_time(n)) - scale.position(s.playback.event_time(n - 1)),
              0.5 / intervals);
  EXPECT_LT(scale.position(milliseconds(1)), 0.6);
}

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
  EXPECT_EQ(run("rank 2 holds 3 of chunk 9"), "there is no chunk 9 here; chunks are 0..3");
}

// The moment found is the first: at none of the events before does the rank hold so much.
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
      "'rnak 3 complete' is no condition to run until; write a time (6.8us), event N, step N, rank N "
      "complete, rank N holds K, rank N holds K of chunk C, chunk N complete, first contention, or link "
      "A->B idle > TIME");
  EXPECT_EQ(
      run(""),
      "'' is no condition to run until; write a time (6.8us), event N, step N, rank N complete, "
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

// Two flows on a link of a line slow each other down; on a switch, each has its own.
TEST_F(RunUntil, ContentionBeginsWhenASlowedTransferSharesALink) {
  EXPECT_EQ(run("first contention"),
            "there is no contention: no transfer is slowed down by another one on its links");

  const Machine mesh = machine("mesh:3x3,25GB/s,0.5us");
  const Stepped shared(played(mesh, programs_on(mesh, all_to_all, "direct", {90'000})));
  EXPECT_EQ(run(shared, "first contention"), "0");

  Played measured = played(mesh, programs_on(mesh, all_to_all, "direct", {90'000}));
  for (Transfer& t : measured.trace.transfers) t.route = -1;
  EXPECT_EQ(run(Stepped(std::move(measured)), "first contention"),
            "this trace does not tell over which links its transfers went, as measured ones do not");

  // A GPU that is slow on its own contends with nobody.
  const Machine star = machine("switch:4,25GB/s,0.5us");
  const Stepped slow(played(star, programs(), {.faults = {.slow_gpus = {{1, 2.0}}}}));
  EXPECT_THAT(run(slow, "first contention"), testing::StartsWith("there is no contention"));
}

// Programs that store their last chunk in a wrong place leave a rank that is never complete.
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
