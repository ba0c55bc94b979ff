// The table of nccl-tests, byte for byte: titles, widths and rounding are those of nccl-tests.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/words.h"
#include "gui/cli/reports/nccl_table.h"
#include "tests/cli/program.h"

namespace commlab {
namespace {

TEST(NcclTable, TitlesAreThoseOfNcclTests) {
  EXPECT_EQ(nccl_tests_titles(),
            "#\n"
            "#                                                              out-of-place                     "
            "  in-place   "
            "       \n"
            "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time  "
            " algbw   "
            "busbw  #wrong  protocol  algorithm\n"
            "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  "
            "(GB/s)  "
            "(GB/s)                    \n");
}

TEST(NcclTable, RowsAreThoseOfNcclTests) {
  const auto side = [](double time_us) {
    return SweepSide{.time = {static_cast<std::int64_t>(time_us * 1e6)}, .checked = true};
  };
  const Collective small{.kind = CollectiveKind::all_reduce, .ranks = 8, .count = 2};
  const Collective large{.kind = CollectiveKind::all_reduce, .ranks = 8, .count = 2'147'483'648};

  EXPECT_EQ(nccl_tests_row({small, side(15.01), side(14.80), "ring", ProtocolChoice::ll128}),
            "           8             2     float     sum      -1    15.01    0.00    0.00       0    14.80  "
            "  0.00    "
            "0.00       0     ll128  ring\n");
  EXPECT_EQ(nccl_tests_row({large, side(31512.4), side(31498.0), "nvls", ProtocolChoice::simple}),
            "  8589934592    2147483648     float     sum      -1  31512.4  272.59  477.03       0  31498.0  "
            "272.71  "
            "477.25       0    simple  nvls\n");
}

TEST(NcclTable, OperationAndRootAppearWhereTheyMeanSomething) {
  const SweepSide side{.time = {1'000'000}, .checked = false};
  EXPECT_EQ(
      nccl_tests_row(
          {{.kind = CollectiveKind::broadcast, .ranks = 2, .count = 4, .root = 1}, side, side, "chain"}),
      "          16             4     float    none       1     1.00    0.02    0.02     N/A     1.00    "
      "0.02    "
      "0.02     N/A    simple  chain\n");
}

TEST(NcclTable, NamesOfTypesReadBack) {
  const SweepSide side{.time = {1'000'000}, .checked = false};
  for (const DataType type : all_data_types) {
    const std::string row = nccl_tests_row({{.ranks = 2, .count = 4, .dtype = type}, side, side, "ring"});
    EXPECT_EQ(parse_data_type(split_at_blanks(row)[2]), type) << row;
  }
}

TEST(NcclTable, NumbersLoseDecimalsBeforeTheyWiden) {
  EXPECT_EQ(nccl_tests_number(0.5, 7), "   0.50");
  EXPECT_EQ(nccl_tests_number(31512.44, 7), "31512.4");
  EXPECT_EQ(nccl_tests_number(1234567.8, 7), "1234568");
  EXPECT_EQ(nccl_tests_number(123456789.0, 7), "1.2e+08");
}

TEST(NcclTable, TrailerIsThatOfNcclTests) {
  EXPECT_EQ(nccl_tests_trailer(41.8496),
            "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 41.8496 \n#\n");
}

TEST(Sweep, HasARowForEverySizeUpToTheLast) {
  const auto sweep = commlab_json("sweep all_reduce --algorithm ring -b 8 -e 8G -f 2");
  ASSERT_EQ(sweep["rows"].size(), 31u);
  EXPECT_EQ(sweep["rows"].front()["size_bytes"], 8);
  EXPECT_EQ(sweep["rows"].back()["size_bytes"], 8589934592);
}

// A call alone was counted, where nccl-tests counts 20 in a row.
TEST(Sweep, CountsAsNcclTestsDoes) {
  const std::string sweep = "sweep broadcast --machine ring:4,25GB/s,1us --algorithm chain -b 64K -e 64K";
  const nlohmann::json usual = commlab_json(sweep), alone = commlab_json(sweep + " --loop 1");
  EXPECT_EQ(usual, commlab_json(sweep + " --loop 20"));
  EXPECT_EQ(usual["calls_in_a_row"], 20);
  EXPECT_EQ(alone["calls_in_a_row"], 1);
  const auto time = [](const nlohmann::json& json) { return json["rows"][0]["out_of_place"]["time_us"]; };
  EXPECT_LT(time(usual), time(alone));
  EXPECT_EQ(time(alone),
            commlab_json("run" + sweep.substr(5, sweep.find(" -b") - 5) + " --size 64K")["time_us"]);
}

TEST(Sweep, SaysHowManyCallsItMakes) {
  const std::string sweep = "sweep broadcast --machine ring:4,25GB/s,1us --algorithm chain -b 64K -e 64K";
  EXPECT_THAT(commlab(sweep).out, testing::AllOf(testing::HasSubstr(" --loop 20 "),
                                                 testing::HasSubstr("# Calls in a row       : 20;")));
  EXPECT_THAT(commlab(sweep + " --loop 1").out,
              testing::AllOf(testing::HasSubstr(" --loop 1 "), testing::Not(testing::HasSubstr("in a row"))));
  EXPECT_EQ(commlab(sweep + " --late gpu1:1us").status, 0) << "only the first call could have a late rank";
}

TEST(Sweep, OnTheHostChecksEveryRow) {
  const auto sweep = commlab_json("sweep all_reduce --on host --ranks 2 --algorithm ring -b 1K -e 4K");
  ASSERT_EQ(sweep["rows"].size(), 3u);
  for (const auto& row : sweep["rows"]) {
    EXPECT_EQ(row["out_of_place"]["wrong"], 0);
    EXPECT_EQ(row["in_place"]["wrong"], 0);
  }
}

TEST(Sweep, IsCsvForASpreadsheet) {
  const Said said =
      commlab("sweep all_reduce --machine switch:8,25GB/s,0.5us --algorithm ring -b 1M -e 1M --format csv");
  EXPECT_THAT(said.out, testing::StartsWith("size_bytes,count,algorithm,protocol,out_of_place_us,"));
  EXPECT_THAT(said.out, testing::HasSubstr("\n1048576,262144,ring,simple,87.40032,"));
}

// Only JSON had the protocol, and text had neither, so that two sizes could not be told apart.
TEST(Sweep, SaysTheAlgorithmAndTheProtocolOfEverySize) {
  const Said text = commlab("sweep all_reduce --algorithm auto -b 64K -e 64M -f 1024");
  EXPECT_THAT(text.out, testing::ContainsRegex("N/A +ll  two-shot\n.*N/A +simple  nvls\n"));
  const Said csv = commlab("sweep all_reduce --algorithm auto -b 64K -e 64M -f 1024 --format csv");
  EXPECT_THAT(csv.out, testing::ContainsRegex("\n65536,16384,two-shot,ll,.*\n67108864,16777216,nvls,simple,"));
}

// NCCL sends the smaller size by LL128, the larger one by Simple, which is faster for both.
TEST(Sweep, SaysWhereALargerSizeIsFaster) {
  const std::string sweep = "sweep broadcast --machine '2x dgx-h100' -b 64M -e 512M";
  std::string expected;
  const auto json = commlab_json(sweep);
  for (std::size_t i = 1; i < json["rows"].size(); ++i) {
    const auto &small = json["rows"][i - 1], &large = json["rows"][i];
    if (large["out_of_place"]["time_us"] < small["out_of_place"]["time_us"])
      expected += "MiB (multi-chain, " + large["protocol"].get<std::string>() + ") than ";
  }
  EXPECT_EQ(expected, "MiB (multi-chain, simple) than ");
  EXPECT_THAT(commlab(sweep).out,
              testing::HasSubstr("# Larger, yet faster   : 256MiB (multi-chain, simple) than 128MiB ("));
}

TEST(Sweep, PrintsItsTableAsText) {
  const Said said = commlab("sweep all_gather --machine switch:8,25GB/s,0.5us --algorithm ring -b 1M -e 1M");
  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.out, testing::HasSubstr(nccl_tests_titles()));
  EXPECT_THAT(said.out,
              testing::HasSubstr(
                  "     1048576         32768     float    none      -1    43.70   23.99   21.00     N/A"));
}

TEST(Sizes, WithoutAUnitAreBytesEverywhere) {
  for (const std::string words : {"run all_reduce --size 1024", "explain all_reduce --size 1024"}) {
    const Said said = commlab(words);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, testing::HasSubstr(" --size 1KiB ")) << words;
  }
  EXPECT_THAT(commlab("sweep all_reduce -b 1024 -e 2048").out,
              testing::HasSubstr(" -b 1024B -e 2048B -f 2\n"));
}

}  // namespace
}  // namespace commlab
