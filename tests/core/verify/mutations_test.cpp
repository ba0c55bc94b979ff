// Programs with one fault each. First nine kinds, each with the story that verify must tell; then every fault
// in every place of every algorithm; then random faults.

#include "tests/core/verify/mutations.h"

#include <numeric>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/reference.h"
#include "core/programs/interpret.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

using mutations::at;
using mutations::Place;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

Programs sound(CollectiveKind kind, std::string_view algorithm, int ranks) {
  const Collective c{.kind = kind, .ranks = ranks, .count = 60};
  return expanded(*programs_for(**find_algorithm(kind, algorithm), c));
}
Programs ring() { return sound(CollectiveKind::all_reduce, "ring", 4); }

std::string verdict(const Programs& programs) {
  const Status status = verify(programs);
  return status ? "proved" : status.error().message;
}

// Rank 1 in the ring: send 0, receive 0, send 1, receive 1, ...
Place instruction(Rank rank, int index) { return {.rank = rank, .lane = 0, .index = index}; }

TEST(NineMutations, ADroppedSendShiftsAllThatFollow) {
  Programs p = ring();
  mutations::drop(p, instruction(1, 0));
  EXPECT_EQ(
      verdict(p),
      "rank 2's recv from rank 1 in step 6 (all-gather) waits for a message from rank 1, which is never "
      "sent; 1 lane cannot go on.\n"
      "First wrong transfer: step 2 (reduce-scatter): rank 1 sends output block 0 (ranks 0, 1) to rank "
      "2, which in step 1 adds it to its input block 1 (rank 2): output block 1 holds different blocks "
      "of ranks 0..2; different blocks are combined here.");
}

TEST(NineMutations, ADuplicatedSendShiftsThemToo) {
  Programs p = ring();
  mutations::duplicate(p, instruction(1, 6));
  EXPECT_THAT(verdict(p),
              AllOf(StartsWith("rank 2's output block 1 must hold the sum of block 1 of ranks 0..3; it holds "
                               "block 2 of ranks 0..3."),
                    HasSubstr("First wrong transfer: step 4 (all-gather): rank 1 sends output block 2 (ranks "
                              "0..3) to rank 2, which in step 5 keeps it as output block 1; it is stored in "
                              "another block's place.")));
}

TEST(NineMutations, AReAimedLaneReachesWhoDoesNotListen) {
  Programs p = ring();
  p.programs[1].lanes[0].send_peer = 3;
  EXPECT_THAT(verdict(p), AllOf(HasSubstr("waits for a message from rank 1, which is never sent"),
                                HasSubstr("First wrong transfer: step 1 (reduce-scatter): rank 1 sends input "
                                          "block 1 (rank 1) to rank 3, which never receives it.")));
}

TEST(NineMutations, ReorderedSendsArriveInEachOthersPlace) {
  Programs p = ring();
  mutations::swap_with_next_send(p, instruction(2, 8));
  EXPECT_THAT(verdict(p), HasSubstr("First wrong transfer: step 6 (all-gather): rank 2 sends output block 1 "
                                    "(ranks 1, 2) to rank 3, which in step 5 keeps it as output block 2"));
}

TEST(NineMutations, AWrongChunkIsFoundWhereItIsCombined) {
  Programs p = ring();
  at(p, instruction(1, 0)).source.block = 2;
  EXPECT_EQ(
      verdict(p),
      "rank 0's output block 1 must hold the sum of block 1 of ranks 0..3; different blocks are mixed in "
      "it.\n"
      "First wrong transfer: step 1 (reduce-scatter): rank 1 sends input block 2 (rank 1) to rank 2, "
      "which adds it to its input block 1 (rank 2): output block 1 holds different blocks of ranks 1, "
      "2; different blocks are combined here.\n"
      "How it came about:\n"
      "> step 1 (reduce-scatter): rank 1 sends input block 2 (rank 1) to rank 2, which adds it to its "
      "input block 1 (rank 2): output block 1 holds different blocks of ranks 1, 2\n"
      "  step 2 (reduce-scatter): rank 2 sends output block 1 (different blocks of ranks 1, 2) to rank "
      "3, which adds it to its input block 1 (rank 3): output block 1 holds different blocks of ranks "
      "1..3\n"
      "  step 3 (reduce-scatter): rank 3 sends output block 1 (different blocks of ranks 1..3) to rank "
      "0, which adds it to its input block 1 (rank 0): output block 1 holds different blocks of ranks "
      "0..3");
}

TEST(NineMutations, ACopyForAReduceLosesTheCopiersOwn) {
  Programs p = ring();
  at(p, instruction(2, 3)).op = Opcode::recv;
  EXPECT_THAT(
      verdict(p),
      AllOf(StartsWith("rank 3's output block 0 must hold the sum of block 0 of ranks 0..3; it lacks "
                       "rank 2.\n"
                       "First wrong transfer: step 2 (reduce-scatter): rank 1 sends output block 0 "
                       "(ranks 0, 1) to rank 2, which keeps it as output block 0; rank 2 does not add "
                       "its own."),
            HasSubstr("\n> step 2 (reduce-scatter): rank 1 sends output block 0")));
}

