// The mpi backend under mpirun: every algorithm, MPI's own collectives, calibration and comparison, ranks
// that never come, and what it says where no MPI started it.

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/collective/collective.h"
#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class OnMpi : public testing::Test {
 protected:
  void SetUp() override {
    if (shell("command -v mpirun").status != 0) GTEST_SKIP() << "there is no mpirun (Debian: openmpi-bin)";
    if (shell("test -e $(dirname $(readlink -f $COMMLAB))/commlab_mpi.so").status != 0)
      GTEST_SKIP() << "this commlab was built without MPI (Debian: libopenmpi-dev)";
  }
  static Said started(int ranks, const std::string& words) {
    return shell(fmt::format("timeout 200 mpirun --allow-run-as-root --oversubscribe -n {} $COMMLAB {}",
                             ranks, words));
  }
};

// The run compares every promised value with the reference; an algorithm that fails is told in the answer.
TEST_F(OnMpi, EveryAlgorithmIsRightOnSomeRanks) {
  for (const CollectiveKind kind : all_collective_kinds)
    for (const int ranks : {2, 3, 4}) {
      const std::string ends = kind == CollectiveKind::p2p ? " --from 1 --to 0" : "";
      const Said said =
          started(ranks, fmt::format("run {} --on mpi --algorithm all --count 1003{}", name_of(kind), ends));
      EXPECT_EQ(said.status, 0) << name_of(kind) << " on " << ranks << ": " << said.err;
      EXPECT_THAT(said.out, Not(HasSubstr("wrong result"))) << said.out;
      EXPECT_THAT(said.out, Not(HasSubstr("no end within"))) << said.out;
    }
}

TEST_F(OnMpi, MpisOwnCollectivesAreRightInEveryTypeThatMpiHas) {
  for (const char* type : {"float32", "float64", "int8", "int32", "int64", "uint8"})
    for (const char* op : {"sum", "prod", "min", "max"}) {
      const Said said = started(3, fmt::format("run all_reduce --on mpi --algorithm mpi --count 1003 "
                                               "--dtype {} --op {}",
                                               type, op));
      EXPECT_EQ(said.status, 0) << said.err;
      EXPECT_THAT(said.out, HasSubstr("every promised value equals the reference")) << type << ' ' << op;
    }
}

TEST_F(OnMpi, ALateRankIsWaitedFor) {
  for (const std::string algorithm : {"ring", "mpi"}) {
    const Said said = started(
        2, "run all_reduce --on mpi --size 1KiB --late gpu1:30ms --format json --algorithm " + algorithm);
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_GE(nlohmann::json::parse(said.out)["time_us"], 30'000) << algorithm;
  }
}

// MPI_Alltoallv, and our own schedules.
TEST_F(OnMpi, UnevenCountsAreRight) {
  for (const char* algorithm : {"mpi", "direct", "shift"})
    for (const char* counts : {"4,1,1/1,4,1/1,1,4", "1000,0,3", "0,0,0/5,0,0/0,7,1"}) {
      const Said said =
          started(3, fmt::format("run all_to_all --on mpi --algorithm {} --counts {}", algorithm, counts));
      EXPECT_EQ(said.status, 0) << said.err;
      EXPECT_THAT(said.out, HasSubstr("every promised value equals the reference"))
          << algorithm << ' ' << counts << said.out;
    }
}

TEST_F(OnMpi, SchedulesMoveTypesThatMpiDoesNotHave) {
  for (const char* type : {"float16", "bfloat16"}) {
    const Said ours =
        started(2, fmt::format("run all_reduce --on mpi --algorithm ring --count 103 --dtype {}", type));
    EXPECT_THAT(ours.out, HasSubstr("every promised value equals the reference")) << ours.err;
    const Said mpis =
        started(2, fmt::format("run all_reduce --on mpi --algorithm mpi --count 103 --dtype {}", type));
    EXPECT_NE(mpis.status, 0);
    EXPECT_THAT(mpis.err,
                StartsWith(fmt::format("commlab: --algorithm native: MPI has no type for {}; commlab's own "
                                       "algorithms can do it",
                                       type)));
  }
}

TEST_F(OnMpi, FewSlotsManyPiecesAndChannels) {
  for (const char* how : {"--pieces 5 --channels 2", "--pieces 7 --slots 1", "--pieces 3 --fused"}) {
    const Said said = started(3, std::string("run all_reduce --on mpi --algorithm ring --count 1003 ") + how);
    EXPECT_THAT(said.out, HasSubstr("every promised value equals the reference")) << how << ": " << said.err;
  }
}

TEST_F(OnMpi, CalibratesAndCompares) {
  const ScratchFolder folder;
  const std::string file = folder / "mpi.toml";
  const Said calibrated = started(2, "calibrate --on mpi --out " + file);
  ASSERT_EQ(calibrated.status, 0) << calibrated.err;
  const Said compared = started(2,
                                "compare all_reduce --on mpi --algorithm ring,mpi --size 64K --format json "
                                "--machine " +
                                    file);
  ASSERT_EQ(compared.status, 0) << compared.err;
  const auto rows = nlohmann::json::parse(compared.out)["rows"];
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["algorithm"], "ring");
  EXPECT_EQ(rows[1]["algorithm"], "native");
}

