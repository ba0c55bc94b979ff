// The program as a user types it, on the paper CUDA and NCCL: every command that runs on GPUs reaches its end
// and says what it must. Its times mean nothing.

#include <algorithm>
#include <filesystem>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* machine = "--machine switch:8,4GB/s,10us";

std::string commlab_out(const std::string& words, const std::string& before = "") {
  const Said said = commlab(words, before);
  EXPECT_EQ(said.status, 0) << words << '\n' << said.err;
  return said.out;
}

TEST(OnPaper, BothBackendsAreReady) {
  EXPECT_THAT(commlab_out("list backends", "COMMLAB_PAPER_GPUS=3"),
              AllOf(HasSubstr("ready: 3 GPUs (paper)"), HasSubstr("on 3 GPUs (paper)")));
}

TEST(OnPaper, VirtualRanksShareAGpuAndSaySo) {
  for (const char* copies : {"ce", "sm"}) {
    const std::string out = commlab_out(std::string("run all_reduce --on cuda --algorithm ring --ranks 4 "
                                                    "--count 4 --data ranks --show-data --copy ") +
                                        copies);
    EXPECT_THAT(out, AllOf(HasSubstr("4 virtual ranks on one GPU (paper)"), HasSubstr("[10, 10, 10, 10]"),
                           HasSubstr("every promised value equals the reference, bit for bit")));
  }
}

TEST(OnPaper, ALibrarysCollectivesAndOurSchedulesRunOnAGpuEach) {
  for (const char* what :
       {"all_reduce", "gather", "all_to_all", "all_reduce --algorithm ring", "p2p --from 0 --to 2"})
    EXPECT_THAT(
        commlab_out(std::string("run ") + what + " --on nccl --ranks 3 --count 30", "COMMLAB_PAPER_GPUS=3"),
        AllOf(HasSubstr("3 ranks on a GPU each (paper)"), HasSubstr("every promised value equals")))
        << what;
  const Said refused = commlab("run all_reduce --on nccl --ranks 2 --count 4");
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, HasSubstr("--own-host-ids"));
}

TEST(OnPaper, ALaunchedProcessIsARankOfNccl) {
  EXPECT_THAT(
      commlab_out("launch -n 1 --own-host-ids -- " COMMLAB_PROGRAM " run all_reduce --on nccl --count 30"),
      HasSubstr("one process, with one rank"));
}

TEST(OnPaper, ComparesOursWithTheLibrarys) {
  const Said said = commlab(
      std::string("compare all_reduce --on cuda,nccl --ranks 2 -b 1K -e 4K -f 4 --format json ") + machine,
      "COMMLAB_PAPER_GPUS=2");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  ASSERT_EQ(json["rows"].size(), 4u);
  for (const auto& row : json["rows"]) {
    EXPECT_GT(row["measured_us"], 0);
    EXPECT_EQ(row["algorithm"] == "native", row["backend"] == "nccl");
    EXPECT_TRUE(row.contains("where"));
  }
}

TEST(OnPaper, ThreeStreamsOutOfOneGpuAreToldApart) {
  const std::string out = commlab_out(
      std::string("compare p2p --from 0 --to 1,2,4 --on cuda --ranks 8 --size 64KiB --format csv ") +
      machine);
  EXPECT_EQ(std::ranges::count(out, '\n'), 5) << out;
}

TEST(OnPaper, CalibratesAndKeepsWhatItMeasuredAsATableThatIsReadBack) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("commlab_paper_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const std::string own = (folder / "own.toml").string();
  const std::string table = (folder / "ring.csv").string();

  // With little memory, fewer sizes are measured.
  commlab_out("calibrate --on cuda --ranks 2 --out " + own, "COMMLAB_PAPER_MEMORY=1700000");
  commlab_out("compare all_reduce --on cuda --algorithm ring --ranks 2 -b 1K -e 16K -f 4 --machine " + own +
              " --reference-out " + table);
  fs::remove(own);

  EXPECT_THAT(commlab_out("compare --reference " + table),
              HasSubstr("commlab, 2 virtual ranks on one GPU (paper)"));
  fs::remove_all(folder);
}

// A hanging GPU delays neither the freeing of memory nor the end of the process.
TEST(OnPaper, AGpuThatHangsIsToldAndTheProcessEnds) {
  const Said said = commlab("compare all_reduce --on cuda,nccl --ranks 2 -b 1K -e 4K " + std::string(machine),
                            "COMMLAB_PAPER_GPUS=2 COMMLAB_PAPER_HANGING_LAUNCH=5 timeout 120");
  EXPECT_EQ(said.status, 3) << said.err;
  EXPECT_THAT(said.err,
              AllOf(HasSubstr("commlab: "), HasSubstr("the GPUs (paper) are still busy 3 s later")));
}

TEST(OnPaper, MeasuresEverythingThereIsToMeasure) {
  for (const char* what :
       {"copy -b 1K -e 4K", "overlap --size 64KiB", "atomics --additions 10", "p2p-matrix --size 64KiB"})
    EXPECT_THAT(commlab_out(std::string("measure ") + what + " --on cuda --rounds 2", "COMMLAB_PAPER_GPUS=2"),
                HasSubstr("GPU"))
        << what;
}

}  // namespace
}  // namespace commlab