// Sums arrive over several lanes: a copy instead of a reduce overwrites what came before it.
TEST(NineMutations, ACopyForAReduceLosesWhatWasThere) {
  Programs p = sound(CollectiveKind::reduce, "binomial", 8);
  for (const Place place : mutations::places(p))
    if (place.rank == 0 && at(p, place).step == 1) at(p, place).op = Opcode::recv;
  EXPECT_THAT(verdict(p),
              AllOf(HasSubstr("it lacks ranks 0, 1."),
                    HasSubstr("First wrong transfer: step 2 (reduce): rank 2 sends scratch block 0 "
                              "(ranks 2, 3) to rank 0, which keeps it as output block 0; it "
                              "overwrites ranks 0, 1, which nobody has read.")));
}

TEST(NineMutations, ALostDependencyIsARace) {
  Programs p = sound(CollectiveKind::all_reduce, "two-shot", 4);
  for (const Place place : mutations::places(p))
    if (place.rank == 1 && at(p, place).step == 1 && sends(at(p, place).op) &&
        p.programs[1].lanes[static_cast<std::size_t>(place.lane)].send_peer == 2)
      mutations::lose_dependency(p, place, 0);
  EXPECT_EQ(verdict(p),
            "rank 1 has a race on its output block 1: nothing orders rank 1's send to rank 2 in step 2 "
            "(all-gather) and rank 1's recv_reduce from rank 3 in step 1 (reduce-scatter), which overwrites "
            "what the other reads.\n"
            "First wrong transfer: rank 1's send to rank 2 in step 2 (all-gather); it does not wait for rank "
            "1's recv_reduce from rank 3 in step 1 (reduce-scatter).");
}

TEST(NineMutations, ACyclicWaitIsPrintedAsACircle) {
  Programs p = sound(CollectiveKind::all_reduce, "recursive-doubling", 4);
  mutations::add_dependency(p, {.rank = 2, .lane = 0, .index = 1}, {.lane = 1, .index = 0});
  EXPECT_EQ(
      verdict(p),
      "deadlock with 8 slots: 2 lanes wait in a circle.\n"
      "  rank 2's send to rank 0 in step 2 (exchange) (lane 1) waits for rank 2's recv_reduce from rank "
      "3 in step 1 (exchange) (lane 0);\n"
      "  rank 2's recv_reduce from rank 3 in step 1 (exchange) (lane 0) waits for rank 2's send to rank "
      "0 in step 2 (exchange) (lane 1):\n"
      "  and so back to rank 2.");
}

TEST(NineMutations, AnOverrunOfScratchIsRefusedBeforeAnythingMoves) {
  Programs p = sound(CollectiveKind::gather, "binomial", 5);
  p.scratch_blocks = 3;
  EXPECT_EQ(verdict(p),
            "instruction 0 of lane 1 of rank 2 (step 1, recv) writes scratch block 3; scratch has 3 blocks");
}

// Calls check for every algorithm on 2..5 ranks, in place and out of place.
template <class Check>
void for_all(Check check) {
  for (const Algorithm* algorithm : algorithms())
    for (int ranks = 2; ranks <= 5; ++ranks)
      for (const bool in_place : {false, true}) {
        if (sanitized && in_place && ranks > 3) continue;
        Collective c{.kind = algorithm->collective, .ranks = ranks, .count = 60, .root = ranks / 2};
        c.in_place = in_place;
        for (Rank to = 1; to < ranks; ++to) c.to.push_back(to);
        if (!algorithm->supports(c)) continue;
        const Programs p = expanded(*programs_for(*algorithm, c));
        check(p, fmt::format("{} {} on {} ranks{}", name_of(c.kind), algorithm->name, ranks,
                             in_place ? " in place" : ""));
      }
}

std::string text(Place place) {
  return fmt::format("instruction {} of lane {} of rank {}", place.index, place.lane, place.rank);
}

TEST(EveryMutation, ThatTakesTheScratchAwayIsRefused) {
  for_all([](const Programs& p, const std::string& title) {
    if (p.scratch_blocks == 0) return;
    Programs mutant = p;
    mutant.scratch_blocks = 0;
    EXPECT_THAT(verdict(mutant), HasSubstr("scratch has 0 blocks")) << title;
  });
}

