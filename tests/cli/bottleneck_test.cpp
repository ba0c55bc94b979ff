// Which link is said to limit a run: the one that its bytes fill the longest, and not the one that was in use
// the longest. A link may carry a trickle all the time, because others hold its messages up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// An NVLink that was in use for longer was blamed.
TEST(TheBottleneck, IsTheSlowedNicOfAHierarchy) {
  const nlohmann::json run = commlab_json(
      "run all_reduce --machine '2x dgx-h100' --size 1GiB --algorithm hierarchical --slow node0.nic3-leaf:2x");
  EXPECT_EQ(run["busiest_link"]["link"], "node0.nic3 -> leaf");
  EXPECT_GE(run["busiest_link"]["busy_us"], run["busiest_link"]["full_us"]);
}

TEST(TheBottleneck, IsExplainedWithTheTimeThatItsBytesNeed) {
  const Said said = commlab("explain p2p --machine switch:4,100GB/s,0s --size 100MB");
  EXPECT_THAT(said.out, HasSubstr("100 MB need 1.00 ms at its rate"));
}

// No link can be full for longer than the run takes, or than it was in use.
TEST(TheBottleneck, IsNeverFullForLongerThanTheRun) {
  for (const char* machine : {"hcm8", "dgx-h100", "'2x dgx-h100'", "rtx4090", "switch:5,10GB/s,1us"})
    for (const char* kind : {"all_reduce", "all_to_all", "broadcast"}) {
      const nlohmann::json run = commlab_json(fmt::format("run {} --machine {} --size 8MiB", kind, machine));
      EXPECT_LE(run["busiest_link"]["full_us"].get<double>(), run["time_us"].get<double>()) << machine << kind;
    }
}

}  // namespace
}  // namespace commlab
