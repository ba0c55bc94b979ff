// Stepping is exact: from one stop to the next and back again, in every unit, on every trace; and the stops
// are the moments that the definition of their unit says.

#include "core/playback/playback.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/sim/stepped.h"
#include "tests/state_hash.h"

namespace commlab {
namespace {

using enum CollectiveKind;

constexpr StepUnit all_units[] = {StepUnit::event, StepUnit::step, StepUnit::chunk, StepUnit::rank,
                                  StepUnit::phase};

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

// From a moment between two stops, a step leads to the next stop in its direction.
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

// At a step's end every rank has finished this step and all before it; a picosecond earlier, one rank has
// not.
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

// A chunk that goes once round a ring of four to be summed and once to be shared has six stops.
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

// The ranks of a chain have events one after another.
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
  EXPECT_EQ(s.playback.phase_end(1), s.playback.end());
}

// A trace without its programs can still be stepped through; only its chunks have no stops.
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

// Playing, stepping, jumping and going back all lead to the same state.
TEST(Playback, TheStateIsTheSameWhateverWayOneCameToIt) {
  for_every_trace([](const Played& p) {
    const Replay replay = replay_of(p);
    const Playback playback(p.trace, replay.deposits());
    std::map<Time, std::uint64_t> stepped;
    for (std::int64_t n = 0; n < std::min<std::int64_t>(playback.events(), 12); ++n)
      stepped[playback.event_time(n)] = state_hash(replay, p.trace, playback.event_time(n));

    const Replay again = replay_of(p);
    Time back = stepped.rbegin()->first;
    for (std::size_t n = 0; n < stepped.size(); ++n, back = playback.previous(StepUnit::event, back))
      EXPECT_EQ(state_hash(again, p.trace, back), stepped.at(back)) << p.name;
    const Time moving = p.trace.transfers[0].start;
    EXPECT_NE(state_hash(again, p.trace, moving), state_hash(again, p.trace, moving + Time{1})) << p.name;
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
  // Many checkpoints, and late messages that are listed in many of them.
  const Machine m = machine("mesh:6x6,25GB/s,0.5us");
  agree(played(m, programs_on(m, all_to_all, "direct", {36 * 4'000})));
  agree(played(m, programs_on(m, all_reduce, "ring", MiB(1), {.pieces = 4}), {.faults = {.jitter = 0.5}}));
}

}  // namespace
}  // namespace commlab
