// The project's main results, by the commands that a user types.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

// The puzzle of the server: 400 MB from GPU 0 took 4.3 ms to GPU 1 over four NVLinks, 53.3 ms to GPU 2 over
// PCIe, and 8.5 ms to GPU 4 over two NVLinks.
TEST(PuzzleOfTheServer, EachCopyTakesWhatItsRouteAllows) {
  const auto time_ms = [](const std::string& to) {
    return commlab_json("run p2p --machine hcm8 --from 0 --to " + to + " --size 400MB")["time_us"]
               .get<double>() /
           1e3;
  };
  EXPECT_NEAR(time_ms("1"), 4.29, 0.005);
  EXPECT_NEAR(time_ms("2"), 53.3, 0.05);
  EXPECT_NEAR(time_ms("4"), 8.58, 0.005);
  // Their routes share no link, so together they take as long as the slowest, not the sum.
  EXPECT_NEAR(time_ms("1,2,4"), 53.3, 0.05);
}

TEST(PuzzleOfTheServer, TheRoutesAreDrawn) {
  const std::string text = commlab("run p2p --machine hcm8 --from 0 --to 1,2,4 --size 400MB").out;
  EXPECT_THAT(text, HasSubstr("  gpu0 ==4x nvlink 93.32GB/s==> gpu1  4.29 ms\n"
                              "  gpu0 ==socket 7.5GB/s==> gpu2       53.3 ms\n"
                              "  gpu0 ==2x nvlink 46.66GB/s==> gpu4  8.58 ms\n"));
}

