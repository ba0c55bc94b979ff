#include "gpu/memory_check.h"

#include <gtest/gtest.h>


namespace commlab {
namespace {

// So many bytes that all buffers of all ranks, with staging and check, still fit into 63 bits.
TEST(CheckCountable, AcceptsAllThatCanBeAddedUp) {
  for (const int ranks : {1, 2, 3, 8, 1024}) {
    const std::int64_t most = INT64_MAX / (64 * ranks);
    for (const auto& [count, fits] :
         {std::pair{std::int64_t{0}, true}, {most - 1, true}, {most, true}, {most + 1, false}}) {
      Programs programs;
      programs.collective = {
          .kind = CollectiveKind::all_reduce, .ranks = ranks, .count = count, .dtype = DataType::int8};
      EXPECT_EQ(check_countable(programs, MiB(1)).has_value(), fits) << ranks << " ranks, " << count;
    }
  }
}

}  // namespace
}  // namespace commlab
