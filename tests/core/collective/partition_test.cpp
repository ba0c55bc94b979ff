#include "core/collective/partition.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

// Chunks follow one another and cover the vector: nothing twice, nothing left out.
TEST(Partition, ChunksCoverTheVectorInOrder) {
  for (const PartitionRule rule : {PartitionRule::even, PartitionRule::blocked})
    for (const std::int64_t elements : {0, 1, 2, 3, 7, 8, 1'003})
      for (int blocks = 1; blocks <= 9; ++blocks)
        for (int parts = 1; parts <= 4; ++parts) {
          const Partition p{elements, blocks, parts, rule};
          std::int64_t next = 0;
          for (int b = 0; b < blocks; ++b)
            for (int part = 0; part < parts; ++part) {
              ASSERT_EQ(p.chunk(b, part).first, next);
              ASSERT_GE(p.chunk(b, part).size(), 0);
              next = p.chunk(b, part).last;
            }
          ASSERT_EQ(next, elements);
        }
}

TEST(Partition, EvenBlocksDifferByAtMostOneElement) {
  const Partition p{.elements = 1'003, .blocks = 8};
  for (int b = 0; b < 8; ++b) EXPECT_TRUE(p.block(b).size() == 125 || p.block(b).size() == 126) << b;
}

TEST(Partition, EvenedHasChunksOfTheSizeOfTheSmallestAndRoundedUpOfTheLargest) {
  for (const PartitionRule rule : {PartitionRule::even, PartitionRule::blocked})
    for (const std::int64_t elements : {0, 1, 2, 7, 8, 1'003, 5'040})
      for (int blocks = 1; blocks <= 9; ++blocks)
        for (int parts = 1; parts <= 4; ++parts) {
          const Partition p{elements, blocks, parts, rule};
          std::int64_t smallest = elements, largest = 0;
          for (int b = 0; b < blocks; ++b)
            for (int part = 0; part < parts; ++part) {
              smallest = std::min(smallest, p.chunk(b, part).size());
              largest = std::max(largest, p.chunk(b, part).size());
            }
          const Partition even = p.evened();
          ASSERT_TRUE(even.uniform());
          ASSERT_EQ(even.elements, smallest * blocks * parts);
          ASSERT_EQ(even.chunk(blocks - 1, parts - 1).size(), smallest);
          const Partition up = p.rounded_up();
          ASSERT_TRUE(up.uniform());
          ASSERT_EQ(up.elements, largest * blocks * parts);
          ASSERT_EQ(up.chunk(blocks - 1, parts - 1).size(), largest);
        }
}

// As gloo and torch.split do: blocks of rounded-up size, the last ones short or empty.
TEST(Partition, BlockedGivesTheLastBlocksWhatIsLeft) {
  const Partition p{.elements = 10, .blocks = 4, .rule = PartitionRule::blocked};
  EXPECT_EQ(p.block(0).size(), 3);
  EXPECT_EQ(p.block(2).size(), 3);
  EXPECT_EQ(p.block(3).size(), 1);
  const Partition small{.elements = 2, .blocks = 4, .rule = PartitionRule::blocked};
  EXPECT_EQ(small.block(1).size(), 1);
  EXPECT_EQ(small.block(3).size(), 0);
}

TEST(Partition, SizesBeyondThirtyTwoBitsHoldGood) {
  const std::int64_t elements = std::int64_t{1} << 60;
  const Partition p{.elements = elements, .blocks = 65'536};
  EXPECT_EQ(p.block(65'535).last, elements);
  EXPECT_TRUE(p.uniform());
}

// In an all_gather, rank 2 of 4 has block 2 alone as input, and all blocks as output.
TEST(Partition, StoredIsWhatTheRanksBufferHas) {
  const Collective c{.kind = CollectiveKind::all_gather, .ranks = 4, .count = 5};
  const Partition p{.elements = 20, .blocks = 4};
  EXPECT_EQ(stored(c, p, Buffer::input, 2), (ElementRange{10, 15}));
  EXPECT_EQ(stored(c, p, Buffer::output, 2), (ElementRange{0, 20}));

  const Collective gather{.kind = CollectiveKind::gather, .ranks = 4, .count = 5, .root = 1};
  EXPECT_EQ(stored(gather, p, Buffer::output, 2), ElementRange{});
  EXPECT_EQ(stored(gather, p, Buffer::output, 1), (ElementRange{0, 20}));
}

}  // namespace
}  // namespace commlab
