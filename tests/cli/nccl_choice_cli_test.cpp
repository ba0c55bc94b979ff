// What NCCL would choose, as the command line shows it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

// One name, one answer: the same experiment takes the same time in every command.
TEST(AsNccl, TakesTheSameTimeInEveryCommand) {
  const std::string what = "all_reduce --machine '2x dgx-h100' --algorithm nccl";
  const nlohmann::json run = commlab_json("run " + what + " --size 64MiB");
  const nlohmann::json explained = commlab_json("explain " + what + " --size 64MiB");
  const nlohmann::json swept = commlab_json("sweep " + what + " -b 64M -e 64M");

  EXPECT_EQ(run["time_us"], explained["time_us"]);
  EXPECT_EQ(run["time_us"], swept["rows"][0]["out_of_place"]["time_us"]);
  EXPECT_EQ(run["algorithm"], "nvls-tree");
  EXPECT_EQ(run["nccl"]["algorithm"], "NVLSTree");
  EXPECT_EQ(run["nccl"]["channels"], 16);
  for (const nlohmann::json& each : explained["nccl_candidates"])
    EXPECT_TRUE(each["algorithm"] != "NVLSTree" || each["predicted_us"] == run["time_us"]);
}

// The line that a run prints repeats it, with the version and what the environment asks for.
TEST(AsNccl, IsInTheLineThatRepeatsTheRun) {
  const nlohmann::json run = commlab_json(
      "run all_gather --machine dgx-a100 --algorithm nccl --nccl 2.18.6 --nccl-proto ^ll --nccl-max-channels "
      "4");
  EXPECT_THAT(run["experiment"], HasSubstr("--algorithm nccl --nccl 2.18 --nccl-proto LL128,Simple "
                                           "--nccl-max-channels 4"));
  EXPECT_THAT(run["experiment"], Not(HasSubstr("--protocol")));
  EXPECT_EQ(run["nccl"]["channels"], 4);
  const nlohmann::json again = commlab_json("run " + run["experiment"].get<std::string>());
  EXPECT_EQ(again["time_us"], run["time_us"]);
}

// 2.99 silently counted as 2.30.
TEST(AsNccl, SaysThatAVersionIsNewerThanTheNewestKnown) {
  const std::string what = "all_reduce --machine dgx-h100 --algorithm nccl --nccl 2.99";
  EXPECT_THAT(commlab("run " + what).out, HasSubstr("--nccl 2.99 "));
  EXPECT_THAT(commlab("run " + what).out,
              HasSubstr("NCCL 2.30 (the newest that is known, in place of 2.99) chooses NVLS"));
  const nlohmann::json run = commlab_json("run " + what);
  EXPECT_EQ(run["nccl"]["version"], "2.30");
  EXPECT_EQ(run["nccl"]["asked_version"], "2.99");
}

TEST(AsNccl, ListsEveryCandidateAndWhyOthersAreExcluded) {
  const Said said = commlab("explain all_reduce --machine dgx-h100 --algorithm nccl --nccl 2.28 --size 1GiB");

  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.out, HasSubstr("NCCL 2.28 sees 8 GPUs on 1 node"));
  EXPECT_THAT(said.out, HasSubstr("Ring: 12 channels of 30GB/s (NVL); a collective uses up to 24 channels"));
  EXPECT_THAT(said.out, HasSubstr("NVLS: 8 channels of 40GB/s (NVL); it uses 16 channels"));
  EXPECT_THAT(said.out, HasSubstr("Ring/Simple           56.0 us  205.7 GB/s   5.28 ms"));
  EXPECT_THAT(said.out, HasSubstr("<- NCCL's choice"));
  EXPECT_THAT(said.out, HasSubstr("excluded: there is only one node"));
  EXPECT_THAT(said.out, HasSubstr("By size, NCCL chooses Ring/LL from 8 B, NVLS/Simple from 2 MiB."));
  EXPECT_THAT(said.out, HasSubstr("in simulation than NCCL's choice"));
}

TEST(AsNccl, RunsEveryCollective) {
  for (const char* kind : {"broadcast", "scatter", "gather", "reduce", "all_reduce", "all_gather",
                           "reduce_scatter", "all_to_all", "sendrecv", "p2p"})
    for (const char* machine : {"hcm8", "'2x gh200x4'", "l40s", "ring:4,25GB/s,1us"}) {
      const Said said =
          commlab(fmt::format("run {} --machine {} --algorithm nccl --size 1MiB", kind, machine));
      EXPECT_EQ(said.status, 0) << kind << " on " << machine << ": " << said.err;
    }
}

