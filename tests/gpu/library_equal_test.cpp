// How much a library's result may differ from ours: nothing where no order of its operations rounds, else as
// much as roundings can do, and less than a rank's part.

#include "gpu/library_equal.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/collective/combine.h"
#include "core/collective/reference.h"

namespace commlab {
namespace {

Collective reducing(DataType dtype, ReduceOp op, int ranks) {
  return {.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 2000, .dtype = dtype, .op = op};
}

constexpr int numbers_of_ranks[] = {2, 3, 5, 7, 8, 12, 16, 24, 31, 64, 96, 100, 256, 300, 513, 1000, 1024};

TEST(LibrarySlack, IsNoneWhereEveryOrderGivesTheSameBits) {
  for (const DataType dtype : all_data_types)
    for (const int ranks : numbers_of_ranks) {
      for (const ReduceOp op : {ReduceOp::sum, ReduceOp::prod, ReduceOp::min, ReduceOp::max}) {
        const Collective c = reducing(dtype, op, ranks);
        EXPECT_EQ(library_slack(c, DataPattern::index) == 0, exact_in_any_order(c, DataPattern::index))
            << name_of(dtype) << " " << name_of(op) << " " << ranks;
      }
      Collective moving = reducing(dtype, ReduceOp::avg, ranks);
      moving.kind = CollectiveKind::all_gather;
      EXPECT_EQ(library_slack(moving, DataPattern::index), 0);
    }
  EXPECT_EQ(library_slack(reducing(DataType::float16, ReduceOp::avg, 8), DataPattern::index), 0);
  EXPECT_EQ(library_slack(reducing(DataType::float8_e4m3, ReduceOp::avg, 8), DataPattern::index), 0);
}

TEST(LibrarySlack, OfOtherAveragesIsTheRoundingOfRanksAndTwoOperations) {
  EXPECT_EQ(library_slack(reducing(DataType::float32, ReduceOp::avg, 7), DataPattern::index), 9 * 0x1p-23);
  EXPECT_EQ(library_slack(reducing(DataType::float64, ReduceOp::avg, 3), DataPattern::index), 5 * 0x1p-52);
  EXPECT_EQ(library_slack(reducing(DataType::bfloat16, ReduceOp::sum, 40), DataPattern::ranks), 42 * 0x1p-7);
}

// As NCCL averages: each input times 1/ranks, rounded in the type, and added in any order. One addend of 8
// bits makes the order the same.
TEST(LibrarySlack, AdmitsAveragesOf8BitsAsNcclComputesThemButNoOtherNumberOfAddends) {
  for (const DataType dtype : {DataType::float8_e4m3, DataType::float8_e5m2})
    for (const int ranks : numbers_of_ranks) {
      const Collective c = reducing(dtype, ReduceOp::avg, ranks);
      const Partition whole{.elements = c.count};
      const double slack = library_slack(c, DataPattern::index);
      const Memory right = plain_result(c, whole, DataPattern::index)[0];
      std::byte factor[1], product[1];
      set_element(dtype, factor, 0, 1.0 / ranks);
      std::vector<double> brought(static_cast<std::size_t>(c.count));
      for (const Memory& input : make_inputs(c, whole, DataPattern::index))
        for (std::int64_t i = 0; i < c.count; ++i)
          brought[static_cast<std::size_t>(i)] += element(dtype, input.data(), i);
      for (std::int64_t i = 0; i < c.count; ++i) {
        set_element(dtype, product, 0, brought[static_cast<std::size_t>(i)] * element(dtype, factor, 0));
        const double found = element(dtype, product, 0), expected = element(dtype, right.data(), i);
        ASSERT_TRUE(found == expected || is_near(found, expected, slack))
            << name_of(dtype) << " " << ranks << ": " << found << " for " << expected;
        if (expected == 0 || ranks > 64) continue;  // beyond, 1/ranks of e4m3 has fewer bits
        ASSERT_FALSE(is_near(0, expected, slack)) << name_of(dtype) << " " << ranks;
        ASSERT_FALSE(is_near(2 * expected, expected, slack)) << name_of(dtype) << " " << ranks;
      }
    }
}

}  // namespace
}  // namespace commlab
