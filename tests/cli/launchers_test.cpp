// Ranks that mpirun, mpiexec and srun start: they meet, one of them answers, and two jobs keep apart.

#include <algorithm>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/net/sockets/listener.h"
#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

int times(const std::string& word, const std::string& text) {
  int found = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
  return found;
}

// A way to start several processes; $RANKS is their number.
struct Way {
  std::string name, program, package, start, rank_variable;
};
void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

class Launchers : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (shell("command -v " + GetParam().program).status != 0)
      GTEST_SKIP() << "there is no " << GetParam().program << " (Debian: " << GetParam().package << ")";
  }
  static std::string started(int ranks, const std::string& words, const std::string& before = "") {
    return fmt::format("{} timeout 100 {} -n {} {}", before, GetParam().start, ranks, words);
  }
  static Said run(int ranks, const std::string& words, const std::string& before = "") {
    return shell(started(ranks, "$COMMLAB " + words, before));
  }
};

TEST_P(Launchers, StartRanksThatMeet) {
  for (const char* ranks : {"", " --ranks 3"}) {
    const Said said =
        run(3, std::string("run all_reduce --on tcp --count 2 --data ranks --show-data") + ranks);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("3 processes"));
    EXPECT_EQ(times("[6, 6]", said.out), 3) << said.out;
    EXPECT_EQ(times("commlab run", said.out), 1) << "one rank answers for all";
  }
}

TEST_P(Launchers, StartRanksBehindAShell) {
  const Said said =
      shell(started(2, "sh -c '$COMMLAB run all_reduce --on tcp --count 2 --data ones --show-data; true'"));
  EXPECT_EQ(times("[2, 2]", said.out), 2) << said.err;
}

TEST_P(Launchers, LetOneRankAnswerWhereRanksAreNoProcesses) {
  for (const char* words : {"run all_reduce --on sim", "run all_reduce --on host --ranks 2 --size 1K",
                            "verify all_reduce --ranks 4", "list backends"}) {
    const Said alone = commlab(words);
    const Said said = run(3, words);
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(times("\n", said.out), times("\n", alone.out)) << words;
  }
}

TEST_P(Launchers, StartOneProcessThatIsAlone) {
  const Said said = run(1, "run all_reduce --on tcp --ranks 2 --count 2 --data ones --show-data");
  EXPECT_EQ(times("[2, 2]", said.out), 2) << said.err;
}

TEST_P(Launchers, RunTwoJobsAtOnceThatKeepApart) {
  const std::string job = started(2, "$COMMLAB run all_reduce --on tcp --count 2 --data ones --show-data");
  const Said said = shell(job + " & " + job + " & " + job + " & wait");
  EXPECT_EQ(times("[2, 2]", said.out), 6) << said.out << said.err;
}

TEST_P(Launchers, SayThatAPortIsTakenAndWhatToDo) {
  const auto other = Listener::open("127.0.0.1", 0).value();
  const Said said =
      run(2, "run all_reduce --on tcp", fmt::format("COMMLAB_PORT={} COMMLAB_JOIN_WITHIN=3s", other.port()));
  EXPECT_NE(said.status, 0);
  EXPECT_NE(said.status, 124);
  EXPECT_THAT(said.err,
              HasSubstr(fmt::format("port {} of 127.0.0.1 is in use by another process; choose another "
                                    "with launch --port, or with COMMLAB_PORT",
                                    other.port())));
}

TEST_P(Launchers, EndWhenARankIsKilled) {
  const Said said = shell(started(
      3,
      fmt::format(
          "sh -c '[ ${} = 2 ] && kill -9 $$; COMMLAB_JOIN_WITHIN=5s exec $COMMLAB run all_reduce --on tcp'",
          GetParam().rank_variable)));
  EXPECT_NE(said.status, 0);
  EXPECT_NE(said.status, 124) << "nobody waits for a rank that has died";
}

TEST_P(Launchers, SayWhatIsWrongWithAVariable) {
  const Said said =
      shell(started(2, "env " + GetParam().rank_variable + "=two $COMMLAB run all_reduce --on tcp"));
  EXPECT_NE(said.status, 0);
  EXPECT_THAT(said.err, HasSubstr(GetParam().rank_variable + " is 'two'; expected a number from 0 to 1"));
}

INSTANTIATE_TEST_SUITE_P(, Launchers,
                         testing::Values(Way{"OpenMpi", "mpirun.openmpi", "openmpi-bin",
                                             "mpirun.openmpi --allow-run-as-root --oversubscribe",
                                             "OMPI_COMM_WORLD_RANK"},
                                         Way{"Mpich", "mpiexec.hydra", "mpich", "mpiexec.hydra", "PMI_RANK"}),
                         [](const testing::TestParamInfo<Way>& way) { return way.param.name; });

// The variables of srun, for ranks that a shell starts: Slurm itself needs its daemons.
TEST(SlurmsRanks, Meet) {
  const std::string rank =
      "SLURM_JOB_ID=$$ SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=2 SLURM_NODEID=0 SLURM_STEP_TASKS_PER_NODE=2 "
      "SLURM_STEP_NODELIST=node1 SLURM_PROCID={0} SLURM_LOCALID={0} timeout 100 $COMMLAB run all_reduce --on "
      "tcp "
      "--count 2 --data ones --show-data";
  const Said said =
      shell(fmt::format(fmt::runtime(rank), 0) + " & " + fmt::format(fmt::runtime(rank), 1) + " & wait");
  EXPECT_EQ(times("[2, 2]", said.out), 2) << said.err;
}

// What a batch script of Slurm has is no group.
TEST(SlurmsRanks, AreNotWhatABatchScriptStarts) {
  const Said said = commlab("run all_reduce --on tcp --ranks 2 --count 2 --data ones --show-data",
                            "SLURM_JOB_ID=1 SLURM_PROCID=0 SLURM_NTASKS=4 SLURM_LOCALID=0 SLURM_NODEID=0");
  EXPECT_EQ(times("[2, 2]", said.out), 2) << said.err;
}

TEST(LaunchedRanks, ThatOthersCannotReachSayWhatToSet) {
  const Said said = commlab("run all_reduce --on tcp",
                            "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_LOCAL_RANK=0 "
                            "OMPI_COMM_WORLD_LOCAL_SIZE=2");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, StartsWith("commlab: Open MPI does not tell on which computer rank 0 runs"));
}

}  // namespace
}  // namespace commlab
