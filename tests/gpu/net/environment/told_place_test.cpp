// The variables of mpirun, mpiexec and srun: as they set them, half set, wrong, and several at once.

#include "gpu/net/environment/told_place.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/net/environment/launchers_variables.h"

namespace commlab {
namespace {

using testing::HasSubstr;

Result<std::optional<ToldPlace>> told_in(const Values& values) { return told_place(variables_in(values)); }

std::string refused(const Values& values) {
  const auto told = told_in(values);
  return told ? std::string("accepted") : told.error().message;
}

TEST(ToldPlaces, AreReadFromTheVariablesOfEveryLauncher) {
  for (const auto& [launcher, values] : third_of_four_by_each()) {
    const auto told = told_in(values);
    ASSERT_TRUE(told && *told) << launcher << (told ? "" : told.error().message);
    EXPECT_EQ((*told)->launcher, launcher);
    EXPECT_EQ((*told)->rank, 2) << launcher;
    EXPECT_EQ((*told)->ranks, 4) << launcher;
    EXPECT_EQ((*told)->local_rank, 0) << launcher;
    EXPECT_EQ((*told)->local_ranks, 2) << launcher;
    EXPECT_EQ((*started_together(variables_in(values)))->processes, 4) << launcher;
  }
}

TEST(ToldPlaces, NameTheJobWhereItHasAName) {
  const auto job_of = [](const Values& values) { return (*told_in(values))->job; };
  EXPECT_EQ(job_of(by_open_mpi()), "Open MPI job prterun-node1-4711@1");
  EXPECT_EQ(job_of(by_slurm()), "Slurm job 815.3");
  EXPECT_EQ(job_of(by_hydra()), "");
}

TEST(ToldPlaces, NameTheFirstNodeUnderSlurm) {
  EXPECT_EQ((*told_in(by_slurm()))->first_computer, "node01");
  EXPECT_EQ((*told_in(by_open_mpi()))->first_computer, "");
}

TEST(ToldPlaces, OfAProcessOnItsOwnAreNone) {
  Values alone = by_open_mpi();
  alone["OMPI_COMM_WORLD_SIZE"] = "1";
  // A batch script, and a shell that srun started, have Slurm's variables, and are one process.
  const Values batch_script = {{"SLURM_JOB_ID", "815"}, {"SLURM_PROCID", "0"},
                               {"SLURM_LOCALID", "0"},  {"SLURM_NTASKS", "4"},
                               {"SLURM_NODEID", "0"},   {"SLURM_JOB_NODELIST", "node[01-02]"}};
  for (const Values& values :
       {Values{}, alone, batch_script, Values{{"SLURM_STEP_NUM_TASKS", "1"}}, Values{{"PMI_RANK", ""}}}) {
    const auto told = told_in(values);
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_FALSE(*told);
  }
}

// mpirun within a Slurm job starts a helper on each node with srun, whose variables its ranks inherit.
TEST(ToldPlaces, AreThoseOfMpirunWithinSlurm) {
  for (Values values : {by_open_mpi(), by_hydra()}) {
    const auto launcher = (*told_in(values))->launcher;
    values.merge(by_slurm());
    EXPECT_EQ((*told_in(values))->launcher, launcher);
  }
}

// srun speaks PMI with ranks of MPI, too, and then sets PMI_RANK and PMI_SIZE beside its own variables.
TEST(ToldPlaces, AreThoseOfSrunThatSpeaksPmi) {
  Values values = by_slurm();
  values.merge(Values{{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"PMIX_RANK", "2"}});
  EXPECT_EQ((*told_in(values))->launcher, "Slurm");
}

// Without the number of processes there is no sign of a group, and the job may have no name.
TEST(ToldPlaces, HalfSetAreRefused) {
  for (const auto& [launcher, all] : third_of_four_by_each())
    for (const auto& [name, value] : all) {
      if (name.ends_with("_WORLD_SIZE") || name == "SLURM_STEP_NUM_TASKS" || name.starts_with("PMIX_") ||
          name == "SLURM_JOB_ID" || name == "SLURM_STEP_ID")
        continue;
      Values values = all;
      values.erase(name);
      EXPECT_NE(refused(values), "accepted") << launcher << " without " << name;
    }
  EXPECT_EQ(refused({{"OMPI_COMM_WORLD_SIZE", "4"}}),
            "OMPI_COMM_WORLD_RANK is not set, but OMPI_COMM_WORLD_SIZE is, as by Open MPI");
  for (const char* clue : {"PMI_RANK", "PMI_ID", "PMIX_RANK"})
    EXPECT_THAT(refused({{clue, "1"}}), HasSubstr("but it does not tell how many there are"));
}

TEST(ToldPlaces, ThatCannotBeNameWhatWasFoundAndExpected) {
  const auto with = [](Values values, const std::string& name, const std::string& value) {
    values[name] = value;
    return refused(values);
  };
  EXPECT_EQ(with(by_open_mpi(), "OMPI_COMM_WORLD_RANK", "4"),
            "OMPI_COMM_WORLD_RANK is '4'; expected a number from 0 to 3");
  EXPECT_EQ(with(by_open_mpi(), "OMPI_COMM_WORLD_SIZE", "many"),
            "OMPI_COMM_WORLD_SIZE is 'many'; expected a number from 1 to 65536");
  EXPECT_EQ(with(by_hydra(), "MPI_LOCALRANKID", "2"),
            "MPI_LOCALRANKID is '2'; expected a number from 0 to 1");
  EXPECT_EQ(with(by_hydra(), "MPI_LOCALNRANKS", "5"),
            "MPI_LOCALNRANKS is '5'; expected a number from 1 to 4");
  EXPECT_EQ(with(by_slurm(), "SLURM_STEP_NODELIST", "node["),
            "SLURM_STEP_NODELIST is 'node['; expected a list of nodes, as in node[01-04,7],gpu1");
  for (const char* tasks : {"2", "9(x2)", "two"})
    EXPECT_EQ(
        with(by_slurm(), "SLURM_STEP_TASKS_PER_NODE", tasks),
        fmt::format("SLURM_STEP_TASKS_PER_NODE is '{}'; expected the number of tasks of each node, as in "
                    "2(x3),1, with one for node 1",
                    tasks));
}

}  // namespace
}  // namespace commlab