// A line of sends and receives, in which NCCL has nothing to choose, said --algorithm direct beside --nccl.
TEST(AsNccl, RepeatsWhatItHasNotChosen) {
  const nlohmann::json run =
      commlab_json("run all_to_all --machine dgx-h100 --algorithm nccl --nccl 2.18 --size 1MiB");
  EXPECT_THAT(run["experiment"], HasSubstr("--algorithm nccl --nccl 2.18"));
  EXPECT_EQ(commlab_json("run " + run["experiment"].get<std::string>())["time_us"], run["time_us"]);
}

TEST(AsNccl, SaysWhichProtocolStandsForOneWithoutCosts) {
  EXPECT_THAT(commlab("run all_reduce --machine mesh:4x4,50GB/s,500ns --algorithm nccl --size 1MiB").out,
              HasSubstr("has no costs of LL128, so simple is simulated"));
}

// It said that the machine had no costs of LL.
TEST(AsNccl, DoesNothingWhereThereAreNoData) {
  for (const std::string collective : {"all_reduce", "broadcast", "reduce_scatter"})
    for (const std::string machine : {"dgx-h100", "'2x dgx-h100'", "'3x dgx1-v100'"}) {
      const std::string run = "run " + collective + " --size 0 --machine " + machine;
      EXPECT_THAT(commlab(run).out,
                  testing::AllOf(HasSubstr("NCCL does nothing where there are no data"), HasSubstr("0 s\n")));
      EXPECT_THAT(commlab(run + " --algorithm auto").out, HasSubstr("0 s\n")) << run;
      const std::string named = collective == "broadcast" ? "chain" : "ring";
      EXPECT_THAT(commlab(run + " --algorithm " + named).out, HasSubstr("0 s\n")) << run << ", " << named;
    }
}

// One hop through the network instead of two for each level of a tree.
TEST(AsNccl, SumsInTheNetworkWhereItReduces) {
  const nlohmann::json plain = commlab_json("run all_reduce --machine '16x dgx-h100' --size 64MiB");
  const nlohmann::json sharp = commlab_json("run all_reduce --machine '16x dgx-h100,sharp' --size 64MiB");
  EXPECT_EQ(plain["algorithm"], "nvls-tree");
  EXPECT_EQ(sharp["algorithm"], "nvls-sharp");
  EXPECT_EQ(sharp["nccl"]["algorithm"], "NVLS");
  EXPECT_LT(sharp["time_us"], plain["time_us"]);

  const std::string chain = "--machine '16x dgx-h100,sharp' --size 64MiB --nccl-algo collnetchain";
  EXPECT_EQ(commlab_json("run all_reduce " + chain)["algorithm"], "collnet-chain");
  EXPECT_THAT(commlab("run all_reduce --machine '16x dgx-h100' --nccl-algo collnetchain").err,
              HasSubstr("has no algorithm for all_reduce here that the settings leave"));
}

TEST(AsNccl, RefusesToSumInANetworkThatOnlyForwards) {
  const auto error = [](const std::string& words) { return commlab("run all_reduce " + words).err; };
  EXPECT_THAT(error("--machine '4x dgx-h100' --algorithm nvls-sharp"),
              HasSubstr("its switches do not reduce"));
  EXPECT_THAT(error("--machine dgx-h100 --algorithm collnet-direct"),
              HasSubstr("8 ranks on dgx-h100 are one node"));
  EXPECT_THAT(error("--machine '2x dgx-h100,sharp' --ranks 12 --algorithm collnet-direct"),
              HasSubstr("needs equally many ranks on each node; 12 ranks are on nodes of 8"));
}

// On the threads of this computer, one rank does what the switches would: nothing is predicted, all is
// checked.
TEST(AsNccl, SumsOfSwitchesRunOnTheHost) {
  for (const std::string algorithm : {"nvls-tree", "nvls-sharp", "collnet-direct", "collnet-chain"})
    EXPECT_THAT(commlab("run all_reduce --on host --ranks 4 --size 64KiB --algorithm " + algorithm).out,
                HasSubstr("every promised value equals the reference, bit for bit"))
        << algorithm;
}

