// What NCCL logs about its choices is read, in both spellings; all other lines are skipped.

#include "gpu/nccl/nccl_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(NcclReport, ReadsNamesAndChannelsAsNewNcclWritesThem) {
  const NcclReport report = read_nccl_report(
      "host:1:2 [0] NCCL INFO NCCL version 2.28.9+cuda13.0\n"
      "host:1:2 [0] NCCL INFO 24 coll channels, 24 collnet channels, 16 nvls channels, 32 p2p channels, 32 "
      "p2p "
      "channels per peer\n"
      "host:1:2 [0] NCCL INFO AllReduce: 1048576 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}\n"
      "host:1:2 [0] NCCL INFO ReduceScatter: 64 Bytes -> Algo NVLS_TREE proto SIMPLE "
      "channel{Lo..Hi}={0..0}\r\n");

  EXPECT_EQ(report.version, "2.28.9+cuda13.0");
  ASSERT_EQ(report.channels.size(), 1u);
  EXPECT_EQ(report.choices,
            (std::vector<NcclChoice>{{"AllReduce", Bytes{1'048'576}, "ring", "ll", 24, std::nullopt},
                                     {"ReduceScatter", Bytes{64}, "nvls-tree", "simple", 1, std::nullopt}}));
  EXPECT_EQ(told(report),
            "NCCL 2.28.9+cuda13.0 chose ring, protocol ll, 24 channels; then nvls-tree, protocol simple, 1 "
            "channel");
}

TEST(NcclReport, ReadsNumbersAndTimesAsOldNcclWroteThem) {
  const NcclReport report = read_nccl_report(
      "host:1:2 [3] NCCL INFO AllReduce: 8 Bytes -> Algo 0 proto 1 time 28.500000\n"
      "host:1:2 [3] NCCL INFO AllReduce: 8 Bytes -> Algo 9 proto 2 time -1.0");

  EXPECT_EQ(report.choices, (std::vector<NcclChoice>{
                                {"AllReduce", Bytes{8}, "tree", "ll128", std::nullopt, nanoseconds(28'500)},
                                {"AllReduce", Bytes{8}, "9", "simple", std::nullopt, std::nullopt}}));
}

TEST(NcclReport, PassesOverTimesThatNobodyCanWait) {
  for (const char* time : {"nan", "inf", "-inf", "1e300", "1e13"}) {
    const NcclReport report = read_nccl_report(
        std::string("h:1:2 [3] NCCL INFO AllReduce: 8 Bytes -> Algo 0 proto 1 time ") + time);
    ASSERT_EQ(report.choices.size(), 1u);
    EXPECT_EQ(report.choices[0].expected, std::nullopt) << time;
  }
}

// Versions 2.19 to 2.21 do not name the collective, and log the version without a prefix.
TEST(NcclReport, ReadsChoicesWithoutANameAndAVersionAlone) {
  const NcclReport report = read_nccl_report(
      "NCCL version 2.19.3+cuda12.3\n"
      "host:1:2 [0] NCCL INFO 8 Bytes -> Algo 1 proto 0 time 25.200924\n");

  EXPECT_EQ(report.choices,
            (std::vector<NcclChoice>{{"", Bytes{8}, "ring", "ll", std::nullopt, Time{25'200'924}}}));
  EXPECT_EQ(told(report), "NCCL 2.19.3+cuda12.3 chose ring, protocol ll");
}

TEST(NcclReport, TakesNoWarningAboutVersionsForTheVersion) {
  const NcclReport report =
      read_nccl_report("host:1:2 [0] init.cc:7 NCCL WARN Mismatched NCCL version detected : rank 0\n");

  EXPECT_EQ(report.version, "");
  EXPECT_THAT(report.warnings, testing::ElementsAre("Mismatched NCCL version detected : rank 0"));
}

TEST(NcclReport, ReadsSymmetricKernels) {
  const NcclReport report = read_nccl_report(
      "h:1:2 [0] NCCL INFO AllReduce [Symmetric]: 4096 Bytes -> Kernel AllReduce_AGxLL_R nchannels 8 "
      "nthreads "
      "512 nWorks 1\n");

  EXPECT_EQ(told(report), "NCCL chose AllReduce_AGxLL_R, 8 channels");
}

TEST(NcclReport, PassesOverWhatItDoesNotKnow) {
  const NcclReport report = read_nccl_report(
      "\n\nNCCL INFO\nhost NCCL INFO AllReduce: many Bytes -> Algo RING\n"
      "host NCCL INFO AllReduce: 8 Bytes -> something new\n"
      "host NCCL INFO AllReduce: 8 Bytes -> Algo  proto \n"
      "host:1:2 [0] enqueue.cc:1 NCCL WARN Something is odd\n");

  EXPECT_THAT(report.warnings, testing::ElementsAre("Something is odd"));
  EXPECT_LE(report.choices.size(), 1u);
  EXPECT_EQ(told({}), "NCCL did not say which algorithm it chose");
}

}  // namespace
}  // namespace commlab
