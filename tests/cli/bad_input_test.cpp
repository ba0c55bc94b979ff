// Each of a user's mistakes is answered with one sentence on standard error and exit status 2.

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

struct Wrong {
  const char* words;
  const char* sentence;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.words; }

class BadInput : public testing::TestWithParam<Wrong> {};

TEST_P(BadInput, IsOneSentenceAndStatusTwo) {
  const Said said = commlab(GetParam().words);

  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.err, std::string("commlab: ") + GetParam().sentence + "\n");
}

INSTANTIATE_TEST_SUITE_P(
    Everywhere, BadInput,
    testing::Values(
        Wrong{"runn",
              "unknown command 'runn' (did you mean run?); there are run, sweep, batch, compare, check, "
              "rank, verify, "
              "explain, "
              "script, lesson, list, machine, measure, calibrate, accuracy, profile, fit, launch, window, "
              "help"},
        Wrong{"run all_reduce --machine hmc8",
              "unknown machine 'hmc8' (did you mean hcm8?); expected a name of commlab list machines, a "
              "file, or a SPEC like "
              "switch:8,450GB/s,350ns"},
        Wrong{"run sendrecv --algorithm driect",
              "unknown algorithm 'driect' (did you mean direct?); sendrecv has direct"},
        Wrong{"run all_reduce --size 64Q",
              "--size: size '64Q': unknown unit 'Q'; expected B, KB, KiB, MB, MiB, GB, GiB, TB or TiB, as in "
              "64MiB"},
        Wrong{"run all_reduce --size 6.4",
              "--size: size '6.4': no unit; expected B, KB, KiB, MB, MiB, GB, GiB, TB or TiB, as in 64MiB"},
        Wrong{"run all_reduce --size 99999999999GiB",
              "--size: size '99999999999GiB': too large; expected at most 9223372036854775807 bytes"},
        Wrong{"run all_reduce --ranks 0", "--ranks: 0 ranks; expected at least 1"},
        Wrong{"run all_reduce --ranks 9", "--ranks: 9 ranks do not fit on 8 GPUs"},
        Wrong{"run broadcast --root 8", "root is rank 8; with 8 ranks it must be 0..7"},
        Wrong{"run all_reduce --machin hcm8",
              "unknown option '--machin' (did you mean --machine?); commlab run --help shows all"},
        Wrong{"run all_reduce now", "'now' is one word too many; commlab run --help shows examples"},
        // The last word won: one node was simulated, and one algorithm.
        Wrong{
            "run all_reduce --machine 2x dgx-h100",
            "'dgx-h100' is one word too many; a machine of several words needs quotes, as in --machine \"2x "
            "dgx-h100\""},
        Wrong{"run all_reduce --algorithm ring tree",
              "'tree' is one word too many; commlab run --help shows examples"},
        Wrong{"batch all_reduce --size 8 16",
              "'16' is one word too many; commlab batch --help shows examples"},
        Wrong{"compare all_reduce --on host tcp",
              "'tcp' is one word too many; commlab compare --help shows examples"},
        Wrong{"rank all_reduce --over ''", "--over: '' is no range of sizes; expected one as in 8:8G"},
        Wrong{"run all_reduce --size", "--size: a value is missing; commlab run --help shows examples"},
        Wrong{"run all_reduce --trace way.gif",
              "--trace: 'way.gif' ends neither in .trace (native) nor in .json (Perfetto)"},
        Wrong{"run all_reduce --format yaml", "--format: 'yaml' is none of text, json, csv"},
        Wrong{"run all_reduce --ring 0,1", "ring order 0,1 does not name each of the ranks 0..7 once"},
        Wrong{"run all_reduce --per-node 3", "--per-node: 8 ranks cannot be divided into nodes of 3 ranks"},
        Wrong{"run all_reduce --algorithm ring:direct",
              "ring is not made of other algorithms: leave out ':direct'"},
        Wrong{
            "run all_reduce --algorithm hierarchical:direct",
            "a hierarchy has two parts, within nodes and between them, as in direct,ring; found 1: 'direct'"},
        Wrong{"run all_to_all --algorithm pairwise --ranks 6",
              "all_to_all pairwise does not support 6 ranks; it needs a power-of-two number of ranks"},
        Wrong{"run p2p --to 2 --route 0-9-2", "--route 0-9-2: there is no rank 9 among ranks 0 to 7"},
        Wrong{"run p2p --to 2 --route 1-7-2",
              "--route 1-7-2 begins at rank 1, but the sender (--from) is rank 0"},
        Wrong{"run p2p --to 2,3 --route 0-7-2", "--route 0-7-2: a path leads to one rank, but --to names 2"},
        Wrong{"run p2p --to 2 --route 0-7-2 --algorithm direct",
              "--route 0-7-2: algorithm direct does not relay; choose --algorithm relay"},
        Wrong{
            "run p2p --machine fat-tree:2x2,25GB/s,1us --links nvlink",
            "--links nvlink: no way leads from gpu0 to gpu1; expected links that join all ranks of the p2p"},
        Wrong{"run all_reduce --route 0-1",
              "--route 0-1: only p2p can go over relays; all_reduce uses the routes of the machine"},
        Wrong{"run p2p --route nccl",
              "--route: NCCL's choice of routes is not modelled; expected direct, staged (through host "
              "memory), or a path over relays, as in 0-7-2"},
        Wrong{"run all_reduce --route staged",
              "--route staged: dgx-h100 has no host memory to stage through (a node of type memory); try "
              "direct"},
        Wrong{"sweep all_reduce -b 8K -e 1K", "sizes from 8K to 1K: the first is larger than the last"},
        Wrong{"sweep all_reduce -f 2x", "-f: '2x' is not a number"},
        Wrong{"sweep all_reduce -f 1", "-f: sizes must grow, so the factor must be above 1, not 1"},
        Wrong{"measure p2p-matirx",
              "measure: 'p2p-matirx' is unknown (did you mean p2p-matrix?); expected one of copy, "
              "p2p-matrix, overlap, atomics; commlab measure --help shows examples"},
        Wrong{"machine",
              "machine: a word is missing; expected one of show, check, import, detect, graphs; commlab machine "
              "--help shows examples"},
        Wrong{"list machine",
              "list: 'machine' is none of collectives, algorithms, machines, backends, lessons"},
        Wrong{"compare all_reduce --on sim",
              "--on sim: compare needs a backend that measures; try --on host"},
        Wrong{"explain all_reduce --on host",
              "--on host: only simulated runs can be explained; leave --on out, and try --machine host"},
        Wrong{"calibrate --on sim",
              "--on sim: it cannot be calibrated; there are host, tcp, mpi, cuda, nccl"}));

class MachineFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path); }
  Said check(const std::string& toml) {
    std::ofstream(path) << toml;
    return commlab("machine check " + path.string());
  }
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("commlab_machine_test_" + std::to_string(getpid()) + ".toml");
};

TEST_F(MachineFile, MalformedTomlIsNamedWithItsLine) {
  const Said said = check("name = \"two\"\ngpus = = 2\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr(path.string() + ":2"));
}

TEST_F(MachineFile, ALinkToNowhereIsRefused) {
  const Said said = check("name = \"two\"\ngpus = 2\nlinks = [\"gpu0 <-> gpu7  nvlink 25GB/s 1us\"]\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("gpu7"));
}

TEST_F(MachineFile, ZeroBandwidthIsRefused) {
  const Said said = check("name = \"two\"\ngpus = 2\nlinks = [\"gpu0 <-> gpu1  nvlink 0GB/s 1us\"]\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("bandwidth"));
}

// The three files above are refused for their own mistakes: a sound file passes.
TEST_F(MachineFile, ASoundOneIsAccepted) {
  const Said said = check("name = \"two\"\ngpus = 2\nlinks = [\"gpu0 <-> gpu1  nvlink 25GB/s 1us\"]\n");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, path.string() + ": no mistakes found: 2 GPUs, 2 nodes, 2 links\n");
}

TEST(Help, OfEveryCommandShowsExamplesAndLeavesWithZero) {
  for (const char* command : {"run", "sweep", "compare", "rank", "verify", "explain", "list", "machine",
                              "measure", "calibrate", "accuracy", "profile"}) {
    const Said said = commlab(std::string(command) + " --help");
    EXPECT_EQ(said.status, 0) << command;
    EXPECT_THAT(said.out, HasSubstr("\nexamples:\n  commlab ")) << command;
    EXPECT_THAT(said.out, HasSubstr(std::string("\n  commlab ") + command + ' ')) << command;
    EXPECT_EQ(said.err, "") << command;
  }
}

}  // namespace
}  // namespace commlab