// The same programs with each rank's lanes in another order, which changes the order of events.
Programs with_lanes_shuffled(const Programs& p, std::mt19937& random) {
  Programs shuffled = p;
  for (Program& program : shuffled.programs) {
    std::vector<int> order(program.lanes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random);  // lane order[i] becomes lane i
    std::vector<Lane> lanes;
    std::vector<int> now(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      lanes.push_back(program.lanes[static_cast<std::size_t>(order[i])]);
      now[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    }
    program.lanes = std::move(lanes);
    for (Dependency& d : program.dependencies)  // unused entries may name lanes that do not exist
      if (d.lane >= 0 && d.lane < static_cast<int>(now.size()))
        d.lane = now[static_cast<std::size_t>(d.lane)];
  }
  return shuffled;
}

// What verify accepts must give the right result, in any order of events.
void expect_right(const Programs& p, std::mt19937& random, const std::string& title) {
  const auto expected = plain_result(p.collective, p.partition, DataPattern::index);
  for (int order = 0; order < 4; ++order) {
    const auto found = interpret(with_lanes_shuffled(p, random), DataPattern::index);
    ASSERT_TRUE(found) << title << ": " << found.error().message;
    const Status equal = equal_where_promised(p.collective, p.partition, found->output, expected);
    EXPECT_TRUE(equal) << title << ": " << equal.error().message;
  }
}

// Every mutation is refused. Only in a reduce may it be accepted, because nothing is promised to ranks that
// are not the root; the result must then still be right.
TEST(EveryMutation, OfEveryInstructionOfEveryAlgorithmIsRefused) {
  std::mt19937 random(1);
  for_all([&](const Programs& p, const std::string& title) {
    for (const auto& mutation : mutations::all())
      for (const Place place : mutations::places(p)) {
        if (!mutation.applies(p, place)) continue;
        Programs mutant = p;
        mutation.apply(mutant, place);
        const std::string what = fmt::format("{}: {}, {}", title, mutation.name, text(place));
        const bool leaves_what_it_likes = p.collective.kind == CollectiveKind::reduce;
        if (leaves_what_it_likes && verify(mutant))
          expect_right(mutant, random, what);
        else
          EXPECT_FALSE(verify(mutant)) << what;
      }
  });
}

// Some dependencies repeat what messages or other lanes already ensure; those may be lost.
TEST(EveryMutation, ALostDependencyIsRefusedOrWasNotNeeded) {
  std::mt19937 random(1);
  int refused = 0;
  for_all([&](const Programs& p, const std::string& title) {
    for (const Place place : mutations::places(p))
      for (std::size_t which = 0; which < at(p, place).dependencies; ++which) {
        Programs mutant = p;
        mutations::lose_dependency(mutant, place, which);
        if (verify(mutant))
          expect_right(mutant, random, title + ": lost dependency, " + text(place));
        else
          ++refused;
      }
  });
  EXPECT_GT(refused, 300);
}

// Changes any field of any instruction to a value near those in use, or to one far outside.
void change_something(Programs& p, std::mt19937& random) {
  const auto places = mutations::places(p);
  if (places.empty()) return;
  const auto one_of = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const Place place = places[random() % places.size()];
  Instruction& i = at(p, place);
  Program& program = p.programs[static_cast<std::size_t>(place.rank)];
  Lane& lane = program.lanes[static_cast<std::size_t>(place.lane)];
  Operand* const operands[] = {&i.source, &i.target, &i.with};
  Operand& operand = *operands[one_of(3)];
  switch (one_of(11)) {
    case 0: i.op = static_cast<Opcode>(one_of(11)); break;
    case 1: operand.block = one_of(p.partition.blocks + 2) - 1; break;
    case 2: operand.buffer = static_cast<Buffer>(one_of(3)); break;
    case 3: i.blocks = one_of(p.partition.blocks + 2); break;
    case 4: i.part = one_of(3) - 1; break;
    case 5: lane.send_peer = one_of(p.collective.ranks + 2) - 1; break;
    case 6: lane.recv_peer = one_of(p.collective.ranks + 2) - 1; break;
    case 7: i.dependencies = static_cast<std::uint32_t>(one_of(4)); break;
    case 8: i.first_dependency = static_cast<std::uint32_t>(one_of(8)); break;
    case 9: mutations::add_dependency(p, place, {.lane = one_of(4) - 1, .index = one_of(6) - 1}); break;
    case 10: mutations::swap_with_next_send(p, place); break;
  }
}

TEST(RandomMutations, NeverCrashVerifyNorMakeItAcceptWhatIsWrong) {
  std::mt19937 random(20'240'501);
  int accepted = 0;
  for_all([&](const Programs& p, const std::string& title) {
    for (int trial = 0; trial < 60; ++trial) {
      Programs mutant = p;
      for (int changes = trial % 3; changes >= 0; --changes) change_something(mutant, random);
      if (!verify(mutant)) continue;
      ++accepted;
      expect_right(mutant, random, fmt::format("{}, trial {}", title, trial));
    }
  });
  EXPECT_GT(accepted, 100);  // many changes have no effect: fields that an instruction does not use
}

}  // namespace
}  // namespace commlab
