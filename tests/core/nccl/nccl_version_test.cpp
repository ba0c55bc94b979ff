// Versions of NCCL as people write them.
#include "core/nccl/nccl_version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(NcclVersion, IsReadInEveryFormThatLogsHave) {
  EXPECT_EQ(parse_nccl_version("2.18"), (NcclVersion{2, 18}));
  EXPECT_EQ(parse_nccl_version("2.18.6-1"), (NcclVersion{2, 18}));
  EXPECT_EQ(parse_nccl_version("2.28.9+cuda13.0").value_or(NcclVersion{}), (NcclVersion{2, 28}));
  EXPECT_EQ(parse_nccl_version("21806"), (NcclVersion{2, 18}));
  EXPECT_EQ(parse_nccl_version("2804"), (NcclVersion{2, 8}));
}

// 2.99 silently counted as 2.30.
TEST(NcclVersion, AfterTheNewestSaysAsWhichItCounts) {
  EXPECT_EQ(to_human(parse_nccl_version("2.30").value()), "2.30");
  EXPECT_EQ(to_human(parse_nccl_version("2.99").value()),
            "2.30 (the newest that is known, in place of 2.99)");
  EXPECT_EQ(to_text(parse_nccl_version("23102").value()), "2.31");
}

TEST(NcclVersion, SaysWhatWasExpected) {
  for (const char* text : {"", "two", "2", "2,18", "2.x", "-2.18", "2.18x", "3.1", "2.100", "99999"})
    EXPECT_FALSE(parse_nccl_version(text)) << text;
  EXPECT_EQ(parse_nccl_version("newest").error().message,
            "'newest' is no version of NCCL; expected one as in 2.28");
  EXPECT_EQ(parse_nccl_version("2.4.8").error().message,
            "NCCL 2.4 is too old: the constants of 2.8 and later are known");
}

}  // namespace
}  // namespace commlab
