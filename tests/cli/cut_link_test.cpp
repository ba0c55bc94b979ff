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

double time_us(const std::string& what) { return commlab_json("run " + what)["time_us"]; }
double bound_us(const std::string& what) { return commlab_json("run " + what)["bound_us"]; }

TEST(Slow, OfANicSlowsEveryLinkAtIt) {
  const std::string run = "all_to_all --machine '2x dgx-h100' --algorithm direct --size 64MiB --slow ";
  EXPECT_EQ(time_us(run + "node0.nic3:2x"),
            time_us(run + "node0.nic3-leaf:2x --slow node0.nic3-node0.pcie3:2x"));
}

const std::string two_nodes = "all_reduce --machine '2x dgx-h100' --algorithm nccl --size 1GiB";

// Seven of eight NICs carry as much in 8/7 of the time, whichever NIC of whichever node is dead.
TEST(ADeadNic, IsLeftOutByNccl) {
  for (const std::string how : {"", " --nccl-algo ring", " --nccl-algo tree", " --nccl-algo nvlstree"}) {
    const double sound = time_us(two_nodes + how);
    const double left = time_us(two_nodes + how + " --cut node0.nic3");
    EXPECT_GE(left, sound) << how;
    EXPECT_LT(left, 8. / 7 * sound) << how;
    EXPECT_EQ(time_us(two_nodes + how + " --cut node0.nic3-leaf"), left) << how;
    EXPECT_NEAR(time_us(two_nodes + how + " --cut node1.nic5"), left, .01 * left) << how;
  }
  const std::string ring = "all_reduce --machine '2x dgx-a100' --algorithm nccl --nccl-algo ring --size 4GiB";
  EXPECT_NEAR(time_us(ring + " --cut node1.nic3") / time_us(ring), 8. / 7, .03);
}

// An all_to_all has one NIC for two GPUs, and the bound shares the load.
TEST(ADeadNic, IsInTheBound) {
  const std::string what = "all_to_all --machine '2x dgx-h100' --algorithm direct --size 1GiB";
  EXPECT_NEAR(bound_us(what + " --cut node0.nic3") / bound_us(what), 8. / 7, 1e-3);
  const double times = time_us(what + " --cut node0.nic3") / time_us(what);
  EXPECT_GT(times, 8. / 7);
  EXPECT_LT(times, 2.1);
}

// The data of a GPU whose NIC is dead go over the next GPU's.
TEST(ADeadNic, HasANeighbour) {
  const std::string copy = "p2p --machine '2x dgx-h100' --from 3 --to 11 --size 1GiB";
  const double left = time_us(copy + " --cut node0.nic3");
  EXPECT_NEAR(left, time_us(copy), .05 * left);
}

TEST(APart, OfTheNvlinksSlowsWhatCrossesThem) {
  const std::string what = "all_reduce --machine dgx-h100 --algorithm nccl --size 1GiB";
  for (const std::string& how : {what + " --nccl-algo nvls", what + " --nccl-algo ring"}) {
    const double times = time_us(how + " --slow gpu3.nvlink:17/18") / time_us(how);
    EXPECT_GE(times, 1) << how;
    EXPECT_LT(times, 1.1) << how;
    EXPECT_GT(bound_us(how + " --slow gpu3.nvlink:17/18"), bound_us(how)) << how;
  }
}

TEST(Damage, IsInTheBoundOfEveryCommand) {
  const std::string what = "all_reduce --machine '2x dgx-h100' --size 1GiB",
                    damage =
                        " --slow node0.nic3:4x --slow node1.nic2:25% --cut node0.nic7,node0.nic6,node0.nic5",
                    ring = " --algorithm ring";
  const double bound = bound_us(what + ring + damage);
  EXPECT_GT(bound, 1.2 * bound_us(what + ring));
  EXPECT_EQ(commlab_json("rank " + what + damage)["bound_us"], bound);
  EXPECT_EQ(commlab_json("explain " + what + ring + damage)["bound_us"], bound);
}

