// The files of a run's trace that a user can ask for.

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/experiment/experiment.h"
#include "core/trace/trace.h"
#include "core/trace/trace_file.h"
#include "tests/cli/program.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

class TraceOfARun : public testing::TestWithParam<const char*> {
 protected:
  void TearDown() override { fs::remove(file(".trace")), fs::remove(file(".json")); }
  static fs::path file(const std::string& ending) {
    return fs::temp_directory_path() / ("commlab_run_test_" + std::to_string(getpid()) + ending);
  }
  static void run_into(const fs::path& path) {
    const Said said = commlab("run " + std::string(GetParam()) + " --trace " + path.string());
    ASSERT_EQ(said.status, 0) << said.err;
  }
};

TEST_P(TraceOfARun, OpensAgainAndSaysHowItWasMade) {
  run_into(file(".trace"));

  const Result<Trace> trace = read_trace(file(".trace"));
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_FALSE(trace->transfers.empty());
  for (const Transfer& transfer : trace->transfers) EXPECT_LE(transfer.end, trace->finish);
  const Result<Experiment> again = parse_line(trace->experiment);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(to_line(*again), trace->experiment);
}

TEST_P(TraceOfARun, ForPerfettoHasNoOverlappingSlicesAndWholeFlows) {
  run_into(file(".json"));

  std::ifstream stream(file(".json"));
  const auto json = nlohmann::json::parse(stream);
  std::map<std::pair<int, int>, double> last_end;
  std::map<int, std::string> flows;
  for (const auto& event : json.at("traceEvents")) {
    if (event.at("ph") == "s" || event.at("ph") == "f")
      flows[event.at("id")] += event.at("ph").get<std::string>();
    if (event.at("ph") != "X") continue;
    const std::pair<int, int> track(event.at("pid").get<int>(), event.at("tid").get<int>());
    constexpr double half_a_picosecond = 0.5e-6;
    EXPECT_GE(event.at("ts").get<double>(), last_end[track] - half_a_picosecond);
    last_end[track] = event.at("ts").get<double>() + event.at("dur").get<double>();
  }
  EXPECT_FALSE(flows.empty());
  for (const auto& [transfer, ends] : flows)
    EXPECT_TRUE(ends == "sf" || ends == "fs") << transfer << ' ' << ends;
}

TEST(TraceOfProcesses, SaysThatItIsOne) {
  const fs::path file =
      fs::temp_directory_path() / ("commlab_trace_of_processes_" + std::to_string(getpid()) + ".trace");
  const Said said =
      commlab("run all_reduce --on tcp --algorithm ring --ranks 2 --size 1KiB --trace " + file.string());
  const Result<Trace> trace = read_trace(file);
  fs::remove(file);

  ASSERT_TRUE(trace) << said.err;
  EXPECT_EQ(trace->backend, "tcp");
  EXPECT_EQ(trace->where, "2 processes");
}

INSTANTIATE_TEST_SUITE_P(
    Everywhere, TraceOfARun,
    testing::Values("all_reduce --algorithm ring --size 1MiB",
                    "all_to_all --machine switch:6,25GB/s,0.5us --size 1MiB --channels 2",
                    "all_reduce --algorithm two-shot --size 1MiB --slow gpu3:2x --jitter 5%",
                    "all_reduce --on host --algorithm ring --ranks 3 --size 64KiB"));

}  // namespace
}  // namespace commlab
