// Stores to a whole group's memory, loads from it that the switch reduces, and the barriers that order them:
// what a schedule becomes, what is proved of it, and how verify describes each mistake.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/index.h"
#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"
#include "core/verify/verify.h"
#include "tests/core/verify/mutations.h"

namespace commlab {
namespace {

using enum CollectiveKind;
using mutations::Place;
using testing::HasSubstr;

Collective of_sixty(CollectiveKind kind, int ranks) { return {.kind = kind, .ranks = ranks, .count = 60}; }

Programs nvls(CollectiveKind kind, int ranks, const Lowering& how = {}) {
  return *programs_for(**find_algorithm(kind, "nvls"), of_sixty(kind, ranks), how);
}

std::string first_fault(const Programs& p) {
  const Status status = verify(p);
  return status ? "proved" : status.error().message;
}
std::string first_fault(const Schedule& s) { return first_fault(*lower(s, {})); }

// An all_reduce written by hand, with or without each of its two barriers.
Schedule all_reduce_with(int ranks, bool before, bool after) {
  Schedule s(of_sixty(all_reduce, ranks));
  s.cut_into(ranks);
  const Group everyone = s.everyone();
  if (before) s.barrier(everyone);
  s.next_step();
  s.load_reduce(everyone, {.block = shift(0), .from = Buffer::input});
  s.next_step();
  s.multicast(everyone, {.block = shift(0)});
  if (after) s.barrier(everyone);
  return s;
}

// The lanes are: barrier, loads, stores.
TEST(GroupMoves, AreOneProgramForAllRanks) {
  const Programs p = *lower(all_reduce_with(64, true, true), {});

  EXPECT_TRUE(p.symmetric());
  ASSERT_EQ(p.programs.size(), 1u);
  ASSERT_EQ(p.groups.size(), 1u);
  EXPECT_EQ(p.groups[0].size(), 64u);
  ASSERT_EQ(p.programs[0].lanes.size(), 3u);
  EXPECT_TRUE(p.programs[0].lanes[0].is_barrier());
  EXPECT_EQ(p.programs[0].lanes[0].code.size(), 4u);  // arrive, wait; arrive, wait
  EXPECT_EQ(p.programs[0].lanes[1].code[0].op, Opcode::load_reduce);
  EXPECT_EQ(p.programs[0].lanes[2].code[0].op, Opcode::multicast);
  EXPECT_EQ(p.transfers(), 2 * 64);
  EXPECT_EQ(p.steps, 2);
}

// A load waits for the barrier before it, a store for the load of its own block, the last barrier for all
// stores.
TEST(GroupMoves, PiecesOfLoadsAndStoresOverlap) {
  const Programs p = *lower(all_reduce_with(4, true, true), {.pieces = 3});
  const Program& rank = p.programs[0];
  const SharedVector<Instruction>& stores = rank.lanes[2].code;

  ASSERT_EQ(stores.size(), 3u);
  for (int piece = 0; piece < 3; ++piece) {
    const auto needs = rank.depends_on(stores[static_cast<std::size_t>(piece)]);
    EXPECT_EQ(std::ranges::count(needs, Dependency{.lane = 1, .index = piece}), 1) << piece;
  }
  const auto last_arrival = rank.depends_on(rank.lanes[0].code[2]);
  EXPECT_EQ(std::ranges::count(last_arrival, Dependency{.lane = 2, .index = 2}), 1);
}

// A store of a piece waits for the barrier of this piece, and not for those of later ones.
TEST(GroupMoves, ABarrierByPieceOrdersEachPieceAlone) {
  Schedule s(of_sixty(all_reduce, 2));
  const Group both = s.group({0, 1}), again = s.group({1, 0});
  s.next_step();
  s.every(both, {.to = shift(0), .from = Buffer::input});
  s.next_step();
  s.barrier_by_piece(both, 0);
  s.next_step();
  s.load_reduce(both, {.who = only(0)});
  s.next_step();
  s.multicast(both, {.who = only(0)});
  s.next_step();
  s.barrier_by_piece(again, 0);
  const Programs p = *lower(s, {.pieces = 3});
  const Program& first = p.of(0);

  EXPECT_EQ(first_fault(p), "proved");
  const auto lane_of = [&](Opcode op) {
    return std::ranges::find_if(first.lanes, [&](const Lane& lane) { return lane.code[0].op == op; }) -
           first.lanes.begin();
  };
  const auto barrier = static_cast<std::int32_t>(lane_of(Opcode::arrive));
  const SharedVector<Instruction>& loads = first.lanes[index(lane_of(Opcode::load_reduce))].code;
  ASSERT_EQ(loads.size(), 3u);
  for (int piece = 0; piece < 3; ++piece) {
    const auto needs = first.depends_on(loads[index(piece)]);
    EXPECT_EQ(std::ranges::count(needs, Dependency{.lane = barrier, .index = 2 * piece + 1}), 1) << piece;
    EXPECT_EQ(needs.size(), 1u) << piece;
  }
}

TEST(GroupMoves, ChannelsHaveBarriersOfTheirOwn) {
  const Programs p = nvls(all_reduce, 4, {.channels = 2});
  EXPECT_EQ(std::ranges::count_if(p.programs[0].lanes, &Lane::is_barrier), 2);
  EXPECT_EQ(first_fault(p), "proved");
}

TEST(GroupMoves, OfAScheduleInAScheduleStayGroupMoves) {
  Schedule s(of_sixty(all_reduce, 4));
  s.cut_into(4);
  concat(s, {.schedule = schedule_for(**find_algorithm(reduce_scatter, "nvls"), s),
             .in = {.scratch = Buffer::output}});
  concat(s, {.schedule = schedule_for(**find_algorithm(all_gather, "nvls"), s),
             .in = {.input = Buffer::output}});

  EXPECT_EQ(first_fault(s), "proved");
  EXPECT_EQ(lower(s, {})->transfers(), 8);
  EXPECT_TRUE(lower(s, {})->symmetric());
}

// The reader's own operand comes first, then those of the members after it, around the group.
TEST(GroupMoves, LoadsReduceInTheGroupsOrderFromTheReaderOn) {
  const Programs p = nvls(all_reduce, 5);
  EXPECT_EQ(p.members_from(0, 3), (std::vector<Rank>{3, 4, 0, 1, 2}));
}

TEST(GroupMoves, OfGroupsOfSomeRanksReachTheseAlone) {
  Schedule s({.kind = broadcast, .ranks = 5, .count = 10, .root = 1});
  const Group pair = s.group({1, 3});
  const Group rest = s.group({3, 0, 2, 4});
  s.barrier(pair);
  s.next_step();
  s.multicast(pair, {.from = Buffer::input, .who = only(0)});
  s.barrier(pair);
  s.barrier(rest);
  s.next_step();
  s.multicast(rest, {.who = only(0)});
  s.barrier(rest);

  EXPECT_EQ(first_fault(s), "proved");
}

TEST(GroupMoves, WithoutABarrierBeforeMayComeTooEarly) {
  EXPECT_EQ(first_fault(all_reduce_with(3, true, true)), "proved");
  EXPECT_EQ(
      first_fault(all_reduce_with(3, false, true)),
      "rank 0's load_reduce from ranks 0..2 in step 1 (all_reduce) may come before rank 1 begins, when its "
      "memory is not yet the collective's.\n"
      "First wrong transfer: this one; it does not wait for rank 1 to arrive at a barrier.");
}

TEST(GroupMoves, WithoutABarrierAfterMayComeTooLate) {
  EXPECT_EQ(
      first_fault(all_reduce_with(3, true, false)),
      "rank 0 may end before rank 2's load_reduce from ranks 0..2 in step 1 (all_reduce), which reads its "
      "memory.\n"
      "First wrong transfer: that one; rank 0 waits at no barrier for rank 2 to have done it.");
}

// Sums are stored into memory that others still load: a barrier is missing between the last two steps.
TEST(GroupMoves, AStoreAndAnothersUnorderedLoadAreARace) {
  Collective in_place = of_sixty(all_reduce, 3);
  in_place.in_place = true;
  Schedule s(in_place);
  s.cut_into(3);
  const Group everyone = s.everyone();
  s.barrier(everyone);
  s.next_step();
  s.load_reduce(everyone, {.block = shift(0), .into = Buffer::scratch});
  s.next_step();
  s.multicast(everyone, {.block = shift(0), .from = Buffer::scratch});
  s.next_step();
  s.load_reduce(everyone, {.block = shift(1), .into = Buffer::scratch});
  s.barrier(everyone);

  EXPECT_EQ(
      first_fault(s),
      "rank 0 has a race on its output block 0: nothing orders rank 2's load_reduce from ranks 0..2 in step "
      "3 "
      "(all_reduce) and rank 0's multicast to ranks 0..2 in step 2 (all_reduce), which overwrites what the "
      "other reads.\n"
      "First wrong transfer: rank 2's load_reduce from ranks 0..2 in step 3 (all_reduce); it does not wait "
      "for "
      "rank 0's multicast to ranks 0..2 in step 2 (all_reduce).");
}

// Only a barrier guarantees that what other ranks stored has arrived.
TEST(GroupMoves, AStoreOfWhatMayNotHaveComeIsRefused) {
  Schedule s(of_sixty(all_gather, 3));
  const Group everyone = s.everyone();
  s.barrier(everyone);
  s.next_step();
  s.multicast(everyone, {.block = shift(0), .from = Buffer::input});
  s.next_step();
  s.multicast(everyone, {.block = shift(1)});
  s.barrier(everyone);

  EXPECT_THAT(first_fault(s), HasSubstr("before anything is stored there"));
}

// Rank 1 leaves out its own last barrier: the others wait for it, and the story names it.
TEST(GroupMoves, ABarrierSomebodyNeverReachesIsADeadlock) {
  Programs p = expanded(nvls(all_gather, 3));
  Lane& barrier = p.programs[1].lanes[0];
  ASSERT_EQ(barrier.code[2].op, Opcode::arrive);
  barrier.code.own().resize(2);

  EXPECT_THAT(first_fault(p),
              HasSubstr("rank 0's wait for ranks 0..2 in step 1 (all_gather) waits for rank 1 to arrive, "
                        "which never does; 2 lanes cannot go on."));
}

// The loads wait for the barrier, and the barrier waits for a load.
TEST(GroupMoves, AReversedBarrierIsACircle) {
  Programs p = expanded(nvls(all_reduce, 2));
  mutations::add_dependency(p, {.rank = 0, .lane = 0, .index = 0}, {.lane = 1, .index = 0});

  EXPECT_THAT(first_fault(p), HasSubstr("wait in a circle"));
}

TEST(GroupMoves, ADroppedLoadLeavesTheSumOut) {
  Programs p = expanded(nvls(reduce_scatter, 3));
  Place load{};
  for (const Place place : mutations::places(p))
    if (place.rank == 1 && mutations::at(p, place).op == Opcode::load_reduce) load = place;
  mutations::drop(p, load);

  EXPECT_THAT(first_fault(p),
              HasSubstr("rank 1's output block 1 must hold the sum of block 1 of ranks 0..2; nothing is "
                        "ever stored there."));
}

TEST(GroupMoves, AGroupThatLacksARankLacksItsContribution) {
  Programs p = expanded(nvls(reduce_scatter, 4));
  p.groups.push_back({0, 1, 2});
  for (Lane& lane : p.programs[0].lanes)
    if (!lane.is_barrier()) lane.group = 1;

  EXPECT_EQ(first_fault(p),
            "rank 0's output block 0 must hold the sum of block 0 of ranks 0..3; it lacks rank 3.\n"
            "First wrong transfer: the one that should bring the rest is missing.");
}

TEST(GroupMoves, AWrongChunkOfALoadIsToldAsWhatTheSwitchSums) {
  Programs p = expanded(nvls(reduce_scatter, 3));
  for (const Place place : mutations::places(p))
    if (place.rank == 2 && mutations::at(p, place).op == Opcode::load_reduce)
      mutations::at(p, place).source.block = 0;

  EXPECT_THAT(
      first_fault(p),
      HasSubstr("First wrong transfer: step 1 (reduce_scatter): rank 2 loads input block 0 of ranks 0..2, "
                "reduced on the way: output block 2 holds block 0 of"));
}

TEST(GroupMoves, ThatMakeNoSenseAreRefusedBeforeAnythingMoves) {
  const Programs good = expanded(nvls(all_reduce, 3));
  const auto refused = [&](auto change) {
    Programs p = good;
    change(p);
    return first_fault(p);
  };
  EXPECT_EQ(refused([](Programs& p) { p.programs[1].lanes[1].group = 1; }),
            "lane 1 of rank 1 is of group 1; there are 1 groups");
  EXPECT_EQ(refused([](Programs& p) {
              p.groups[0] = {0, 1};
            }),
            "lane 0 of rank 2 is of group 0, but the rank is not a member of the group");
  EXPECT_EQ(refused([](Programs& p) {
              p.groups[0] = {0, 1, 2, 3};
            }),
            "group 0 has rank 3; there are ranks 0..2");
  EXPECT_EQ(refused([](Programs& p) { p.groups[0] = {0, 1, 2, 1}; }), "group 0 has rank 1 twice");
  EXPECT_EQ(refused([](Programs& p) { p.programs[0].lanes[1].send_peer = 1; }),
            "lane 1 of rank 0 has both a group and a peer; expected only one of them");
  EXPECT_EQ(refused([](Programs& p) { p.programs[0].lanes[1].code.push_back({.op = Opcode::multicast}); }),
            "lane 1 of rank 0 is of a group and has a multicast next to a load_reduce");
  EXPECT_EQ(refused([](Programs& p) { p.programs[0].lanes[1].group = no_group; }),
            "instruction 0 of lane 1 of rank 0 (step 1, load_reduce) is on a group, but its lane has none");
  EXPECT_EQ(refused([](Programs& p) { p.programs[0].lanes.push_back(p.programs[0].lanes[0]); }),
            "two lanes of rank 0 are its barrier of group 0 on channel 0; expected one");
}

// Unequal numbers of arrivals and waits would do no harm here, but they are surely a mistake.
TEST(GroupMoves, ArrivalsAndWaitsComeInPairs) {
  Programs eager = expanded(nvls(all_gather, 3));
  auto& code = eager.programs[1].lanes[0].code.own();
  code.push_back(code[2]);
  Programs hasty = expanded(nvls(broadcast, 3));
  hasty.programs[0].lanes[0].code.own().pop_back();  // the root's last wait

  EXPECT_EQ(first_fault(eager),
            "rank 0 arrives 2 times at the barrier of ranks 0..2 and waits 2 times; expected 3 of each.");
  EXPECT_EQ(first_fault(hasty),
            "rank 0 arrives 2 times at the barrier of ranks 0..2 and waits 1 times; expected 2 of each.");
}

}  // namespace
}  // namespace commlab
