// compare on this computer: predicted and measured. A test cannot judge how good the prediction is, because
// other programs may load this computer; it checks that every number is there.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

TEST(Compare, PredictsAndMeasuresEverySizeOnACalibratedMachine) {
  const std::filesystem::path machine =
      std::filesystem::temp_directory_path() / ("commlab_host_" + std::to_string(getpid()) + ".toml");
  const Said calibrated = commlab("calibrate --on host --ranks 2 --out " + machine.string());
  ASSERT_EQ(calibrated.status, 0) << calibrated.err;

  const auto compared = commlab_json("compare all_reduce --on host --machine " + machine.string() +
                                     " --ranks 2 -b 16K -e 256K -f 4");

  ASSERT_EQ(compared["rows"].size(), 3u);
  for (const auto& row : compared["rows"]) {
    EXPECT_GT(row["predicted_us"], 0);
    EXPECT_GT(row["measured_min_us"], 0);
    EXPECT_LE(row["measured_min_us"], row["measured_us"]);
    EXPECT_LE(row["measured_us"], row["measured_max_us"]);
    EXPECT_LE(row["bound_us"], row["predicted_us"]) << "the bound must not be above the prediction";
    const double error = 100 * (row["predicted_us"].get<double>() / row["measured_us"].get<double>() - 1);
    EXPECT_NEAR(row["error_percent"].get<double>(), error, 1e-6);
  }
  EXPECT_EQ(commlab("compare all_reduce --machine " + machine.string() + " --ranks 3").err,
            "commlab: --ranks: 3 ranks are more than the 2 this computer was calibrated for: commlab "
            "calibrate --on host --ranks 3\n");
  std::filesystem::remove(machine);
}

// Three copies run at the same time: each destination has its own row, and the whole ends with the last copy.
TEST(Compare, TellsEachDestinationOfACopyApart) {
  const auto compared = commlab_json(
      "compare p2p --from 0 --to 1,2,3 --on host --machine switch:4,4GB/s,10us --ranks 4 --size 64KiB");

  ASSERT_EQ(compared["rows"].size(), 4u);
  for (int rank = 1; rank <= 3; ++rank) {
    const auto& row = compared["rows"][static_cast<std::size_t>(rank - 1)];
    EXPECT_EQ(row["to"], rank);
    EXPECT_GT(row["predicted_us"], 0);
    EXPECT_GT(row["measured_us"], 0);
    EXPECT_TRUE(row["first_us"].is_null());
    EXPECT_LE(row["predicted_us"], compared["rows"][3]["predicted_us"]);
  }
  EXPECT_EQ(compared["rows"][3]["to"], "all");
  EXPECT_GT(compared["rows"][3]["first_us"], 0);
}

TEST(Compare, TakesSeveralAlgorithmsAndDrawsThem) {
  const std::filesystem::path picture =
      std::filesystem::temp_directory_path() / ("commlab_compare_" + std::to_string(getpid()) + ".svg");
  const Said said = commlab(
      "compare all_reduce --on host --machine switch:2,4GB/s,10us --ranks 2 -b 1K -e 4K "
      "--algorithm ring,two-shot --out " +
      picture.string());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("two-shot"), std::string::npos);
  EXPECT_NE(said.out.find("first: the very first call"), std::string::npos);
  std::ifstream file(picture);
  const std::string svg(std::istreambuf_iterator<char>(file), {});
  for (const char* line : {"ring, measured", "ring, predicted", "two-shot, measured", "two-shot, predicted"})
    EXPECT_NE(svg.find(line), std::string::npos) << line;
  std::filesystem::remove(picture);

  const Said wrong = commlab(
      "compare all_reduce --on host --machine switch:2,4GB/s,10us --ranks 2 --size 1K --algorithm ring,rnig");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("unknown algorithm 'rnig'"), std::string::npos) << wrong.err;
}

TEST(Compare, StandsBackendsSideBySideInOneTable) {
  const std::string command =
      "compare all_reduce --on host,tcp --machine switch:2,4GB/s,10us --ranks 2 -b 1K -e 4K -f 4 "
      "--algorithm ring";
  const auto compared = commlab_json(command);

  ASSERT_EQ(compared["rows"].size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& row = compared["rows"][i];
    EXPECT_EQ(row["size_bytes"], i < 2 ? 1024 : 4096);
    EXPECT_EQ(row["backend"], i % 2 == 0 ? "host" : "tcp");
    EXPECT_GT(row["measured_us"], 0);
    EXPECT_EQ(row["predicted_us"], compared["rows"][i - i % 2]["predicted_us"]);
    EXPECT_FALSE(row.contains("estimate_us")) << "the host backend gives no estimate";
  }
  const auto again = commlab_json("compare " + compared["experiment"].get<std::string>());
  EXPECT_EQ(again["experiment"], compared["experiment"]);

  const Said said = commlab(command);
  EXPECT_NE(said.out.find("size  on    algorithm"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("all predictions are for machine switch:2"), std::string::npos) << said.out;
  EXPECT_EQ(said.out.find("estimate"), std::string::npos) << said.out;
}

TEST(Compare, SaysHowToGetAMachineWhereThereIsNone) {
  const Said said = commlab("compare all_reduce --on host --ranks 4");
  EXPECT_EQ(said.status, 2);
  EXPECT_TRUE(
      said.err.starts_with("commlab: this computer is not measured yet, so nothing can be predicted: commlab "
                           "calibrate --on host writes "))
      << said.err;
}

TEST(Calibrate, NeedsWhatItMeasures) {
  const Said said = commlab("calibrate --on cuda --ranks 2 --out /nonexistent/cuda.toml");
  if (said.status == 3)
    EXPECT_NE(said.err.find("cuda"), std::string::npos) << said.err;
  else
    EXPECT_NE(said.err.find("cannot be written"), std::string::npos) << said.err;
}

TEST(Auto, GuessesByAMachineOfItsOwnWhereThisComputerIsNotMeasured) {
  const Said said = commlab("run all_reduce --on host --ranks 4 --count 4");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("auto: the fastest in simulation on switch:4,4GB/s,10us, which is only a guess"),
            std::string::npos)
      << said.out;
}

// It was measured for minutes, and then nothing could be kept.
TEST(Calibrate, SaysBeforeItMeasuresThatItsFileCannotBeKept) {
  const Said homeless = commlab("calibrate", "env -u HOME -u XDG_CONFIG_HOME timeout 5");
  EXPECT_EQ(homeless.status, 2);
  EXPECT_THAT(homeless.err, testing::HasSubstr("HOME is not set; set it, or name the file: --out my.toml"));

  const ScratchFolder folder;
  const std::string file = folder.holding("file", "no folder").string();
  for (const std::string& words : {"calibrate --out " + file + "/my.toml", std::string("calibrate")}) {
    const Said said = commlab(words, "env XDG_CONFIG_HOME=" + file + " timeout 5");
    EXPECT_EQ(said.status, 3) << words;
    EXPECT_THAT(said.err, testing::HasSubstr(" cannot be written: Not a directory")) << words;
  }
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST(Compare, SaysThatProcessorsAreNoGpus) {
  const std::string compare = "compare all_reduce --ranks 2 --size 1KiB --algorithm ring --machine ";
  EXPECT_THAT(commlab(compare + "dgx-h100").out,
              testing::HasSubstr("The predictions are for H100 GPUs, but --on host measures the processors"));
  EXPECT_THAT(commlab(compare + "switch:2,10GB/s,1us").out,
              testing::Not(testing::HasSubstr("The predictions are for")));
}

}  // namespace
}  // namespace commlab
