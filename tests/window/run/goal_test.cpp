// The goal is one sentence for every collective, operation and pattern of data. It is reached when the last
// rank has what it was promised.
#include "gui/window/run/goal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/data_pattern.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Collective collective(CollectiveKind kind, int ranks = 4, ReduceOp op = ReduceOp::sum) {
  Collective c{.kind = kind, .ranks = ranks, .count = 1024, .op = op};
  if (kind == CollectiveKind::p2p) c.to = {1};
  return c;
}

TEST(Goal, SaysTheSumThatEveryRankEndsWith) {
  EXPECT_EQ(goal_text(collective(CollectiveKind::all_reduce), DataPattern::ranks),
            "Goal: every rank ends with 1 + 2 + 3 + 4 = 10");
  EXPECT_EQ(goal_text(collective(CollectiveKind::all_reduce), DataPattern::ones),
            "Goal: every rank ends with 1 + 1 + 1 + 1 = 4");
  EXPECT_EQ(goal_text(collective(CollectiveKind::all_reduce), DataPattern::index),
            "Goal: every rank ends with the sum of what all 4 ranks bring");
}

TEST(Goal, IsShortForManyRanks) {
  EXPECT_EQ(goal_text(collective(CollectiveKind::all_reduce, 8), DataPattern::ranks),
            "Goal: every rank ends with 1 + 2 + … + 8 = 36");
  EXPECT_EQ(goal_text(collective(CollectiveKind::all_reduce, 1024), DataPattern::ranks),
            "Goal: every rank ends with 1 + 2 + … + 1024 = 524800");
}

TEST(Goal, KnowsEveryOperation) {
  const auto with = [](ReduceOp op) {
    return goal_text(collective(CollectiveKind::all_reduce, 4, op), DataPattern::ranks);
  };
  EXPECT_EQ(with(ReduceOp::prod), "Goal: every rank ends with 1 × 2 × 3 × 4 = 24");
  EXPECT_EQ(with(ReduceOp::min), "Goal: every rank ends with the smallest of 1, 2, 3, 4: 1");
  EXPECT_EQ(with(ReduceOp::max), "Goal: every rank ends with the largest of 1, 2, 3, 4: 4");
  EXPECT_EQ(with(ReduceOp::avg), "Goal: every rank ends with (1 + 2 + 3 + 4) / 4 = 2.5");
}

// torch.distributed and NCCL divide the sum of integers and drop the remainder.
TEST(Goal, DropsWhatIsBehindThePointOfIntegersAverages) {
  Collective c = collective(CollectiveKind::all_reduce, 4, ReduceOp::avg);
  c.dtype = DataType::int32;
  EXPECT_EQ(goal_text(c, DataPattern::ranks), "Goal: every rank ends with (1 + 2 + 3 + 4) / 4 = 2");
}

TEST(Goal, SaysNoNumberThatTheTypeCannotHold) {
  Collective c = collective(CollectiveKind::all_reduce, 64);
  c.dtype = DataType::int8;  // 2080 does not fit into int8
  EXPECT_EQ(goal_text(c, DataPattern::ranks),
            "Goal: every rank ends with the sum of what all 64 ranks bring");
  c = collective(CollectiveKind::all_reduce, 300, ReduceOp::prod);  // 300! does not fit into a double
  EXPECT_EQ(goal_text(c, DataPattern::ranks),
            "Goal: every rank ends with the product of what all 300 ranks bring");
}

TEST(Goal, KnowsEveryCollective) {
  const auto of = [](CollectiveKind kind) { return goal_text(collective(kind), DataPattern::ranks); };
  EXPECT_EQ(of(CollectiveKind::broadcast), "Goal: every rank ends with what rank 0 has: 1");
  EXPECT_EQ(of(CollectiveKind::scatter), "Goal: every rank ends with its own block of what rank 0 has: 1");
  EXPECT_EQ(of(CollectiveKind::gather), "Goal: rank 0 ends with the blocks of all ranks: 1, 2, 3, 4");
  EXPECT_EQ(of(CollectiveKind::reduce), "Goal: rank 0 ends with 1 + 2 + 3 + 4 = 10");
  EXPECT_EQ(of(CollectiveKind::all_gather), "Goal: every rank ends with the blocks of all ranks: 1, 2, 3, 4");
  EXPECT_EQ(of(CollectiveKind::reduce_scatter),
            "Goal: every rank ends with its own block of 1 + 2 + 3 + 4 = 10");
  EXPECT_EQ(of(CollectiveKind::all_to_all),
            "Goal: every rank ends with one block from each rank: 1, 2, 3, 4");
  EXPECT_EQ(of(CollectiveKind::sendrecv), "Goal: every rank ends with what the rank before it has");
  EXPECT_EQ(of(CollectiveKind::p2p), "Goal: rank 1 ends with what rank 0 has: 1");
}

TEST(Goal, TellsThatUnevenBlocksDifferInSize) {
  const Collective uneven = with_counts({.kind = CollectiveKind::all_to_all, .ranks = 2},
                                        CountMatrix::of({{4, 1}, {1, 4}}).value());
  EXPECT_EQ(goal_text(uneven, DataPattern::ranks),
            "Goal: every rank ends with one block from each rank: 1, 2; sizes differ");
  EXPECT_EQ(goal_text(uneven, DataPattern::index),
            "Goal: every rank ends with one block from each rank; sizes differ");
}

TEST(Goal, IsOneShortSentenceForAll) {
  for (const CollectiveKind kind : all_collective_kinds)
    for (const ReduceOp op : all_reduce_ops)
      for (const DataType type : all_data_types)
        for (const DataPattern data : {DataPattern::ones, DataPattern::ranks, DataPattern::index})
          for (const int ranks : {2, 3, 8, 64, 1024}) {
            Collective c = collective(kind, ranks, op);
            c.dtype = type;
            const std::string text = goal_text(c, data);
            EXPECT_THAT(text, StartsWith("Goal: "));
            EXPECT_THAT(text, Not(HasSubstr("\n")));
            EXPECT_LE(text.size(), 90u) << text;
          }
}

TEST(Goal, OfOneRankOrNoElementsIsPlain) {
  EXPECT_EQ(goal_text(collective(CollectiveKind::all_reduce, 1), DataPattern::ranks),
            "Goal: the only rank ends with 1");
  EXPECT_EQ(goal_text(collective(CollectiveKind::all_reduce, 1), DataPattern::index),
            "Goal: the only rank ends with what it brought");
  Collective empty = collective(CollectiveKind::all_reduce);
  empty.count = 0;
  EXPECT_EQ(goal_text(empty, DataPattern::ranks), "Goal: nothing to do, the vector has no elements");
}

TEST(Goal, IsReachedWithTheLastRank) {
  const Scene ring = scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring");
  EXPECT_EQ(goal_reached(*ring.replay), ring.trace().finish);
}

}  // namespace
}  // namespace commlab
