// All-to-alls with uneven counts, as users type them: each command works with them, or refuses them in one
// sentence.

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/trace/trace_file.h"
#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::HasSubstr;

constexpr std::string_view diagonal = "4,1,1,1/1,4,1,1/1,1,4,1/1,1,1,4";
constexpr std::string_view is_right = "every promised value equals the reference";

std::string counts(std::string_view command, std::string_view more = {}) {
  return fmt::format("{} all_to_all --counts {} {}", command, diagonal, more);
}

TEST(UnevenCli, RunsOnEveryBackendThatNeedsNoGpu) {
  for (const char* backend : {"host", "tcp"})
    for (const char* rows :
         {"4,1,1,1/1,4,1,1/1,1,4,1/1,1,1,4", "8,1,1,1", "0,5,0,0", "0,0,0,9/0,0,0,0/3,0,0,0/1,1,1,1"}) {
      const Said said =
          commlab(fmt::format("run all_to_all --on {} --algorithm all --counts {}", backend, rows));
      EXPECT_EQ(said.status, 0) << said.err;
      EXPECT_THAT(said.out, testing::Not(HasSubstr("wrong"))) << said.out;
    }
  EXPECT_THAT(commlab(counts("run", "--on host --algorithm direct")).out, HasSubstr(is_right));
}

// Rank r's output is what the ranks have for it, rank 0's first: here every element is its sender's number
// + 1.
TEST(UnevenCli, ShowsWhoseElementsEachRankGets) {
  const Said said = commlab("run all_to_all --on host --counts 3,1/0,2 --data ranks --show-data");
  EXPECT_THAT(said.out, HasSubstr("rank 0  [1, 1, 1, 1]  [1, 1, 1]")) << said.out << said.err;
  EXPECT_THAT(said.out, HasSubstr("rank 1  [2, 2]        [1, 2, 2]")) << said.out;
}

TEST(UnevenCli, TellsCountsSizeAndBound) {
  const auto json = commlab_json(
      "run all_to_all --machine switch:4,25GB/s,0 --dtype int8 --algorithm direct --counts "
      "7000000,1000000,1000000,1000000");
  EXPECT_EQ(json["size_bytes"], 10'000'000);
  EXPECT_EQ(json["counts"][3], nlohmann::json({7'000'000, 1'000'000, 1'000'000, 1'000'000}));
  EXPECT_EQ(json["bound_us"], 840.0);  // three messages of 7 MB into gpu0
  EXPECT_EQ(json["time_us"], 840.0);
  EXPECT_EQ(json["bound_limited_by"], "nvswitch -> gpu0");
  EXPECT_EQ(json["verified"], true);
  EXPECT_EQ(commlab_json("run " + json["experiment"].get<std::string>()), json) << "the line says all of it";
  EXPECT_NEAR(json["busbw_GBps"].get<double>(), 10e6 / 840e-6 / 1e9 * 3 / 4, 1e-6);
}

TEST(UnevenCli, EqualCountsAreTheCount) {
  const std::string on = " --machine dgx-h100 --algorithm all";
  auto counts = commlab_json("run all_to_all --counts 1000,1000,1000,1000" + on)["rows"];
  auto count = commlab_json("run all_to_all --count 1000 --ranks 4" + on)["rows"];
  ASSERT_EQ(counts.size(), 4u) << "bruck, too";
  for (auto* rows : {&counts, &count})
    for (auto& row : *rows) row.erase("experiment");
  EXPECT_EQ(counts, count);
}

TEST(UnevenCli, IsProvedRankedAndExplained) {
  const Said proved = commlab(counts("verify", "--algorithm all"));
  EXPECT_EQ(proved.status, 0) << proved.out << proved.err;
  const Said ranked = commlab(counts("rank"));
  EXPECT_EQ(ranked.status, 0) << ranked.err;
  EXPECT_THAT(ranked.out, HasSubstr("direct"));
  EXPECT_THAT(ranked.out, HasSubstr("it needs one count for all pairs of ranks"));
  const Said explained = commlab(counts("explain"));
  EXPECT_EQ(explained.status, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("28 B a rank on average of float32"));
  for (const char* way : {"--algorithm nccl --machine dgx-h100", "--machine \"2x dgx-h100\" --algorithm nccl",
                          "--exact", "--link-model fifo", "--loop 20", "--protocol simple --machine dgx-h100",
                          "--channels 2 --pieces 3", "--slow gpu1:2x --jitter 5%"}) {
    const Said said = commlab(counts("run", way));
    EXPECT_EQ(said.status, 0) << way << ": " << said.err;
  }
}

TEST(UnevenCli, TracesKeepTheCounts) {
  const ScratchFolder folder;
  const std::string file = folder / "uneven.trace";
  ASSERT_EQ(commlab(counts("run", "--trace " + file)).status, 0);
  const Result<Trace> trace = read_trace(file);
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(trace->collective.counts.count(1, 1), 4);
  EXPECT_EQ(trace->collective.counts.count(1, 2), 1);
}

TEST(UnevenCli, IsComparedWithItsPrediction) {
  const auto compared =
      commlab_json(counts("compare", "--on host --machine switch:4,4GB/s,10us --algorithm direct"));
  ASSERT_EQ(compared["rows"].size(), 1u);
  EXPECT_GT(compared["rows"][0]["predicted_us"], 0);
  EXPECT_GT(compared["rows"][0]["measured_us"], 0);
  EXPECT_EQ(compared["rows"][0]["size_bytes"], 28);
}

TEST(UnevenCli, WhatNeedsSizesOfItsOwnSaysSo) {
  EXPECT_EQ(commlab(counts("sweep")).err,
            "commlab: --size, --count, --counts: a sweep takes its sizes from -b, -e and -f\n");
  EXPECT_EQ(commlab(counts("rank", "--over 8:8G")).err,
            "commlab: --size, --count, --counts: with --over the sizes come from there; leave them out\n");
  EXPECT_EQ(commlab(counts("compare", "--on host --reference-out x.csv")).err,
            "commlab: --reference-out: a table has one count for all pairs of ranks; use --format json for "
            "--counts\n");
  EXPECT_EQ(
      commlab(counts("run", "--algorithm bruck")).err,
      "commlab: all_to_all bruck does not support 4 ranks with uneven counts; it needs one count for all "
      "pairs of ranks\n");
}

}  // namespace
}  // namespace commlab
