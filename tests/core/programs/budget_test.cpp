// Work that does not fit is refused before memory is taken for it, and the error says what would fit.

#include "core/programs/budget.h"

#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Collective of(CollectiveKind kind, int ranks) {
  return {.kind = kind, .ranks = ranks, .count = 64 * ranks, .to = {1}};
}

Result<Programs> ring(const Lowering& lowering, const Budget& budget) {
  return programs_for(**find_algorithm(all_reduce, "ring"), of(all_reduce, 8), lowering, {}, budget);
}

TEST(Budget, TooManyChannelsAreRefusedWithTheNumberThatFits) {
  const Budget budget{.memory = MiB(1)};

  EXPECT_EQ(
      ring({.channels = 1'000'000'000}, budget).error().message,
      "--channels: 1,000,000,000 channels make 112,000,000,000 transfers over 8 ranks, whose programs need "
      "5.6 TB, but only 1 MiB are free; expected at most 187 channels");
  EXPECT_TRUE(ring({.channels = 187}, budget));
  EXPECT_FALSE(ring({.channels = 188}, budget));
}

TEST(Budget, TooManyPiecesAreRefusedWithTheNumberThatFitsBesideTheChannels) {
  const Budget budget{.memory = MiB(1)};

  EXPECT_EQ(ring({.channels = 4, .pieces = INT32_MAX}, budget).error().message,
            "--pieces: 2,147,483,647 pieces make 962,072,673,856 transfers over 8 ranks, whose programs need "
            "48.1 TB, but only 1 MiB are free; expected at most 46 pieces");
  EXPECT_TRUE(ring({.channels = 4, .pieces = 46}, budget));
  EXPECT_FALSE(ring({.channels = 4, .pieces = 47}, budget));
}

// The number of parts is an int.
TEST(Budget, PartsThatCannotBeCountedAreRefusedInAnyMemory) {
  EXPECT_FALSE(ring({.channels = 65'536, .pieces = 65'536}, {}));
}

TEST(Budget, TooManyRanksNeedTooMuchMemory) {
  const auto tree = programs_for(**find_algorithm(broadcast, "binomial"), of(broadcast, 1'024), {}, {},
                                 {.memory = KiB(100)});

  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().fault, Fault::runtime);
  EXPECT_EQ(
      tree.error().message,
      "too little memory: 1,024 transfers over 1024 ranks, whose programs need 400 KiB, but only 100 KiB "
      "are free; expected fewer ranks");
}

// If the count were too low, memory would run out after all.
TEST(Budget, NoAlgorithmStoresMoreInstructionsThanAreCounted) {
  for (const Algorithm* algorithm : algorithms())
    for (int ranks = 2; ranks <= 9; ++ranks) {
      const Collective collective = of(algorithm->collective, ranks);
      if (!algorithm->supports(collective)) continue;
      const Lowering lowering{.channels = 2, .pieces = 3};
      const Result<Programs> programs = programs_for(*algorithm, collective, lowering);
      if (!programs) continue;
      std::int64_t stored = 0;
      for (const Program& program : programs->programs)
        for (const Lane& lane : program.lanes) stored += std::ssize(lane.code);
      const Bytes too_little{stored * static_cast<std::int64_t>(sizeof(Instruction)) - 1};
      EXPECT_FALSE(programs_for(*algorithm, collective, lowering, {}, {.memory = too_little}))
          << name_of(algorithm->collective) << " " << algorithm->name << " over " << ranks;
    }
}

// A schedule of as many rules as there may be is not complete.
TEST(Budget, AScheduleOfTooManyRulesIsNotLowered) {
  Schedule schedule(of(all_reduce, 2));
  schedule.next_step();
  while (!schedule.too_large()) schedule.every(schedule.everyone(), {.to = shift(1)});
  schedule.every(schedule.everyone(), {.to = shift(1)});

  EXPECT_EQ(schedule.rules().size(), most_rules);
  EXPECT_EQ(
      check_programs_fit(schedule, {}, {}).error().message,
      "a schedule over 2 ranks has 16,777,216 rules or more; expected fewer ranks, or another algorithm");
}

TEST(Budget, AProofThatNeedsTooMuchMemoryIsRefusedAndRefutesNothing) {
  const Programs programs = *ring({}, {});

  const auto proof = prove(programs, {.budget = {.memory = KiB(1)}});

  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error().fault, Fault::runtime);
  EXPECT_EQ(
      proof.error().message,
      "too little memory: a proof of all_reduce ring over 8 ranks needs 2240 B, but only 1 KiB are free");
  EXPECT_TRUE(prove(programs, {.budget = {.memory = KiB(3)}}));  // one rank is followed
}

}  // namespace
}  // namespace commlab
