#include "core/collective/collective.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

using enum CollectiveKind;

TEST(Collective, NamesReadBack) {
  for (const CollectiveKind kind : all_collective_kinds) EXPECT_EQ(parse_collective(name_of(kind)), kind);
  EXPECT_EQ(parse_collective("alltoall"), all_to_all);
  EXPECT_EQ(parse_collective("all_redcue").error().message,
            "unknown collective 'all_redcue' (did you mean all_reduce?); there are broadcast, scatter, "
            "gather, reduce, "
            "all_reduce, all_gather, reduce_scatter, all_to_all, sendrecv, p2p");
}

// Every promised block comes from a block that some rank has before the collective.
TEST(Collective, EveryPromiseIsMadeOfSomeonesInput) {
  for (const CollectiveKind kind : all_collective_kinds)
    for (int ranks = 2; ranks <= 5; ++ranks) {
      const Collective c{.kind = kind, .ranks = ranks, .count = 4, .root = ranks - 1, .to = {ranks - 1}};
      ASSERT_TRUE(check(c));
      for (Rank r = 0; r < ranks; ++r)
        for (int block = 0; block < ranks; ++block) {
          const auto promised = after(c, r, block);
          if (!promised) continue;
          EXPECT_TRUE(holds(c, Buffer::output, r, block));
          for (Rank from = 0; from < ranks; ++from)
            if (promised->whose == Content::Whose::all_ranks || promised->rank == from) {
              EXPECT_TRUE(before(c, from, promised->block)) << name_of(kind);
            }
        }
    }
}

TEST(Collective, TheBlocksThatARankIsPromisedLieSideBySide) {
  for (const CollectiveKind kind : all_collective_kinds)
    for (int ranks = 2; ranks <= 5; ++ranks) {
      const Collective c{.kind = kind, .ranks = ranks, .count = 4, .root = ranks - 1, .to = {ranks - 1}};
      for (Rank r = 0; r < ranks; ++r) {
        const auto [first, last] = blocks_after(c, r, ranks);
        for (int block = 0; block < ranks; ++block)
          EXPECT_EQ(after(c, r, block).has_value(), first <= block && block < last) << name_of(kind);
      }
    }
}

TEST(Collective, AllToAllIsATranspose) {
  const Collective c{.kind = all_to_all, .ranks = 3, .count = 1};
  EXPECT_EQ(after(c, 2, 0), (Content{Content::Whose::one_rank, 0, 2}));
}

TEST(Collective, ANonRootsReduceOutputIsPromisedNothing) {
  const Collective c{.kind = reduce, .ranks = 3, .count = 1, .root = 1};
  EXPECT_FALSE(after(c, 0, 0));
  EXPECT_EQ(after(c, 1, 0), (Content{Content::Whose::all_ranks, 0, 0}));
}

// nccl-tests' size is that of the full vector; the count is per rank for collectives with blocks.
TEST(Collective, SizeAndCountFollowNcclTests) {
  EXPECT_EQ(count_for(all_reduce, 8, DataType::float32, MiB(1)), 1 << 18);
  EXPECT_EQ(count_for(all_gather, 8, DataType::float32, MiB(1)), 1 << 15);
  EXPECT_EQ(count_for(all_gather, 3, DataType::float32, {100}), 8);
  EXPECT_EQ(size_of({.kind = all_gather, .ranks = 3, .count = 8}), Bytes{96});
}

TEST(Collective, WhatAUserCanGetWrongIsSaidInOneSentence) {
  const auto said = [](const Collective& c) { return check(c).error().message; };
  EXPECT_EQ(said({.ranks = 0}), "0 ranks; a collective needs at least 1");
  EXPECT_EQ(said({.kind = broadcast, .ranks = 4, .root = 4}), "root is rank 4; with 4 ranks it must be 0..3");
  EXPECT_EQ(said({.ranks = 2, .count = -1}), "count is -1; it must be 0 or more");
  EXPECT_EQ(said({.kind = p2p, .ranks = 4, .to = {4}}), "to is rank 4; with 4 ranks it must be 0..3");
  EXPECT_EQ(said({.kind = p2p, .ranks = 4, .to = {0}}),
            "to is rank 0, which is also the sender; name another rank");
  EXPECT_EQ(said({.kind = p2p, .ranks = 4, .to = {1, 1}}),
            "to names rank 1 twice; name each destination once");
  EXPECT_EQ(said({.kind = all_gather, .ranks = 8, .count = INT64_MAX / 16}),
            "count 576460752303423487 of float32 on 8 ranks overflows 63 bits of bytes; at most "
            "288230376151711743");
}

}  // namespace
}  // namespace commlab
