// What cannot be done in the memory of this computer, or in hours, is refused in one sentence.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

void expect_one_sentence(const Said& said, int status) {
  EXPECT_EQ(said.status, status);
  EXPECT_EQ(said.out, "");
  EXPECT_THAT(said.err, StartsWith("commlab: "));
  EXPECT_EQ(said.err.find('\n'), said.err.size() - 1) << said.err;
}

// Each ended in std::bad_alloc and status 134, or never.
TEST(Budget, ChannelsAndPiecesThatNoMemoryHoldsAreRefused) {
  for (const std::string what : {"channels", "pieces"})
    for (const std::string command : {"run", "verify", "explain"}) {
      const Said said = commlab(command + " all_reduce --algorithm ring --" + what + " 1000000000");
      expect_one_sentence(said, 2);
      EXPECT_THAT(said.err, StartsWith("commlab: --" + what + ": 1,000,000,000 " + what +
                                       " make 112,000,000,000 transfers over 8 ranks"));
      EXPECT_THAT(said.err, HasSubstr("expected at most"));
    }
  const Said ranked = commlab("rank all_reduce --channels 1000000000");
  expect_one_sentence(ranked, 2);
  EXPECT_THAT(ranked.err, HasSubstr("--channels: 1,000,000,000 channels make"));
}

TEST(Budget, AlgorithmsOfTooManyRanksAreRefused) {
  const std::string run = "run all_to_all --machine switch:65536,450GB/s,350ns --algorithm ";
  const Said exact = commlab(run + "direct --exact");
  expect_one_sentence(exact, 3);
  EXPECT_THAT(exact.err,
              ContainsRegex("too little memory: all_to_all direct over 65536 ranks needs 1[0-9]{3} GiB"));

  expect_one_sentence(
      commlab("run all_reduce --machine switch:262144,450GB/s,350ns --algorithm ring --count 1 --exact"), 2);
  expect_one_sentence(
      commlab("verify all_reduce --machine switch:65536,450GB/s,350ns --algorithm ring --slots 0"), 3);
}

// It was simulated for minutes first.
TEST(Budget, ARunOfTooManyTransfersToFollowIsNotExplained) {
  const Said said = commlab("explain all_reduce --algorithm ring --pieces 100000");
  expect_one_sentence(said, 2);
  EXPECT_THAT(said.err,
              HasSubstr("makes 11,200,000 transfers, each simulated on its own; expected at most 5,000,000"));
}

TEST(Budget, DataThatNoMemoryHoldsAreNotShown) {
  const Said said = commlab("run all_reduce --algorithm ring --show-data --size 1000TB");
  expect_one_sentence(said, 3);
  EXPECT_THAT(said.err, HasSubstr("too little memory: showing all data needs"));
}

// The limit of the shell counts as memory of the computer.
TEST(Budget, TheMemoryThatTheShellAllowsIsNotExceeded) {
  const Said said = commlab("run all_reduce --algorithm ring --channels 1000000", "ulimit -v 4000000; ");
  expect_one_sentence(said, 2);
}

TEST(Budget, NumbersOfOptionsHaveAMost) {
  const struct {
    const char* words;
    const char* sentence;
  } all[] = {
      {"launch -n 2147483647 -- true", "-n: '2147483647' is no whole number from 1 to 4096"},
      {"launch -n 99999999999 -- true", "-n: '99999999999' is no whole number from 1 to 4096"},
      {"measure atomics --additions 1000000000000000000000000000000",
       "--additions: '1000000000000000000000000000000' is no whole number from 1 to 10000000"},
      {"measure copy --rounds 1000000000", "--rounds: '1000000000' is no whole number from 1 to 10000"},
      {"script pipeline --ranks 4097", "--ranks: '4097' is no whole number from 1 to 4096"},
      {"script pipeline --seed 18446744073709551616",
       "--seed: '18446744073709551616' is no whole number from 0 to 18446744073709551615"},
      {"calibrate --ranks 100000", "--ranks: '100000' is no whole number from 1 to 4096"},
      {"lesson 7 --cut 99999999999",
       "'--cut = 99999999999' is no number that fits; commlab lesson --help shows "
       "examples"},
      {"window all_reduce --movie x.gif --seconds nan", "--seconds: 'nan' is no number from 0.5 to 3600"},
      {"sweep all_reduce -b 8 -e 8T -f 1.0001",
       "-f: by a factor of 1.0001 there are more than 10000 sizes from 8 to 8T; expected fewer"},
  };
  for (const auto& [words, sentence] : all) {
    const Said said = commlab(words);
    expect_one_sentence(said, 2);
    EXPECT_EQ(said.err, std::string("commlab: ") + sentence + "\n");
  }
}

TEST(Budget, RowsOfMoreRanksThanTheMachineHasAreLeftOutOfATable) {
  const auto file = std::filesystem::path(testing::TempDir()) / "commlab_65536_ranks.csv";
  std::ofstream(file) << "# gpu: A100\n"
                         "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n"
                         "all_reduce,8,1,1024,256,float,sum,34,0,0\n"
                         "all_reduce,65536,1,1024,256,float,sum,34,0,0\n";
  const Said said = commlab("compare --reference " + file.string());
  std::filesystem::remove(file);

  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("dgx-a100 has 8 GPUs; there are too many ranks"));
}

}  // namespace
}  // namespace commlab
