// Uneven counts place every block behind the one before it, in the input by receiver and in the output by
// sender.

#include "core/collective/count_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/partition.h"
#include "core/collective/reference.h"
#include "tests/uneven_counts.h"

namespace commlab {
namespace {

std::string refusal_of_rows(const std::vector<CountRow>& rows) {
  const Result<CountMatrix> counts = CountMatrix::of(rows);
  return counts ? "" : counts.error().message;
}

TEST(CountMatrix, PacksInputsByReceiverAndOutputsBySender) {
  const CountMatrix counts = CountMatrix::of({{4, 1, 0}, {2, 3, 5}, {7, 0, 1}}).value();

  EXPECT_EQ(counts.in_input(1, 0), (ElementRange{0, 2}));
  EXPECT_EQ(counts.in_input(1, 1), (ElementRange{2, 5}));
  EXPECT_EQ(counts.in_input(1, 2), (ElementRange{5, 10}));
  EXPECT_EQ(counts.in_output(0, 0), (ElementRange{0, 4}));
  EXPECT_EQ(counts.in_output(1, 0), (ElementRange{4, 6}));
  EXPECT_EQ(counts.in_output(2, 0), (ElementRange{6, 13}));
  EXPECT_EQ(counts.sent(1), 10);
  EXPECT_EQ(counts.received(0), 13);
  EXPECT_EQ(counts.largest_buffer(), 13);
  EXPECT_EQ(counts.total(), 23);
  EXPECT_FALSE(counts.is_even());
}

TEST(CountMatrix, BlocksOfEveryBufferFollowOneAnotherAndHaveTheSizeOfTheirMessage) {
  for (const int ranks : one_to_seventeen())
    for (const NamedCounts& named : awkward_counts(ranks)) {
      SCOPED_TRACE(named.name);
      const Collective c = all_to_all_with(named.counts);
      const Partition p{.elements = elements_of(c), .blocks = ranks, .parts = 3};
      ASSERT_TRUE(check(c));
      for (Rank rank = 0; rank < ranks; ++rank) {
        std::int64_t in = 0, out = 0;
        for (int block = 0; block < ranks; ++block)
          for (int part = 0; part < p.parts; ++part) {
            const ElementRange brought = chunk_in(c, p, Buffer::input, rank, block, part);
            const ElementRange got = chunk_in(c, p, Buffer::output, rank, block, part);
            EXPECT_EQ(brought.first, std::exchange(in, brought.last));
            EXPECT_EQ(got.first, std::exchange(out, got.last));
            EXPECT_EQ(brought.size(), chunk_in(c, p, Buffer::output, block, rank, part).size());
          }
        EXPECT_EQ(stored(c, p, Buffer::input, rank), (ElementRange{0, in}));
        EXPECT_EQ(stored(c, p, Buffer::output, rank), (ElementRange{0, out}));
      }
    }
}

TEST(CountMatrix, IsEqualByValue) {
  const CountMatrix a = CountMatrix::of({{1, 2}, {3, 4}}).value(),
                    b = CountMatrix::of({{1, 2}, {3, 4}}).value();
  EXPECT_EQ(a, b);
  EXPECT_EQ(CountMatrix::of(a.rows()).value(), a);
  EXPECT_NE(a, CountMatrix::of({{1, 2}, {4, 3}}).value());
  EXPECT_NE(a, CountMatrix{});
  EXPECT_EQ(CountMatrix{}, CountMatrix{});
}

TEST(CountMatrix, RefusesWhatIsNoMatrixOfCounts) {
  EXPECT_EQ(refusal_of_rows({}), "there are no counts; expected a row of counts for each rank");
  EXPECT_EQ(refusal_of_rows({{1, 2}, {3}}),
            "row 1 has 1 counts, and there are 2 rows; expected a count for each rank");
  EXPECT_EQ(refusal_of_rows({{1, 2}, {-3, 4}}), "row 1 has -3 elements; expected 0 or more");
  EXPECT_EQ(refusal_of_rows({{INT64_MAX, 1}, {0, 0}}),
            "the counts overflow 63 bits together; at most 9223372036854775807");
}

TEST(UnevenCounts, WithOneValueForAllAreTheEvenCollective) {
  for (int ranks = 1; ranks <= 9; ++ranks) {
    const CountMatrix equal = counts_by(ranks, [](int, int) { return 12; });
    EXPECT_TRUE(equal.is_even());
    const Collective c = with_counts({.kind = CollectiveKind::all_to_all, .ranks = ranks}, equal);
    EXPECT_EQ(c, (Collective{.kind = CollectiveKind::all_to_all, .ranks = ranks, .count = 12}));
    EXPECT_EQ(size_of(all_to_all_with(equal)), size_of(c));
    EXPECT_EQ(elements_of(all_to_all_with(equal)), elements_of(c));
  }
}

// 13 elements of 4 bytes on 2 ranks: 26 bytes a rank.
TEST(UnevenCounts, HaveTheSizeThatARankBringsOnAverageRoundedUp) {
  const CountMatrix counts = CountMatrix::of({{10, 1}, {1, 1}}).value();
  EXPECT_EQ(size_of(all_to_all_with(counts)), Bytes{26});
  EXPECT_EQ(elements_of(all_to_all_with(counts)), 7);
  EXPECT_EQ(size_of(all_to_all_with(counts, DataType::int8)), Bytes{7});
  EXPECT_EQ(largest_buffer_of(all_to_all_with(counts)), 11);
}

TEST(UnevenCounts, AreCheckedAgainstTheCollective) {
  const Collective sound = all_to_all_with(CountMatrix::of({{1, 2}, {3, 4}}).value());
  const auto refusal = [&](auto change) {
    Collective c = sound;
    change(c);
    const Status ok = check(c);
    return ok ? "" : ok.error().message;
  };
  EXPECT_EQ(refusal([](Collective&) {}), "");
  EXPECT_THAT(refusal([](Collective& c) { c.kind = CollectiveKind::all_gather; }),
              testing::HasSubstr("only all_to_all has them"));
  EXPECT_THAT(refusal([](Collective& c) { c.in_place = true; }), testing::HasSubstr("in place"));
  EXPECT_THAT(refusal([](Collective& c) { c.ranks = 3; }), testing::HasSubstr("counts of 2 ranks for 3"));
  EXPECT_THAT(refusal([](Collective& c) { c.count = 9; }), testing::HasSubstr("it must be 3, their average"));
  EXPECT_THAT(refusal([](Collective& c) {
                c.counts = CountMatrix::of({{INT64_MAX / 4, 1}, {0, 0}}).value();
              }),
              testing::HasSubstr("overflow 63 bits of bytes"));
}

// Element i of rank r's input is drawn from r and i; so a block from a wrong place shows.
TEST(UnevenCounts, PromiseEachRankWhatTheOthersHaveForIt) {
  const Collective c =
      all_to_all_with(CountMatrix::of({{1, 2, 0}, {3, 0, 1}, {0, 2, 2}}).value(), DataType::int32);
  const Partition p{.elements = elements_of(c), .blocks = 3};
  const std::vector<Memory> in = make_inputs(c, p, DataPattern::index);
  const std::vector<Memory> out = plain_result(c, p, DataPattern::index);
  const auto part = [](const Memory& memory, std::ptrdiff_t first, std::ptrdiff_t last) {
    return Memory(memory.begin() + 4 * first, memory.begin() + 4 * last);
  };

  EXPECT_EQ(out[0].size(), 4u * 4);
  EXPECT_EQ(part(out[0], 0, 1), part(in[0], 0, 1));
  EXPECT_EQ(part(out[0], 1, 4), part(in[1], 0, 3));
  EXPECT_EQ(out[1].size(), 4u * 4);
  EXPECT_EQ(part(out[1], 0, 2), part(in[0], 1, 3));
  EXPECT_EQ(part(out[1], 2, 4), part(in[2], 0, 2));
  EXPECT_EQ(out[2].size(), 4u * 3);
  EXPECT_EQ(part(out[2], 0, 1), part(in[1], 3, 4));
  EXPECT_EQ(part(out[2], 1, 3), part(in[2], 2, 4));
}

}  // namespace
}  // namespace commlab
