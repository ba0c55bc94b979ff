// The script that judges a GPU (tests/on_a_gpu.sh), with a program on paper GPUs: it tells apart what passed,
// what was skipped and what failed, and a step that fails does not stop the next one.

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

class OnAGpu : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder); }

  // Runs these steps, which are quick on the paper CUDA; the build folder has no programs of its own.
  Said judged(const std::string& steps, const std::string& before = "",
              const std::string& program = COMMLAB_PROGRAM) const {
    std::filesystem::create_directories(folder);
    const std::string command = before + " COMMLAB=" + program +
                                " bash " COMMLAB_SOURCE_DIR "/tests/on_a_gpu.sh " + folder.string() + " " +
                                folder.string() + " --quick --only " + steps + " 2>&1";
    std::FILE* const pipe = popen(command.c_str(), "r");
    std::string out;
    std::array<char, 256> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) out += part.data();
    const int ended = pclose(pipe);
    return {.status = WEXITSTATUS(ended), .out = out, .err = {}};
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("commlab_on_a_gpu_" + std::to_string(getpid()));
};

TEST_F(OnAGpu, StepsPassOrAreSkippedAndSayWhy) {
  const Said said = judged("nccl,overlap,pairs,compare,kernels");
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("commlab on 1 GPU (paper)"), ContainsRegex("nccl +passed .*9 collectives"),
                    ContainsRegex("overlap +passed"), ContainsRegex("pairs +skipped .*one GPU has no pairs"),
                    ContainsRegex("compare +skipped .*calibrate left no machine"),
                    ContainsRegex("kernels +skipped .*cuda_bench was not built"),
                    HasSubstr("2 passed, 0 failed, 3 skipped")));
  EXPECT_TRUE(std::filesystem::exists(folder / "nccl.log"));
  EXPECT_TRUE(std::filesystem::exists(folder / "report.txt"));
}

TEST_F(OnAGpu, AStepThatFailsStopsNoOther) {
  const Said said = judged("nccl,atomics", "COMMLAB_PAPER_MEMORY=100000");
  EXPECT_EQ(said.status, 1) << said.out;
  EXPECT_THAT(said.out, AllOf(ContainsRegex("nccl +failed .*too little memory"),
                              ContainsRegex("atomics +passed"), HasSubstr("1 passed, 1 failed, 0 skipped")));
}

// Three of the four shards of the conformance tests run; the fourth finds its GPU in use.
TEST_F(OnAGpu, TestsThatAreSkippedHaveNotPassed) {
  namespace fs = std::filesystem;
  fs::create_directories(folder);
  const fs::path tests = folder / "gpu_tests";
  std::ofstream(tests) << R"(#!/bin/sh
if [ "$GTEST_SHARD_INDEX" = 3 ]; then
  echo "device_test.cpp:25: Skipped"
  echo "cudaSetDevice on GPU 0 failed: all CUDA-capable devices are busy"
  echo "[  PASSED  ] 0 tests."
  echo "[  SKIPPED ] 5 tests."
else
  echo "[  PASSED  ] 7 tests."
fi
)";
  fs::permissions(tests, fs::perms::owner_all);

  EXPECT_THAT(judged("conformance").out,
              ContainsRegex("conformance +failed .*5 tests were skipped: cudaSetDevice on GPU 0 failed"));
}

TEST_F(OnAGpu, WithoutNcclItsStepsAreSkippedAndSayWhy) {
  EXPECT_THAT(judged("nccl", "COMMLAB_PAPER_NCCL=0").out,
              ContainsRegex("nccl +skipped .*libnccl.so.2: cannot"));
}

// The program finds NCCL only in the folder that Python names.
TEST_F(OnAGpu, NcclIsAlsoFoundInPythonsPackage) {
  namespace fs = std::filesystem;
  fs::create_directories(folder / "bin");
  const fs::path python = folder / "bin" / "python3", program = folder / "commlab";
  std::ofstream(python) << "#!/bin/sh\necho /of/python/nccl\n";
  std::ofstream(program) << R"(#!/bin/sh
case "$LD_LIBRARY_PATH" in
  */of/python/nccl/lib) ;;
  *) export COMMLAB_PAPER_NCCL=0 ;;
esac
exec )" << COMMLAB_PROGRAM
                         << R"( "$@")";
  for (const fs::path& script : {python, program}) fs::permissions(script, fs::perms::owner_all);

  EXPECT_THAT(judged("nccl", "PATH=" + (folder / "bin").string() + ":$PATH", program).out,
              ContainsRegex("nccl +passed"));
}

TEST_F(OnAGpu, WithoutAGpuItEndsWithOneSentence) {
  const Said said = judged("nccl", "COMMLAB_PAPER_GPUS=0");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.out, HasSubstr("on_a_gpu: no GPU to run on"));
  EXPECT_THAT(judged("nccl,rnig").out, HasSubstr("there is no step 'rnig'"));
}

}  // namespace
}  // namespace commlab
