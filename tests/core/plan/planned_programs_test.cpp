// Programs that are kept from one size to the next are those that would be written for that size.
#include "core/plan/planned_programs.h"

#include <thread>

#include <gtest/gtest.h>

#include "core/plan/plan_store.h"
#include "core/programs/programs_bytes.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

Setup setup_of(const Algorithm& algorithm, int ranks, std::int64_t count) {
  Setup setup{.experiment = {.collective = algorithm.collective, .ranks = ranks},
              .machine = std::nullopt,
              .collective = {.kind = algorithm.collective, .ranks = ranks, .count = count},
              .layout = {},
              .budget = {}};
  if (algorithm.collective == CollectiveKind::p2p) setup.collective.to = {ranks - 1};
  if (ranks % 4 == 0) setup.layout.per_node = ranks / 2;
  return setup;
}

bool can_write(const Algorithm& algorithm, const Setup& setup) {
  const bool has_ends = algorithm.collective != CollectiveKind::p2p || setup.collective.ranks > 1;
  return has_ends && check(setup.collective) && algorithm.supports(setup.collective);
}

TEST(PlannedPrograms, OfTheNextSizeAreThoseThatAreWrittenForIt) {
  int compared = 0;
  for (const Algorithm* algorithm : algorithms())
    for (int ranks = 1; ranks <= 17; ++ranks) {
      PlannedPrograms planned(*algorithm);
      for (const std::int64_t count : {1'003, 0, 1, 17, 64'000, 1'003})
        for (const Elements elements : {Elements::all, Elements::even, Elements::none}) {
          const auto setup = setup_of(*algorithm, ranks, count);
          if (!can_write(*algorithm, setup)) continue;
          const Result<Programs>& kept = planned.programs(setup, elements);
          const Result<Programs> fresh = PlannedPrograms(*algorithm).programs(setup, elements);
          ASSERT_EQ(kept.has_value(), fresh.has_value()) << algorithm->name << " over " << ranks;
          if (!kept) continue;
          ASSERT_TRUE(to_bytes(*kept) == to_bytes(*fresh))
              << name_of(algorithm->collective) << " " << algorithm->name << " over " << ranks << ", count "
              << count;
          ++compared;
        }
    }
  EXPECT_GT(compared, 10'000);
}

TEST(PlannedPrograms, OfTheNextSizeHaveASchedule) {
  for (const Algorithm* algorithm : algorithms()) {
    PlannedPrograms planned(*algorithm);
    for (const std::int64_t count : {64, 1'000}) {
      const auto setup = setup_of(*algorithm, 8, count);
      if (!can_write(*algorithm, setup)) continue;
      const Result<Schedule>& kept = planned.schedule(setup);
      if (!kept) continue;
      EXPECT_EQ(kept->collective(), setup.collective) << algorithm->name;
      EXPECT_EQ(kept->rules(), PlannedPrograms(*algorithm).schedule(setup)->rules()) << algorithm->name;
    }
  }
}

// Pieces of 1 to 1,024 have two million instructions together.
TEST(PlannedPrograms, KeepFewThatAreLarge) {
  const Algorithm& ring = *find_algorithm(CollectiveKind::all_reduce, "ring").value();
  PlannedPrograms planned(ring);
  auto setup = setup_of(ring, 256, 1 << 20);
  for (int pieces = 1; pieces <= 1'024; pieces *= 2) {
    setup.experiment.pieces = pieces;
    ASSERT_TRUE(planned.programs(setup));
  }
  EXPECT_LE(planned.size(), 1'100'000);
}

TEST(PlannedPrograms, ThatWereSharedStayAsTheyAre) {
  const Algorithm& ring = *find_algorithm(CollectiveKind::all_reduce, "ring").value();
  PlannedPrograms planned(ring);
  const auto shared = planned.share(setup_of(ring, 4, 100)).value();
  const auto before = to_bytes(*shared);

  EXPECT_EQ(planned.share(setup_of(ring, 4, 100)).value(), shared) << "of the same size";
  EXPECT_EQ(planned.programs(setup_of(ring, 4, 200))->collective.count, 200);
  EXPECT_EQ(planned.programs(setup_of(ring, 4, 100), Elements::none)->partition.elements, 0);
  EXPECT_EQ(to_bytes(*shared), before);
  EXPECT_EQ(to_bytes(*planned.share(setup_of(ring, 4, 100)).value()), before);
}

TEST(PlanStore, LendsAnAlgorithmsProgramsToOneThreadAtATime) {
  const Algorithm& ring = *find_algorithm(CollectiveKind::all_reduce, "ring").value();
  PlanStore store;
  const PlannedPrograms* first = nullptr;
  {
    const PlanStore::Loan one = store.lend(ring);
    const PlanStore::Loan other = store.lend(ring);
    EXPECT_NE(one.get(), other.get());
    ASSERT_TRUE(one->programs(setup_of(ring, 4, 100)));
    first = one.get();
  }
  const PlanStore::Loan again = store.lend(ring);
  EXPECT_EQ(again.get(), first) << "the last one that came back goes first";
  EXPECT_GT(again->size(), 0);
}

TEST(PlanStore, KeepsNothingOfAnAlgorithmThatMayEnd) {
  Algorithm own = *find_algorithm(CollectiveKind::all_reduce, "ring").value();
  PlanStore store;
  ASSERT_TRUE(store.lend(own)->programs(setup_of(own, 4, 100)));
  EXPECT_EQ(store.lend(own)->size(), 0);
}

TEST(PlanStore, ServesManyThreads) {
  PlanStore store;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&store, t] {
      for (int round = 0; round < 50; ++round)
        for (const Algorithm* algorithm : algorithms_for(CollectiveKind::all_gather)) {
          const auto setup = setup_of(*algorithm, 8, 100 * t + round);
          if (!can_write(*algorithm, setup)) continue;
          const PlanStore::Loan loan = store.lend(*algorithm);
          const Result<Programs>& programs = loan->programs(setup);
          if (programs) {
            EXPECT_EQ(programs->collective.count, 100 * t + round);
          }
        }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace commlab