// What leaves a slow GPU takes longer, also where the switch reduces; where others' messages may pass the
// GPU, its links carry them as fast as before.
TEST(Damage, OfAGpuIsInTheBound) {
  for (const char* machine : {"dgx-h100", "dgx-a100"}) {
    const std::string what = fmt::format("all_reduce --machine {} --size 1GiB --algorithm nccl", machine);
    EXPECT_GT(bound_us(what + " --slow gpu3:2x"), 1.1 * bound_us(what)) << machine;
  }
  const std::string mesh = "all_reduce --machine hcm8 --size 1GiB --algorithm ring";
  EXPECT_EQ(bound_us(mesh + " --slow gpu3:2x"), bound_us(mesh));
}

// Four GPUs of each node share out what their four NICs carry.
TEST(RanksPerNode, HaveTheNicsOfTheirGpus) {
  const std::string ring = "all_reduce --machine '2x dgx-h100' --algorithm nccl --nccl-algo ring --size 4GiB";
  const nlohmann::json four = commlab_json("run " + ring + " --ranks-per-node 4");
  EXPECT_EQ(four["ranks"], 8);
  constexpr double of_four_nics = 4 * 46.5;  // GB/s
  EXPECT_NEAR(four["busbw_GBps"].get<double>(), of_four_nics, .1 * of_four_nics);
  for (const std::string gpus : {"0,1,2,3", "4,5,6,7", "1,3,5,7"})
    EXPECT_EQ(commlab_json("run " + ring + " --gpus-of-node " + gpus)["time_us"], four["time_us"]) << gpus;
  const nlohmann::json dead = commlab_json("run " + ring + " --ranks-per-node 4 --cut node0.nic2");
  EXPECT_NEAR(dead["time_us"].get<double>() / four["time_us"].get<double>(), 4. / 3, .1);
  EXPECT_EQ(time_us(ring + " --ranks-per-node 4 --cut node0.nic6"), four["time_us"]) << "of no rank";
}

TEST(RanksPerNode, AreAsManyAsANodeHasGpus) {
  const std::string run = "run all_reduce --machine '2x dgx-h100' --algorithm ring ";
  EXPECT_THAT(
      commlab(run + "--ranks-per-node 9").err,
      HasSubstr(
          "--ranks-per-node: 9 ranks on each node; 2x dgx-h100 has 8 GPUs in each, so expected 1 to 8"));
  EXPECT_THAT(commlab(run + "--gpus-of-node 0,8").err, HasSubstr("--gpus-of-node: GPU 8; expected 0 to 7"));
  EXPECT_THAT(commlab(run + "--gpus-of-node 2,2").err, HasSubstr("a GPU has two ranks"));
  EXPECT_THAT(commlab(run + "--gpus-of-node 0,2 --ranks-per-node 4").err,
              HasSubstr("--gpus-of-node names 2 GPUs, and --ranks-per-node 4; leave one out"));
  EXPECT_THAT(commlab("run all_reduce --on host --algorithm ring --ranks-per-node 2").err,
              HasSubstr("--ranks-per-node: host places its ranks itself"));
}

TEST(Damage, MakesNothingFaster) {
  struct Sound {
    std::string machine;
    std::vector<std::string> damages;
  };
  const Sound machines[] = {
      {"2x dgx-h100",
       {"--cut node0.nic3", "--slow node1.nic3:50%", "--slow gpu3.nvlink:17/18", "--slow gpu3.pcie:x8"}},
      {"2x dgx-a100",
       {"--cut node0.nic3", "--slow node1.nic3:2x", "--slow gpu3.nvlink:11/12", "--slow gpu2:1.3x"}}};
  for (const auto& [machine, damages] : machines)
    for (const std::string collective : {"all_reduce", "all_gather", "broadcast", "all_to_all", "sendrecv"})
      for (const std::string choice : {" --algorithm nccl", " --algorithm auto"})
        for (const std::string size : {" --size 64KiB ", " --size 256MiB "}) {
          const std::string what = collective + " --machine '" + machine + "'" + choice + size;
          const double sound = time_us(what);
          for (const std::string& damage : damages) {
            const nlohmann::json left = commlab_json("run " + what + damage);
            constexpr double other_pieces =
                .999;  // cut otherwise, they fill the chains of a broadcast otherwise
            EXPECT_GE(left["time_us"].get<double>(), other_pieces * sound) << what << damage;
            EXPECT_LE(left["bound_us"].get<double>(), left["time_us"].get<double>()) << what << damage;
          }
        }
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