// Which MPI carried the messages, and what steered it; what the launcher tells each process is left out.
TEST_F(OnMpi, KeepsItsVersionAndItsVariables) {
  const Said said = shell(
      "timeout 200 mpirun --allow-run-as-root --oversubscribe -n 2 --mca btl self,vader $COMMLAB "
      "run all_reduce --on mpi --algorithm ring --count 64 --format json");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto provenance = nlohmann::json::parse(said.out)["provenance"];
  EXPECT_THAT(provenance.value("mpi", ""), HasSubstr("Open MPI v"));
  EXPECT_EQ(provenance.value("OMPI_MCA_btl", ""), "self,vader");
  for (const auto& [name, value] : provenance.items()) EXPECT_THAT(name, Not(HasSubstr("orte")));
  EXPECT_FALSE(provenance.contains("UCX_TLS"));

  EXPECT_FALSE(
      nlohmann::json::parse(shell("UCX_TLS=tcp $COMMLAB run all_reduce --on host --ranks 2 --count 64 "
                                  "--format json")
                                .out)["provenance"]
          .contains("UCX_TLS"))
      << "no MPI, no variables of MPI";
}

TEST_F(OnMpi, ItsSchedulesHaveTraces) {
  const ScratchFolder folder;
  const std::string file = folder / "ring.json";
  const Said said = started(2, "run all_reduce --on mpi --algorithm ring --size 64KiB --trace " + file);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(folder.shows("ring.json"), HasSubstr("\"backend\""));
}

TEST_F(OnMpi, ARankThatNeverComesIsTold) {
  const Said ring = started(2, "run all_reduce --on mpi --algorithm ring --count 64 --absent 1");
  EXPECT_NE(ring.status, 0);
  EXPECT_NE(ring.status, 124);
  EXPECT_THAT(ring.err, HasSubstr("rank 1 never arrived"));
  const Said native = started(2, "run all_reduce --on mpi --algorithm mpi --count 64 --absent 1");
  EXPECT_NE(native.status, 0);
  EXPECT_NE(native.status, 124);
  EXPECT_THAT(native.err, HasSubstr("MPI's own all_reduce did not end within"));
}

TEST_F(OnMpi, OfOneProcessSaysHowToStartIt) {
  const Said said = commlab("run all_reduce --on mpi");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("start them as in mpirun -n 4 commlab run all_reduce --on mpi"));
  EXPECT_THAT(commlab("list backends").out, HasSubstr("start them as in mpirun -n 4"));
  EXPECT_THAT(commlab("launch -n 2 -- $COMMLAB run all_reduce --on mpi").err,
              HasSubstr("start them as in mpirun"));
}

TEST(WithoutMpi, SaysWhatIsMissing) {
  const ScratchFolder folder;
  const std::string copy = folder / "commlab";
  const Said said = shell("cp $COMMLAB " + copy + "; " + copy + " run all_reduce --on mpi");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err,
              StartsWith("commlab: this commlab was built without MPI: there is no commlab_mpi.so in "));
}

}  // namespace
}  // namespace commlab