// NCCL_ALGO=Ring had no effect, and nobody said so.
TEST(AsNccl, NamesVariablesThatAreNotUsed) {
  const auto said = [](const std::string& variable, const std::string& more = "") {
    return commlab("run all_reduce --machine dgx-h100 --size 1MiB --algorithm nccl " + more, variable).err;
  };
  EXPECT_EQ(said("NCCL_ALGO=Ring"),
            "commlab: NCCL_ALGO=Ring in the environment is not used here; --nccl-algo Ring does the same\n");
  EXPECT_EQ(
      said("NCCL_NVLS_ENABLE=0"),
      "commlab: NCCL_NVLS_ENABLE=0 in the environment is not used here; --nccl-algo \"^nvls,nvlstree\" does "
      "the same\n");
  EXPECT_THAT(said("NCCL_NTHREADS=100"), HasSubstr("is not used here; --nccl-threads: 100 threads"));
  for (const char* without_effect : {"NCCL_NVLS_ENABLE=1", "NCCL_DEBUG=INFO"})
    EXPECT_EQ(said(without_effect), "");
  EXPECT_EQ(said("NCCL_ALGO=Ring", "--nccl-algo ring"), "");
  EXPECT_EQ(said("NCCL_COLLNET_ENABLE=1", "--machine '2x dgx-h100'"),
            "commlab: NCCL_COLLNET_ENABLE=1 in the environment is not used here; --machine \"2x "
            "dgx-h100,sharp\" does the same\n");
  EXPECT_EQ(said("NCCL_COLLNET_ENABLE=1", "--machine '2x dgx-h100,sharp'"), "");
  EXPECT_EQ(said("NCCL_COLLNET_ENABLE=1"), "");  // there is no network
  EXPECT_EQ(commlab("run all_reduce --algorithm ring --size 1MiB", "NCCL_ALGO=Ring").err, "");
}

TEST(AsNccl, RefusesWhatWouldTakeTheChoiceFromIt) {
  const auto error = [](const std::string& words) { return commlab("run all_reduce " + words).err; };
  EXPECT_THAT(error("--algorithm nccl --protocol ll"), HasSubstr("limit its choice with --nccl-proto ll"));
  EXPECT_THAT(error("--algorithm nccl --channels 4"), HasSubstr("limit them with --nccl-max-channels 4"));
  EXPECT_THAT(error("--nccl 2.18 --protocol ll"), HasSubstr("add --algorithm nccl"));
  EXPECT_THAT(error("--on host --algorithm nccl"), HasSubstr("to run NCCL itself, use --on nccl"));
  EXPECT_THAT(error("--algorithm nccl --nccl 2.4"), HasSubstr("the constants of 2.8 and later are known"));
  EXPECT_THAT(error("--algorithm nccl --nccl-threads 100"), HasSubstr("NCCL takes 64, 128, 256 or 512"));
  EXPECT_THAT(error("--algorithm nccl --nccl-max-channels 0"), HasSubstr("expected 1 to 64"));
  EXPECT_THAT(error("--machine hcm8 --algorithm nccl --nccl-algo nvls"),
              HasSubstr("NCCL 2.30 has no algorithm for all_reduce here"));
}

// A run that named nothing showed the fastest algorithm on hcm8, the server of a lesson.
TEST(Defaults, AreADgxH100AndWhatNcclDoesThere) {
  EXPECT_THAT(commlab("run all_reduce").out, HasSubstr("commlab run all_reduce --on sim --machine dgx-h100 "
                                                       "--algorithm nccl --ranks 8 --size 64MiB"));
  EXPECT_EQ(commlab_json("run all_reduce --nccl 2.18")["nccl"]["version"], "2.18");
  for (const char* kind :
       {"broadcast", "scatter", "gather", "reduce", "all_gather", "reduce_scatter", "all_to_all", "sendrecv"})
    EXPECT_THAT(commlab(fmt::format("run {} --size 1MiB", kind)).out, HasSubstr(" --algorithm nccl "))
        << kind;
}

TEST(Defaults, RunOnAnyNumberOfRanks) {
  for (int ranks = 1; ranks <= 16; ++ranks) {
    const Said said = commlab(fmt::format("run all_reduce --machine '2x dgx-h100' --ranks {}", ranks));
    EXPECT_EQ(said.status, 0) << ranks << said.err;
  }
  EXPECT_THAT(commlab("run all_reduce --machine '2x dgx-h100' --ranks 11").out,
              HasSubstr("NVLSTree is not simulated for 11 ranks on these nodes, so Ring with Simple is"));
  EXPECT_THAT(commlab("run all_reduce --machine '2048x dgx-h100' --size 1MiB").out,
              HasSubstr("over 16,384 ranks"));
}

TEST(Defaults, AreAutoWhereNcclHasNothingToSay) {
  for (const char* words :
       {"--machine hcm8", "--machine switch:8,450GB/s,350ns", "--protocol simple", "--channels 2",
        "--pieces 2", "--ring 7,6,5,4,3,2,1,0", "--per-node 4", "--link-model fifo", "--link-model ideal",
        "--fused", "--slots 2", "--ranks 1"}) {
    const Said said = commlab(fmt::format("run all_reduce --size 1MiB {}", words));
    EXPECT_EQ(said.status, 0) << words << said.err;
    EXPECT_THAT(said.out, Not(HasSubstr("--algorithm nccl"))) << words;
  }
  EXPECT_THAT(commlab("run p2p").out, HasSubstr(" --algorithm direct "));
}

}  // namespace
}  // namespace commlab