// Relayed over GPU 7, the same copy takes a sixth of the time; over six paths at once, little more than the
// bound.
TEST(PuzzleOfTheServer, OtherWaysAreSixAndThirtyTimesFaster) {
  const std::string copy = "run p2p --machine hcm8 --from 0 --to 2 --size 400MB ";
  const auto relay = commlab_json(copy + "--route 0-7-2 --pieces 64");
  EXPECT_EQ(relay["algorithm"], "relay");
  EXPECT_EQ(relay["verified"], true);
  EXPECT_NEAR(relay["time_us"].get<double>(), 8'900, 100);

  const auto many = commlab_json(copy + "--algorithm multipath --links nvlink");
  EXPECT_EQ(many["verified"], true);
  EXPECT_NEAR(many["bound_us"].get<double>(), 1'430, 5);
  EXPECT_LE(many["time_us"].get<double>(), 1'600);
}

TEST(PuzzleOfTheServer, TheOtherWaysAreTold) {
  const std::string text = commlab("explain p2p --machine hcm8 --from 0 --to 2 --size 400MB").out;
  EXPECT_THAT(text, HasSubstr("  direct                         53.3 ms  --algorithm direct\n"
                              "  over gpu7, in 32 pieces        8.80 ms  --route 0-7-2 --pieces 32\n"
                              "  over 6 paths at once           1.59 ms  --algorithm multipath\n"
                              "  the bound, over NVLinks alone  1.43 ms  out of gpu0\n"
                              "  the bound, over all links      1.32 ms  out of gpu0\n"));
}

TEST(PuzzleOfTheServer, ARelayIsDrawnHopByHop) {
  EXPECT_THAT(commlab("run p2p --machine hcm8 --to 2 --route 0-7-2 --pieces 64 --size 400MB").out,
              HasSubstr("  gpu0 ==4x nvlink 93.32GB/s==> gpu7  400 MB  4.46 ms\n"
                        "  gpu7 ==2x nvlink 46.66GB/s==> gpu2  400 MB  8.82 ms\n"));
}

// Four ranks, real data on this computer's cores: every rank's buffers before and after.
TEST(FourRanksOnTheHost, ShowTheirDataBeforeAndAfter) {
  const auto shown = [](const std::string& words) {
    const Said said = commlab("run " + words + " --on host --ranks 4 --show-data");
    EXPECT_EQ(said.status, 0) << said.err;
    return said.out;
  };
  EXPECT_THAT(shown("broadcast --count 2 --data ranks --root 1"),
              HasSubstr("  rank 0         -       [2, 2]\n"
                        "  rank 1 (root)  [2, 2]  [2, 2]\n"
                        "  rank 2         -       [2, 2]\n"
                        "  rank 3         -       [2, 2]\n"));
  EXPECT_THAT(shown("scatter --count 1 --data ranks"), HasSubstr("  rank 0 (root)  [1, 1, 1, 1]  [1]\n"
                                                                 "  rank 1         -             [1]\n"));
  EXPECT_THAT(shown("gather --count 1 --data ranks"), HasSubstr("  rank 0 (root)  [1]     [1, 2, 3, 4]\n"
                                                                "  rank 1         [2]     -\n"));
  EXPECT_THAT(shown("all_gather --count 1 --data ranks"), HasSubstr("  rank 3  [4]     [1, 2, 3, 4]\n"));
  EXPECT_THAT(shown("all_reduce --count 2 --data ones"), HasSubstr("  rank 0  [1, 1]  [4, 4]\n"
                                                                   "  rank 1  [1, 1]  [4, 4]\n"
                                                                   "  rank 2  [1, 1]  [4, 4]\n"
                                                                   "  rank 3  [1, 1]  [4, 4]\n"));
  EXPECT_THAT(shown("reduce --count 2 --data ones"), HasSubstr("  rank 0 (root)  [1, 1]  [4, 4]\n"));
  EXPECT_THAT(shown("reduce --count 2 --data ranks --op prod"),
              HasSubstr("  rank 0 (root)  [1, 1]  [24, 24]\n"));
  EXPECT_THAT(shown("reduce --count 2 --data ranks --op max"),
              HasSubstr("  rank 0 (root)  [1, 1]  [4, 4]\n"));
  EXPECT_THAT(shown("reduce --count 2 --data ranks --op min"),
              HasSubstr("  rank 0 (root)  [1, 1]  [1, 1]\n"));
}

// gloo, torch's default backend on CPUs, leaves partial sums in the other ranks' buffers: 4, 3, 2, 1 where
// every rank had one 1.
TEST(FourRanksOnTheHost, GloosReduceLeavesWhatGlooLeaves) {
  const auto after = [](const std::string& words) {
    const std::string text =
        commlab("run reduce --algorithm gloo --ranks 4 --data ones --show-data " + words).out;
    std::string found;
    for (std::size_t at = text.find("before"); (at = text.find("  rank ", at)) != std::string::npos; ++at) {
      const std::string line = text.substr(at, text.find('\n', at) - at);
      for (const char c : line.substr(line.rfind('[')))
        if (c != ',' && c != ' ') found += c;
    }
    return found;
  };
  for (const std::string on : {" --on sim", " --on host", " --on sim --in-place", " --on host --in-place"}) {
    EXPECT_EQ(after("--count 1" + on), "[4][3][2][1]") << on;
    EXPECT_EQ(after("--count 1 --root 2" + on), "[4][3][4][1]") << on;
    EXPECT_EQ(after("--count 4" + on), "[4444][3344][2233][1122]") << on;
    EXPECT_EQ(after("--count 8 --root 2" + on), "[44112233][33441122][44444444][11223344]") << on;
  }
}

// Each rank adds in an order of its own: the sums are equal, but their last bits are not.
TEST(OneShot, WithEachRankStartingFromItsOwnDataIsFlagged) {
  const auto verified = [](const std::string& algorithm) {
    return commlab("verify all_reduce --ranks 4 --machine switch:4,25GB/s,1us --algorithm " + algorithm).out;
  };
  EXPECT_THAT(
      verified("one-shot-own-first"),
      HasSubstr("  NOT bitwise equal over ranks: block 0 is ((x0 + x3) + x2) + x1 on rank 0, and ((x1 + "
                "x0) + x3) + x2 on rank 1.\n"));
  for (const char* algorithm : {"one-shot", "two-shot", "ring", "double-tree", "recursive-doubling"})
    EXPECT_THAT(verified(algorithm), HasSubstr("results are equal on all of them, bit for bit")) << algorithm;

  const auto json = commlab_json("run all_reduce --algorithm one-shot-own-first --size 1KiB");
  EXPECT_EQ(json["bitwise_equal"], false);
  EXPECT_EQ(json["verified"], true);
  EXPECT_THAT(commlab("run all_reduce --algorithm one-shot-own-first --size 1KiB").out,
              HasSubstr("the last bits of sums differ between ranks"));
}

// (p-2+B)(alpha + S/B beta) is least at B = sqrt((p-2) S beta / alpha): here sqrt(6 * 640 / 2) = 44.
TEST(Pieces, OfAChainAreChosenByTheMachine) {
  const std::string chain = "run broadcast --algorithm chain --machine switch:8,100GB/s,1us --size ";
  const std::string text = commlab(chain + "64MB").out;
  EXPECT_THAT(text, HasSubstr("auto: by simulation ("));
  EXPECT_THAT(text, HasSubstr("the formula wants 44"));

  const auto time = [&](const std::string& words) {
    return commlab_json(chain + words)["time_us"].get<double>();
  };
  const double best = time("64MB");
  for (const char* pieces : {"1", "16", "64", "1024"})
    EXPECT_LE(best, 1.01 * time("64MB --pieces " + std::string(pieces))) << pieces;
  EXPECT_EQ(commlab_json(chain + "8B")["pieces"], 1);
  EXPECT_EQ(commlab_json("run broadcast --algorithm binomial --size 64MB")["pieces"], 1);
}

// The simulator moves no data, but the programs say what each rank would hold: the same as on the host.
TEST(FourRanksOnTheHost, HoldWhatTheSimulatorSays) {
  const auto data = [](const std::string& backend) {
    const std::string text =
        commlab("run all_reduce --algorithm ring --ranks 4 --count 8 --show-data --on " + backend).out;
    return text.substr(text.find("before"));
  };
  EXPECT_EQ(data("sim"), data("host"));
}

// A ring over pairs with four NVLinks only, compared with the ring in the order 0..7.
TEST(RingOrder, DecidesHowFastTheRingIs) {
  const std::string ring = "run all_reduce --machine hcm8 --algorithm ring --size 400MB";
  const auto badly = commlab_json(ring);
  const auto well = commlab_json(ring + " --ring 0,1,4,5,2,3,6,7");

  const double times =
      badly["split"]["transfer_us"].get<double>() / well["split"]["transfer_us"].get<double>();
  EXPECT_NEAR(times, 12.4, 0.05);
}

TEST(RingOrder, IsExplained) {
  const std::string text = commlab("explain all_reduce --machine hcm8 --algorithm ring --size 400MB").out;
  EXPECT_THAT(text, HasSubstr("The bottleneck: gpu1 -> gpu2 (socket 7.5GB/s)\n"));
  EXPECT_THAT(text, HasSubstr("    rank 1 -> rank 2  14 messages, 700 MB\n"));
  EXPECT_THAT(text, HasSubstr("gpu1 and gpu2 share no NVLink"));
  EXPECT_THAT(text, HasSubstr("A better ring: --ring 0,1,4,5,2,3,6,7\n"));
  EXPECT_THAT(text, HasSubstr("12.4 times faster"));
}

// One rank, or no elements, is a collective too.
TEST(NothingToDo, IsDoneByEveryCommand) {
  for (const char* size : {"--ranks 1", "--count 0", "--ranks 1 --count 0"})
    for (const char* command : {"run", "verify", "explain"}) {
      const std::string words = std::string(command) + " all_reduce " + size;
      const Said said = commlab(words);
      EXPECT_EQ(said.status, 0) << words << ": " << said.err;
      EXPECT_THAT(said.out, testing::Not(HasSubstr("nan"))) << words;
    }
}

struct ClosedForm {
  const char* algorithm;
  int ranks;
  const char* size;
  double time_us;
};

class ExactTime : public testing::TestWithParam<ClosedForm> {};

// Times in whole picoseconds equal all digits of the published closed forms.
TEST_P(ExactTime, IsTheClosedForms) {
  const auto& [algorithm, ranks, size, time_us] = GetParam();
  const auto result = commlab_json("run all_reduce --machine switch:" + std::to_string(ranks) +
                                   ",25GB/s,0.5us --algorithm " + algorithm + " --size " + size);
  EXPECT_EQ(result["time_us"].get<double>(), time_us);
}

INSTANTIATE_TEST_SUITE_P(
    OfAllReduceOnASwitch, ExactTime,
    testing::Values(ClosedForm{"ring", 8, "1KiB", 14.07168}, ClosedForm{"ring", 8, "64KiB", 18.58752},
                    ClosedForm{"ring", 8, "1MiB", 87.40032}, ClosedForm{"ring", 8, "64MiB", 4711.62048},
                    ClosedForm{"ring", 8, "1GiB", 75175.92768}, ClosedForm{"ring", 64, "1KiB", 126.08064},
                    ClosedForm{"ring", 64, "1MiB", 208.57536}, ClosedForm{"ring", 64, "1GiB", 84683.16864},
                    ClosedForm{"ring", 1024, "1MiB", 2129.80416}, ClosedForm{"ring", 4096, "1MiB", 8273.8656},
                    ClosedForm{"recursive-doubling", 8, "1MiB", 128.82912},
                    ClosedForm{"recursive-doubling", 64, "1MiB", 257.65824},
                    ClosedForm{"recursive-doubling", 1024, "1MiB", 429.4304},
                    ClosedForm{"recursive-doubling", 65536, "1MiB", 687.08864}));

TEST(Deadlock, OfAFusedRingWithOneSlotIsToldAndEndsWithOne) {
  const std::string ring = "verify all_reduce --algorithm ring --slots 1";
  const Said fused = commlab(ring + " --fused");
  EXPECT_EQ(fused.status, 1);
  EXPECT_THAT(fused.out, HasSubstr("deadlock with 1 slot"));
  EXPECT_THAT(fused.out, HasSubstr("waits for a free slot to rank 1"));

  const Said unfused = commlab(ring);
  EXPECT_EQ(unfused.status, 0);
  EXPECT_THAT(unfused.out, HasSubstr("proved: all_reduce ring"));
}

// The ranks had to fit on the GPUs of a machine that no proof looks at.
TEST(Proof, NeedsNoMachine) {
  const Said said = commlab("verify all_reduce --ranks 16");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("proved: all_reduce nvls:"));
  EXPECT_EQ(commlab("verify all_to_all --counts 1,2,3").status, 0);
  EXPECT_THAT(commlab("verify all_reduce --ranks 16 --machine dgx-h100").err,
              HasSubstr("16 ranks do not fit on 8 GPUs"));
}

TEST(ARankThatNeverArrives, EndsInAnErrorWithinTheDeadline) {
  const Said said = commlab("run all_reduce --algorithm ring --on host --ranks 4 --size 1KiB --absent 3");
  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.err, HasSubstr("rank 3 never arrived"));

  EXPECT_EQ(commlab("run all_reduce --algorithm ring --absent 3").status, 3);
}

TEST(OddSizes, OfALargeRunAreRoundedUpAndTheReportSaysSo) {
  const std::string run = "run all_reduce --machine '64x dgx-h100' --algorithm two-shot --size 1234567B";
  const Said said = commlab(run);
  EXPECT_THAT(said.out,
              HasSubstr("8 of 512 ranks, which stand for all others if all chunks are as large as"));
  EXPECT_EQ(commlab_json(run)["chunks_rounded_up"], true);
}

TEST(OddSizes, OfASweepAreRoundedUpAndTheTableSaysWhich) {
  const auto sweep_of = [](const std::string& size) {
    return fmt::format("sweep all_reduce --machine '64x dgx-h100' --algorithm two-shot -b {0} -e {0}", size);
  };
  EXPECT_THAT(commlab(sweep_of("1234567B")).out,
              HasSubstr("# Chunks rounded up    : at 1234564B, each as large as the largest one"));
  EXPECT_THAT(commlab(sweep_of("1MiB")).out, Not(HasSubstr("rounded up")));
  for (const char* side : {"out_of_place", "in_place"}) {
    EXPECT_EQ(commlab_json(sweep_of("1234567B"))["rows"][0][side]["chunks_rounded_up"], true);
    EXPECT_EQ(commlab_json(sweep_of("1MiB"))["rows"][0][side]["chunks_rounded_up"], false);
  }
}

}  // namespace
}  // namespace commlab
