// commlab measure, as a user types it.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(Measure, TellsCopiesBySize) {
  const auto report = commlab_json("measure copy --on host -b 64 -e 64K -f 32 --rounds 3");
  EXPECT_EQ(report["on"], "host");
  ASSERT_GE(report["rows"].size(), 3u);
  for (const auto& row : report["rows"]) {
    EXPECT_GT(row["rate_GBps"], 0);
    EXPECT_LE(row["min_us"], row["median_us"]);
    EXPECT_LE(row["median_us"], row["max_us"]);
    EXPECT_GT(row["first_us"], 0);
    EXPECT_EQ(row["rounds"], 3);
  }
}

TEST(Measure, CountsWhatIsLostWithoutAtomics) {
  const auto report = commlab_json("measure atomics --on host --additions 3000 --rounds 2");
  const std::int64_t expected = report["expected"];
  EXPECT_EQ(expected, report["adders"].get<std::int64_t>() * 3000);
  for (const auto& row : report["rows"])
    EXPECT_EQ(row["counted"].get<std::int64_t>() + row["lost"].get<std::int64_t>(), expected);

  const Said said = commlab("measure atomics --on host --additions 3000 --rounds 2");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("made 3,000 additions each."));
  EXPECT_THAT(said.out, HasSubstr("load, addition and store are one step"));
}

TEST(Measure, SaysHowMuchOfACopyWasHidden) {
  const Said said = commlab("measure overlap --on host --size 64KiB --rounds 2");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("Together they took"));
  EXPECT_THAT(said.out, HasSubstr("the copy alone"));
}

TEST(Measure, LaysPairsOverAMachine) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "pairs need two processors";
  const auto picture =
      std::filesystem::temp_directory_path() / ("commlab_pairs_" + std::to_string(getpid()) + ".svg");
  const Said said = commlab(
      "measure p2p-matrix --on host --size 64KiB --rounds 2 --machine switch:16,450GB/s,350ns --out " +
      picture.string());
  if (said.err.find("pairs need two processors") != std::string::npos) GTEST_SKIP() << said.err;
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("450.0 GB/s"));
  std::ifstream file(picture);
  const std::string svg(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(svg, HasSubstr("measured; below, the machine"));
  EXPECT_THAT(svg, HasSubstr("less than half of it"));
  std::filesystem::remove(picture);
}

TEST(Measure, ByDefaultTakesWhatIsHere) {
  const auto report = commlab_json("measure overlap --size 64KiB --rounds 1");
  if (report["on"] == "host")
    EXPECT_THAT(report["why"].get<std::string>(), testing::AnyOf(HasSubstr("no GPU"), HasSubstr("cuda")));
  else
    EXPECT_EQ(report["on"], "cuda");
}

TEST(Measure, RefusesWhatItCannotMeasure) {
  EXPECT_EQ(commlab("measure copy --on mars").status, 2);
  EXPECT_THAT(commlab("measure copy --on mars").err, HasSubstr("--on mars: measure works on"));
  EXPECT_THAT(commlab("measure copy --rounds 0").err,
              HasSubstr("--rounds: '0' is no whole number from 1 to 10000"));
  EXPECT_THAT(commlab("measure atomics --additions 0").err, HasSubstr("--additions: '0' is no whole number"));
  EXPECT_THAT(commlab("measure p2p-matrix --out x.svg").err, HasSubstr("name it: --machine NAME"));
  EXPECT_THAT(commlab("measure p2p-matrix --on host --machine ring:1,1GB/s,1us").err, HasSubstr("--machine"));
  EXPECT_EQ(commlab("measure").status, 2);
}

}  // namespace
}  // namespace commlab
