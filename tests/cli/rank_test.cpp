// All algorithms side by side: sorted by time, none left out, none faster than the bound.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/schedule/algorithm.h"
#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

std::set<std::string> names_of_all(CollectiveKind kind) {
  std::set<std::string> names;
  for (const Algorithm* algorithm : algorithms_for(kind)) names.emplace(algorithm->name);
  return names;
}

TEST(Rank, NamesEveryAlgorithmOnceTheFastestFirst) {
  for (const CollectiveKind kind : all_collective_kinds) {
    const std::string words = "rank " + std::string(name_of(kind)) + " --machine hcm8 --size 1MiB";
    const auto ranking = commlab_json(words);

    std::set<std::string> named;
    double last_us = ranking["bound_us"];
    for (const auto& row : ranking["rows"]) {
      EXPECT_GE(row["time_us"], last_us) << words;
      EXPECT_EQ(row["verified"], true) << words;
      EXPECT_NE(row["limited_by"], "") << words;
      last_us = row["time_us"];
      EXPECT_TRUE(named.insert(row["algorithm"]).second) << words;
    }
    for (const auto& row : ranking["not_here"]) EXPECT_TRUE(named.insert(row["algorithm"]).second) << words;
    EXPECT_EQ(named, names_of_all(kind)) << words;
  }
}

TEST(Rank, AgreesWithRun) {
  const auto ranking = commlab_json("rank all_gather --machine mesh:3x3,25GB/s,0.5us --size 1MiB");
  ASSERT_FALSE(ranking["rows"].empty());
  for (const auto& row : ranking["rows"]) {
    const auto run = commlab_json("run all_gather --machine mesh:3x3,25GB/s,0.5us --size 1MiB --algorithm " +
                                  row["algorithm"].get<std::string>());
    for (const char* field : {"time_us", "busbw_GBps", "bound_us", "steps", "transfers"})
      EXPECT_EQ(row[field], run[field]) << row["algorithm"] << " " << field;
  }
}

// The leader at a size is the fastest algorithm there, and the ranges of the leaders leave no size out.
TEST(Rank, OverSizesSaysWhoTakesTheLead) {
  const auto race = commlab_json("rank all_reduce --machine ring:8,25GB/s,5us --over 8:64M -f 4");
  const auto& leads = race["leads"];
  ASSERT_GE(leads.size(), 2u) << "small sizes need low latency, large ones bandwidth, so the leader changes";
  EXPECT_EQ(leads.front()["from_bytes"], 8);
  EXPECT_EQ(leads.back()["to_bytes"], 33'554'432);
  for (const auto& row : race["rows"]) {
    if (!row["fastest"]) continue;
    int winners = 0;
    for (const auto& lead : leads)
      if (lead["from_bytes"] <= row["size_bytes"] && row["size_bytes"] <= lead["to_bytes"]) {
        EXPECT_EQ(lead["algorithm"], row["algorithm"]);
        ++winners;
      }
    EXPECT_EQ(winners, 1) << row["size_bytes"];
  }
  for (std::size_t i = 1; i < leads.size(); ++i) {
    EXPECT_GT(leads[i]["since_bytes"], leads[i - 1]["to_bytes"]);
    EXPECT_LE(leads[i]["since_bytes"], leads[i]["from_bytes"]);
    EXPECT_GE(leads[i]["least_ahead"], 1);
    EXPECT_LE(leads[i]["least_ahead"], leads[i]["most_ahead"]);
  }
}

TEST(Rank, DrawsTheRaceAndTellsItAllTheSame) {
  const auto picture =
      std::filesystem::temp_directory_path() / ("commlab_rank_" + std::to_string(getpid()) + ".svg");
  const std::string words = "rank all_reduce --machine switch:8,25GB/s,5us,multicast --over 8:64M -f 4";
  const Said said = commlab(words + " --out " + picture.string());

  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, commlab(words).out);
  std::ifstream file(picture);
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(svg, HasSubstr("all_reduce on switch:8,25GB/s,5us,multicast"));
  for (const Algorithm* algorithm : algorithms_for(CollectiveKind::all_reduce)) {
    const bool is_there = svg.find(algorithm->name) != std::string::npos;
    EXPECT_EQ(is_there, !algorithm->multicasts_between_nodes) << algorithm->name;  // there is no network
  }
  EXPECT_THAT(svg, HasSubstr("the bound"));
  std::filesystem::remove(picture);
}

TEST(Rank, RefusesWhatItCannotRank) {
  const auto said = [](const std::string& words) {
    const Said said = commlab("rank all_reduce " + words);
    EXPECT_EQ(said.status, 2) << words;
    return said.err;
  };
  EXPECT_EQ(said("--on host"),
            "commlab: --on host: rank only simulates; commlab compare --algorithm all measures\n");
  EXPECT_EQ(said("--algorithm ring"),
            "commlab: --algorithm ring: rank tries every algorithm; leave the option out, or say nccl to "
            "rank NCCL's choice, too, at one size; commlab run runs a "
            "single one\n");
  EXPECT_EQ(said("--over 8"), "commlab: --over: '8' is no range of sizes; expected one as in 8:8G\n");
  EXPECT_EQ(said("--over 8G:8"), "commlab: sizes from 8G to 8: the first is larger than the last\n");
  EXPECT_EQ(said("--over 8:8G --size 8MiB"),
            "commlab: --size, --count, --counts: with --over the sizes come from there; leave them out\n");
  EXPECT_EQ(said("--out chart.svg"),
            "commlab: --out chart.svg: a chart needs sizes to range over: --over 8:8G\n");
}

// NCCL's choice is a row of its own, with the time that run gives.
TEST(Rank, PutsNcclsChoiceAmongTheOthers) {
  const std::string what = "all_reduce --machine dgx-h100 --size 1GiB --algorithm nccl";
  const Said said = commlab("rank " + what);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("nccl: nvls (NVLS/Simple)"));
  const nlohmann::json ranked = commlab_json("rank " + what), run = commlab_json("run " + what);
  int rows_of_nccl = 0;
  for (const nlohmann::json& row : ranked["rows"])
    if (row["nccl"].is_string()) {
      ++rows_of_nccl;
      EXPECT_EQ(row["time_us"], run["time_us"]);
    }
  EXPECT_EQ(rows_of_nccl, 1);
}

// Messages that a rank sends one after the other without waiting have their latencies at the same time.
TEST(Rank, CountsOnlyMessagesThatWaitForEachOther) {
  const auto ranking = commlab_json("rank all_to_all --machine switch:8,100GB/s,1us --size 1KiB");
  for (const auto& row : ranking["rows"]) {
    const bool waits = row["algorithm"] == "bruck";
    EXPECT_THAT(row["limited_by"].get<std::string>(),
                testing::StartsWith(waits ? "latency of 3 messages in a row, " : "latency of 1 message, "))
        << row["algorithm"];
  }
}

}  // namespace
}  // namespace commlab
