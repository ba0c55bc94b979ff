// Every algorithm that takes uneven counts keeps their promise: proved, and tried on data.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/reference.h"
#include "core/programs/check_programs.h"
#include "core/programs/interpret.h"
#include "core/programs/programs_bytes.h"
#include "core/programs/programs_for.h"
#include "core/verify/verify.h"
#include "tests/sanitized.h"
#include "tests/uneven_counts.h"

namespace commlab {
namespace {

std::vector<int> ranks_to_try() {
  std::vector<int> ranks = one_to_seventeen();
  std::erase_if(ranks, [](int n) { return !worth_sanitizing(n); });
  return ranks;
}

std::vector<Lowering> ways_to_lower() {
  return {{}, {.channels = 2, .pieces = 3}, {.pieces = 2, .slots = 1}, {.fused = true}, {.one_tile = true}};
}

Programs programs_with(std::string_view name, const Collective& c, const Lowering& how = {}) {
  return programs_for(**find_algorithm(c.kind, name), c, how).value();
}

TEST(UnevenAlgorithms, KeepTheirPromise) {
  int proved = 0;
  for_all_uneven(
      ranks_to_try(), [&](const Algorithm& algorithm, const Collective& c, const std::string& what) {
        for (const Lowering& how : ways_to_lower()) {
          const auto programs = programs_for(algorithm, c, how);
          ASSERT_TRUE(programs) << what << ": " << programs.error().message;
          const Status kept = verify(*programs);
          EXPECT_TRUE(kept) << what << ": " << kept.error().message;
          const auto found = interpret(*programs, DataPattern::index);
          ASSERT_TRUE(found) << what << ": " << found.error().message;
          const Status equal = equal_where_promised(c, programs->partition, found->output,
                                                    plain_result(c, programs->partition, DataPattern::index));
          EXPECT_TRUE(equal) << what << ": " << equal.error().message;
          ++proved;
        }
      });
  EXPECT_GT(proved, sanitized ? 300 : 1'000);
}

// All ranks stand in another order; blocks stay those of the ranks.
TEST(UnevenAlgorithms, KeepTheirPromiseInAnyOrderOfTheRanks) {
  for_all_uneven({4, 5, 8}, [&](const Algorithm& algorithm, const Collective& c, const std::string& what) {
    Layout layout;
    for (Rank rank = 0; rank < c.ranks; ++rank) layout.order.push_back(rank * 3 % c.ranks);
    const auto programs = programs_for(algorithm, c, {.channels = 2}, layout);
    ASSERT_TRUE(programs) << what << ": " << programs.error().message;
    EXPECT_TRUE(verify(*programs)) << what;
    const auto found = interpret(*programs, DataPattern::index);
    ASSERT_TRUE(found) << what;
    EXPECT_TRUE(equal_where_promised(c, programs->partition, found->output,
                                     plain_result(c, programs->partition, DataPattern::index)))
        << what;
  });
}

TEST(UnevenAlgorithms, SendWhatTheCountsSay) {
  for_all_uneven({2, 3, 8}, [&](const Algorithm& algorithm, const Collective& c, const std::string& what) {
    const Programs programs = programs_for(algorithm, c, {.channels = 2}).value();
    EXPECT_EQ(programs.repeat(), c.ranks);
    EXPECT_FALSE(programs.uniform());
    for (Rank rank = 0; rank < c.ranks; ++rank) {
      Bytes sent;
      for (const Lane& lane : programs.of(rank).lanes)
        for (const Instruction& i : lane.code)
          if (sends(i.op)) sent += programs.bytes(rank, i);
      EXPECT_EQ(sent, Bytes{4 * (c.counts.sent(rank) - c.counts.count(rank, rank))}) << what;
    }
  });
}

TEST(UnevenAlgorithms, ComeBackFromBytes) {
  for_all_uneven({1, 2, 3, 8}, [](const Algorithm& algorithm, const Collective& c, const std::string& what) {
    const Programs programs = programs_for(algorithm, c, {.channels = 2}).value();
    const auto again = programs_from_bytes(to_bytes(programs));
    ASSERT_TRUE(again) << what;
    EXPECT_EQ(again->collective, c) << what;
    EXPECT_TRUE(verify(*again)) << what;
  });
}

TEST(UnevenAlgorithms, GiveTheEvenResultWhereAllCountsAreEqual) {
  for (const Algorithm* algorithm : algorithms_for(CollectiveKind::all_to_all))
    for (const int ranks : ranks_to_try()) {
      const Collective c = all_to_all_with(counts_by(ranks, [](int, int) { return 7; }));
      if (!algorithm->supports(c)) continue;
      const Collective even{.kind = c.kind, .ranks = ranks, .count = 7};
      EXPECT_EQ(interpret(programs_for(*algorithm, c).value(), DataPattern::index)->output,
                interpret(programs_for(*algorithm, even).value(), DataPattern::index)->output)
          << algorithm->name << " on " << ranks;
    }
}

TEST(UnevenAlgorithms, SayWhyTheyCannot) {
  const Collective c = all_to_all_with(CountMatrix::of({{1, 2}, {3, 4}}).value());
  const auto refused = programs_for(**find_algorithm(c.kind, "bruck"), c);
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().message,
      "all_to_all bruck does not support 2 ranks with uneven counts; it needs one count for all pairs of "
      "ranks");
}

// A message of as many blocks, but not as many elements, as its receive expects.
TEST(UnevenAlgorithms, AreNotProvedWhereABlockGoesToTheWrongRank) {
  const Collective c = all_to_all_with(CountMatrix::of({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}).value());
  Programs programs = expanded(programs_with("direct", c));
  for (Lane& lane : programs.programs[0].lanes)
    for (Instruction& i : lane.code)
      if (i.op == Opcode::send) i.source.block = (i.source.block + 1) % 3;
  const Status wrong = verify(programs);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, testing::HasSubstr("elements"));
}

TEST(UnevenAlgorithms, AreRefusedWhereACopyFitsTheBlockNumberOnly) {
  const Collective c = all_to_all_with(CountMatrix::of({{1, 2}, {3, 4}}).value());
  Programs programs = expanded(programs_with("direct", c));
  for (Lane& lane : programs.programs[0].lanes)
    for (Instruction& i : lane.code)
      if (i.op == Opcode::copy) i.source.block = i.target.block = 1;
  const Status wrong = check_form(programs);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message,
              testing::HasSubstr("takes 2 elements of block 1 onto 3 elements of block 1; expected as many"));
}

