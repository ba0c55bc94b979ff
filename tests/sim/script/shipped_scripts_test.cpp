// The scripts of lessons/scripts, as they are and with other numbers.

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/script/numbers.h"
#include "tests/shipped_machine.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

const std::filesystem::path script_folder = COMMLAB_SOURCE_DIR "/lessons/scripts";

ScriptRun shipped(const std::string& name, const std::vector<std::string>& settings = {},
                  std::string_view machine = {}) {
  std::stringstream text;
  text << std::ifstream(script_folder / (name + ".script")).rdbuf();
  const Result<std::string> set = with_numbers(text.str(), settings);
  EXPECT_TRUE(set) << (set ? "" : set.error().message);
  const Result<Script> script = parse_script(*set);
  EXPECT_TRUE(script) << name << ": " << (script ? "" : script.error().message);
  const std::string_view own = script->machine.empty() ? "hcm8" : std::string_view(script->machine);
  Result<ScriptRun> run = run_script(*script, shipped_machine(machine.empty() ? own : machine));
  EXPECT_TRUE(run) << name << ": " << (run ? "" : run.error().message);
  return run ? std::move(*run) : ScriptRun{};
}

TEST(ShippedScripts, EndUnlessTheyShowAHang) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(script_folder)) {
    if (entry.path().extension() != ".script") continue;
    const std::string name = entry.path().stem().string();
    EXPECT_EQ(outcome(shipped(name)), name == "everyone-sends-first" ? "deadlock" : "done") << name;
    ++found;
  }
  EXPECT_GE(found, 9);
}

// Where messages cost nothing, m micro-batches take m + 3 turns through four stages, forward and backward;
// each turn is a share of 8 and 16 ms, and what is fixed.
TEST(ShippedScripts, APipelineTrainsInItsTurns) {
  for (const int m : {1, 2, 4, 8, 16, 32})
    for (const int fixed_us : {0, 100}) {
      const ScriptRun run = shipped(
          "pipeline-training", {fmt::format("m={}", m), "bytes=0 B", fmt::format("fixed={} us", fixed_us)},
          "switch:4,25GB/s,0us");

      const Time turn = Time{milliseconds(24).ps / m} + 2 * microseconds(fixed_us);
      EXPECT_EQ(run.finish, (m + 3) * turn) << m;
    }
}

// A fixed cost of each micro-batch makes the pipeline's best number of them finite: (m + 3) (24 ms / m + 2
// ms) is least at m = 6, the root of 3 * 24 / 2.
TEST(ShippedScripts, SmallMicroBatchesDoNotPayWhereEachHasItsCost) {
  const auto finish = [](int m) {
    return shipped("pipeline-training", {fmt::format("m={}", m), "bytes=0 B", "fixed=1 ms"},
                   "switch:4,25GB/s,0us")
        .finish;
  };
  EXPECT_EQ(finish(6), milliseconds(54));
  for (const int m : {1, 2, 4, 5, 7, 8, 16, 64}) EXPECT_GT(finish(m), finish(6)) << m;
}

// What is gathered in time is hidden, as long as it takes no SMs.
TEST(ShippedScripts, ShardedTrainingHidesWhatItPrefetches) {
  const Time hidden = shipped("sharded-training").finish;
  const Time shown = shipped("sharded-training", {"prefetch=0"}).finish;
  Time with_sms = hidden;

  EXPECT_GT(shown, hidden);
  for (const int taken : {8, 16, 32, 64}) {
    const Time slower = shipped("sharded-training", {fmt::format("taken={}", taken)}).finish;
    EXPECT_GT(slower, with_sms) << taken;
    with_sms = slower;
  }
}

// Every expert waits for the messages of the hot one, on the way there and on the way back.
TEST(ShippedScripts, AHotExpertHoldsEverybodyUp) {
  for (const int hot : {1, 2, 8}) {
    const ScriptRun run = shipped("experts", {fmt::format("hot={}", hot), "work=0 ms"});
    const Time one_way = 7 * hot * microseconds(160);  // 8 MB at 50 GB/s

    EXPECT_GE(run.finish, 2 * one_way) << hot;
    EXPECT_LT(run.finish, 2 * one_way + microseconds(50)) << hot;
  }
}

TEST(ShippedScripts, ManySmallCallsTakeLongerThanAFewLargeOnes) {
  Time before{};
  for (const int calls : {1, 8, 64, 512}) {
    const Time finish = shipped("small-messages", {fmt::format("calls={}", calls)}).finish;
    EXPECT_GT(finish, before) << calls;
    before = finish;
  }
}

TEST(ShippedScripts, OppositeOrdersEndOnlyWhereBothCallsFit) {
  EXPECT_EQ(outcome(shipped("opposite-orders", {"taken=66"})), "done");
  EXPECT_EQ(outcome(shipped("opposite-orders", {"taken=67"})), "deadlock");
}

}  // namespace
}  // namespace commlab
