// Links that were cut or slowed, in what commands say of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

const std::string ring = "all_reduce --machine hcm8 --algorithm ring --ring 0,7,3,2,5,4,1,6";

// The links after a cut one keep their names.
TEST(Links, OfADamagedMachineHaveTheirOwnNames) {
  const nlohmann::json sound = commlab_json("run " + ring),
                       cut = commlab_json("run " + ring + " --cut gpu0-gpu1");
  EXPECT_EQ(sound["busiest_link"], cut["busiest_link"]) << "the cut link is not in the ring";
  EXPECT_EQ(cut["busiest_link"]["link"], "gpu6 -> gpu0");
  const Said explained = commlab("explain " + ring + " --cut gpu0-gpu1");
  EXPECT_EQ(explained.status, 0) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("The bottleneck: gpu6 -> gpu0 (socket 7.5GB/s)\n"));
  EXPECT_THAT(explained.out, HasSubstr("rank 6 -> rank 0"));
}

TEST(Links, ThatWereSlowedSaySo) {
  EXPECT_THAT(commlab("run " + ring + " --slow gpu6-gpu0:4x").out,
              HasSubstr("gpu6 -> gpu0 (socket 7.5GB/s, slowed 4 times)"));
}

TEST(Slow, OfANicSlowsEveryLinkAtIt) {
  const std::string run = "run all_to_all --machine \"2x dgx-h100\" --size 64MiB --slow ";
  EXPECT_EQ(commlab_json(run + "node0.nic3:2x")["time_us"],
            commlab_json(run + "node0.nic3-leaf:2x --slow node0.nic3-node0.pcie3:2x")["time_us"]);
}

// Every rank of an all_reduce waits for every other, so all end as much later as one begins.
TEST(Late, ARankDelaysAllThatWaitForIt) {
  for (const std::string algorithm : {"ring", "two-shot", "recursive-doubling"}) {
    const std::string run =
        "run all_reduce --machine switch:4,25GB/s,2us --size 64KiB --algorithm " + algorithm + " --exact";
    const double on_time = commlab_json(run)["time_us"];
    EXPECT_NEAR(commlab_json(run + " --late gpu3:500us")["time_us"], on_time + 500, on_time) << algorithm;
    EXPECT_GT(commlab_json(run + " --late gpu3:500us")["time_us"], 500) << algorithm;
    EXPECT_EQ(commlab_json(run + " --late gpu3:0us")["time_us"], on_time) << algorithm;
  }
}

}  // namespace
}  // namespace commlab
