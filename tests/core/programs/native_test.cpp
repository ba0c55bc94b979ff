// What is promised of a collective that a library performs by itself.
#include "core/programs/native.h"

#include <gtest/gtest.h>

#include "core/programs/check_programs.h"

namespace commlab {
namespace {

// The count of a collective is that of a block, or of the whole vector where there are no blocks.
TEST(NativePrograms, HaveBlocksOfTheCollectivesCount) {
  for (const CollectiveKind kind : all_collective_kinds)
    for (const int ranks : {2, 3, 8}) {
      const Programs programs = native_programs({.kind = kind, .ranks = ranks, .count = 60, .to = {1}});

      EXPECT_TRUE(check_form(programs)) << name_of(kind);
      for (int block = 0; block < programs.partition.blocks; ++block)
        EXPECT_EQ(programs.partition.block(block).size(), 60) << name_of(kind) << " over " << ranks;
    }
}

}  // namespace
}  // namespace commlab
