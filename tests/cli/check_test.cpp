// commlab check, as a user types it: the verdict, the exit status, the causes, and what is refused.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string on_two = "check all_reduce --machine \"2x dgx-h100\" ";

json answer(const std::string& words, int status) {
  const Said said = commlab(words + " --format json");
  EXPECT_EQ(said.status, status) << said.out << said.err;
  return json::parse(said.out, nullptr, false);
}

double predicted_us(const std::string& options = "") {
  const Said said =
      commlab("run all_reduce --machine \"2x dgx-h100\" --size 1GiB --loop 20 --format json " + options);
  return json::parse(said.out)["time_us"].get<double>();
}

TEST(Check, WhatIsPredictedIsNormal) {
  const json found = answer(on_two + fmt::format("--size 1GiB --measured {:.3f}us", predicted_us()), 0);
  EXPECT_EQ(found["verdict"], "normal");
  ASSERT_EQ(found["rows"].size(), 1u);
  EXPECT_NEAR(found["rows"][0]["predicted_us"].get<double>(), predicted_us(), .01);
  EXPECT_LT(found["rows"][0]["low_us"], found["rows"][0]["predicted_us"]);
  EXPECT_LT(found["rows"][0]["predicted_us"], found["rows"][0]["high_us"]);
  EXPECT_TRUE(found["causes"].empty());
}

TEST(Check, ATimeAboveTheBandIsSlowAndHasCauses) {
  const double without_nvls = predicted_us("--nccl-algo ^nvls,nvlstree");
  const json found = answer(on_two + fmt::format("--size 1GiB --measured {:.3f}us", without_nvls), 1);
  EXPECT_EQ(found["verdict"], "slow");
  ASSERT_GT(found["causes"].size(), 2u);
  bool in_first_places = false;
  for (const json& cause : found["causes"])
    in_first_places |= cause["name"] == "no-nvls" && cause["place"].get<int>() <= 2;
  EXPECT_TRUE(in_first_places) << found["causes"].dump(1);
  const json& run = found["telling_run"];
  EXPECT_GT(std::abs(std::log(run["by_first_us"].get<double>() / run["by_second_us"].get<double>())), .1);
}

TEST(Check, LessThanTheLinksNeedIsImpossible) {
  const json found = answer(on_two + "--size 1GiB --measured 1ms", 1);
  EXPECT_EQ(found["verdict"], "impossible");
  EXPECT_GT(found["rows"][0]["links_us"], 1000);
  EXPECT_THAT(commlab(on_two + "--size 1GiB --measured 1ms").out,
              HasSubstr("nccl-tests counts the whole vector"));
}

// 2 * 15/16 * 1 GiB / 4.5 ms
TEST(Check, ABusBandwidthIsATime) {
  const json found = answer(on_two + "--size 1GiB --measured 447.392GB/s", 0);
  EXPECT_NEAR(found["rows"][0]["measured_us"].get<double>(), 4500, 1);
}

TEST(Check, SeveralSizesAreJudgedOneByOneAndTogether) {
  const json found = answer(on_two + "--size 16KiB,1GiB --measured 35us,1s", 1);
  EXPECT_EQ(found["rows"][0]["verdict"], "normal");
  EXPECT_EQ(found["rows"][1]["verdict"], "slow");
}

TEST(Check, AFileIsJudgedOnItsMachineOrAnother) {
  const std::string file = shipped_tables + "superbench_a100x8_1n_allreduce.csv";
  EXPECT_EQ(answer("check " + file, 0)["machine"], "dgx-a100");
  const json elsewhere = answer("check " + file + " --machine dgx-h100", 1);
  EXPECT_EQ(elsewhere["machine"], "dgx-h100");
  EXPECT_EQ(elsewhere["verdict"], "slow");
  const Said rows = commlab("check " + file + " --format csv");
  EXPECT_EQ(std::ranges::count(rows.out, '\n'), 33);
}

TEST(Check, SaysWhatIsMissingOrWrong) {
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"check all_reduce", "--size 1GiB --measured 6ms"},
      {"check all_reduce --size 1GiB,2GiB --measured 6ms", "as many times as sizes"},
      {"check all_reduce --size 1GiB --measured 6", "expected a time"},
      {"check all_reduce --size 1GiB --measured 0us", "expected a time"},
      {"check all_redcue --size 1GiB --measured 6ms", "all_reduce"},
      {"check all_reduce --machine switch:8,450GB/s,350ns --size 1GiB --measured 6ms", "is not known"},
      {"check nowhere.log", "there is no such file"},
      {"check " + shipped_tables + "superbench_a100x8_1n_allreduce.csv --size 1GiB", "--machine"},
      {"check " + shipped_tables + "h200_virtual_ranks/cuda_x4_allgather_ring.csv",
       "commlab compare --reference"},
      {"check p2p --size 1GiB --measured 6ms", "p2p"},
  };
  for (const auto& [words, sentence] : refused) {
    const Said said = commlab(words);
    EXPECT_EQ(said.status, 2) << words << said.out;
    EXPECT_THAT(said.err, HasSubstr(sentence)) << words;
    EXPECT_EQ(said.out, "") << words;
  }
}

}  // namespace
}  // namespace commlab
