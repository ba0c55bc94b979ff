#include "core/collective/contributions.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// The sum of these ranks' contributions, added one after the other.
ValueId sum_of(Contributions& values, const std::vector<Rank>& ranks, int chunk = 0) {
  ValueId sum = values.of_rank(ranks[0], chunk);
  for (std::size_t i = 1; i < ranks.size(); ++i) sum = values.combined(sum, values.of_rank(ranks[i], chunk));
  return sum;
}

std::string text_of(const std::vector<Rank>& ranks) {
  Contributions values(ReduceOp::sum);
  return values.text(sum_of(values, ranks));
}

TEST(Contributions, AreToldAsRunsOfRanks) {
  EXPECT_EQ(text_of({5}), "rank 5");
  EXPECT_EQ(text_of({1, 0}), "ranks 0, 1");
  EXPECT_EQ(text_of({2, 0, 1, 5}), "ranks 0..2, 5");
  EXPECT_EQ(text_of({0, 1, 2, 1}), "ranks 0, 1 twice, 2");
  EXPECT_EQ(text_of({3, 3, 3}), "rank 3 3 times");
}

TEST(Contributions, OfTwoChunksAreMixed) {
  Contributions values(ReduceOp::sum);
  EXPECT_EQ(values.chunk(values.combined(values.of_rank(0, 7), values.of_rank(1, 7))), 7);
  EXPECT_EQ(values.chunk(values.combined(values.of_rank(0, 7), values.of_rank(1, 8))), Contributions::mixed);
}

TEST(Contributions, CountOnceForMinAndMax) {
  Contributions values(ReduceOp::max);
  EXPECT_TRUE(values.is_all(sum_of(values, {0, 1, 1, 0}), 2));
}

// Contributions are stored as runs of ranks; compares them with a table that counts each rank.
TEST(Contributions, CountLikeATable) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    constexpr int ranks = 12;
    Contributions values(ReduceOp::sum);
    std::vector<std::vector<int>> tables;
    std::vector<ValueId> ids;
    for (Rank rank = 0; rank < ranks; ++rank) {
      ids.push_back(values.of_rank(rank, 0));
      tables.emplace_back(ranks, 0)[static_cast<std::size_t>(rank)] = 1;
    }
    for (int step = 0; step < 20; ++step) {
      const std::size_t a = random() % ids.size();
      const std::size_t b = random() % ids.size();
      ids.push_back(values.combined(ids[a], ids[b]));
      std::vector<int> sum = tables[a];
      for (std::size_t rank = 0; rank < ranks; ++rank) sum[rank] += tables[b][rank];
      tables.push_back(sum);

      const auto missing = values.missing(ids.back(), ranks);
      const auto in = [](const auto& runs, Rank rank) {
        return std::ranges::any_of(runs, [&](auto run) { return run.first <= rank && rank < run.last; });
      };
      for (Rank rank = 0; rank < ranks; ++rank) {
        const int times = sum[static_cast<std::size_t>(rank)];
        EXPECT_EQ(values.has(ids.back(), rank), times > 0);
        EXPECT_EQ(in(missing, rank), times == 0);
        EXPECT_EQ(in(values.repeated(ids.back()), rank), times > 1);
      }
      EXPECT_EQ(values.is_all(ids.back(), ranks), sum == std::vector<int>(ranks, 1));
      EXPECT_EQ(values.repeats(ids.back()), std::ranges::any_of(sum, [](int times) { return times > 1; }));
    }
  }
}

}  // namespace
}  // namespace commlab