TEST(UnevenAlgorithms, HaveNoScratch) {
  const Collective c = all_to_all_with(CountMatrix::of({{1, 2}, {3, 4}}).value());
  Programs programs = programs_with("direct", c);
  programs.scratch_blocks = 2;
  const Status wrong = check_form(programs);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, testing::HasSubstr("uneven counts leave no room"));
}

TEST(UnevenAlgorithms, AreEvenOrEmptyOnceElementsAreLeftOut) {
  const Collective c = all_to_all_with(CountMatrix::of({{6, 2}, {3, 4}}).value());
  Programs programs = programs_with("direct", c);
  for (const auto& [elements, bytes] : {std::pair(Elements::even, 8), std::pair(Elements::none, 0)}) {
    const Programs asked = programs_with("direct", c, {.elements = elements});
    resize(programs, c, elements);
    EXPECT_EQ(to_bytes(programs), to_bytes(asked));
    EXPECT_TRUE(asked.uniform());
    for (const Lane& lane : asked.of(0).lanes)
      for (const Instruction& i : lane.code) EXPECT_EQ(asked.bytes(0, i), Bytes{bytes});
  }
  resize(programs, c, Elements::all);
  EXPECT_EQ(to_bytes(programs), to_bytes(programs_with("direct", c)));
}

}  // namespace
}  // namespace commlab
