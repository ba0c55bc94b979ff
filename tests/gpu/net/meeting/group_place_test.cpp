// A process's place in its group, by torchrun's variables: all are set, none is, or an error names the wrong
// one. Without them, by those of other launchers, and where their ranks meet.

#include "gpu/net/meeting/group_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/net/environment/launchers_variables.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Result<std::optional<GroupPlace>> place_in(const Values& values) {
  return group_place(variables_in(values),
                     [](const std::string& variable) { return "all without " + variable; });
}

const Values second_of_four = {{"RANK", "1"},
                               {"WORLD_SIZE", "4"},
                               {"LOCAL_RANK", "1"},
                               {"MASTER_ADDR", "node7"},
                               {"MASTER_PORT", "29500"}};

Values with(const std::string& name, const std::string& value) {
  Values values = second_of_four;
  values[name] = value;
  return values;
}

TEST(GroupPlaces, AreReadFromTorchrunsVariables) {
  const auto place = place_in(with("COMMLAB_TOKEN", "sesame"));

  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->rank, 1);
  EXPECT_EQ((*place)->ranks, 4);
  EXPECT_EQ((*place)->local_rank, 1);
  EXPECT_EQ((*place)->address, "node7");
  EXPECT_EQ((*place)->port, 29'500);
  EXPECT_EQ((*place)->token, "sesame");
}

TEST(GroupPlaces, SayHowLongTheRanksWaitForOneAnother) {
  const auto place = place_in(with("COMMLAB_JOIN_WITHIN", "1.5s"));
  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->to_join, std::chrono::milliseconds(1'500));

  EXPECT_THAT(place_in(with("COMMLAB_JOIN_WITHIN", "soon")).error().message,
              StartsWith("COMMLAB_JOIN_WITHIN is 'soon': "));
  for (const char* time : {"0", "900us", "90000s"})
    EXPECT_EQ(place_in(with("COMMLAB_JOIN_WITHIN", time)).error().message,
              fmt::format("COMMLAB_JOIN_WITHIN is '{}'; expected a time from 1ms to 86400s", time));
}

// torchrun's own store listens at MASTER_PORT, so commlab takes the next port.
TEST(GroupPlaces, UnderTorchrunAreOnePortFurther) {
  const auto place = place_in(with("TORCHELASTIC_USE_AGENT_STORE", "True"));
  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->port, 29'501);
}

TEST(GroupPlaces, AreWhereCommlabsOwnPortSays) {
  Values values = with("TORCHELASTIC_USE_AGENT_STORE", "True");
  values["COMMLAB_PORT"] = "29600";
  EXPECT_EQ((*place_in(values))->port, 29'600);
  values["COMMLAB_PORT"] = "";
  EXPECT_EQ((*place_in(values))->port, 29'501);
  values["COMMLAB_PORT"] = "http";
  EXPECT_EQ(place_in(values).error().message, "COMMLAB_PORT is 'http'; expected a number from 1 to 65535");
}

// Where all ranks are on one computer, they meet on loopback: an address that other computers can reach would
// need a token, and torchrun gives this computer's name in its network.
TEST(GroupPlaces, OfOneComputersRanksAreOnLoopback) {
  EXPECT_EQ((*place_in(with("LOCAL_WORLD_SIZE", "4")))->address, "127.0.0.1");
  EXPECT_EQ((*place_in(with("LOCAL_WORLD_SIZE", "3")))->address, "node7");
}

// Batch systems set MASTER_ADDR and MASTER_PORT for every job: these two alone are no group.
TEST(GroupPlaces, OfAProcessOnItsOwnAreNone) {
  for (const Values& values : {Values{}, Values{{"MASTER_ADDR", "node7"}, {"MASTER_PORT", "29500"}}}) {
    const auto place = place_in(values);
    ASSERT_TRUE(place) << place.error().message;
    EXPECT_FALSE(*place);
  }
}

TEST(GroupPlaces, HalfSetNameWhatIsMissing) {
  for (const auto& [name, value] : second_of_four) {
    Values values = second_of_four;
    values.erase(name);
    const auto place = place_in(values);
    ASSERT_FALSE(place) << name;
    EXPECT_THAT(place.error().message, StartsWith(name + " is not set, but related variables are"));
  }
}

TEST(GroupPlaces, ThatCannotBeNameWhatWasFoundAndExpected) {
  const auto refused = [](const std::string& name, const std::string& value) {
    const auto place = place_in(with(name, value));
    return place ? std::string("accepted") : place.error().message;
  };

  EXPECT_EQ(refused("RANK", "4"), "RANK is '4'; expected a number from 0 to 3");
  EXPECT_EQ(refused("RANK", "-1"), "RANK is '-1'; expected a number from 0 to 3");
  EXPECT_EQ(refused("RANK", "1st"), "RANK is '1st'; expected a number from 0 to 3");
  EXPECT_EQ(refused("LOCAL_RANK", "9"), "LOCAL_RANK is '9'; expected a number from 0 to 3");
  EXPECT_EQ(refused("LOCAL_WORLD_SIZE", "5"), "LOCAL_WORLD_SIZE is '5'; expected a number from 1 to 4");
  EXPECT_EQ(refused("WORLD_SIZE", "0"), "WORLD_SIZE is '0'; expected a number from 1 to 65536");
  EXPECT_EQ(refused("WORLD_SIZE", "99999999999"),
            "WORLD_SIZE is '99999999999'; expected a number from 1 to 65536");
  EXPECT_EQ(refused("MASTER_PORT", "port"), "MASTER_PORT is 'port'; expected a number from 1 to 65535");
  EXPECT_THAT(refused("MASTER_ADDR", ""), StartsWith("MASTER_ADDR is not set"));
}

TEST(GroupPlaces, AreGivenToOthersAsTheyAreRead) {
  const GroupPlace given{.rank = 2,
                         .ranks = 3,
                         .local_rank = 2,
                         .local_ranks = 3,
                         .address = "127.0.0.1",
                         .port = 4'711,
                         .token = "t",
                         .listener = "0a1b2"};

  const auto read = place_in(variables_of(given));

  ASSERT_TRUE(read && *read);
  EXPECT_EQ(**read, given);
}

// All four ranks on this computer.
Values on_one_computer(Values values) {
  for (const char* name :
       {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_LOCAL_SIZE", "PMI_LOCAL_SIZE"})
    if (values.contains(name)) values[name] = "4";
  if (values.contains("SLURM_NODEID")) {
    values["SLURM_NODEID"] = "0";
    values["SLURM_STEP_TASKS_PER_NODE"] = "4";
  }
  return values;
}

TEST(GroupPlaces, ByOtherLaunchersAreOnLoopbackAtAPortOfTheJob) {
  for (const auto& [launcher, values] : third_of_four_by_each()) {
    const auto place = place_in(on_one_computer(values));
    ASSERT_TRUE(place && *place) << launcher << (place ? "" : place.error().message);
    EXPECT_EQ((*place)->rank, 2) << launcher;
    EXPECT_EQ((*place)->ranks, 4) << launcher;
    EXPECT_EQ((*place)->address, "127.0.0.1") << launcher;
    EXPECT_THAT((*place)->job, StartsWith(launcher + " job ")) << launcher;
    EXPECT_EQ((*place)->port, port_of_job((*place)->job)) << launcher;
  }
}

TEST(GroupPlaces, OfAJobWithoutANameAreThoseOfTheProcessThatStartedIt) {
  EXPECT_EQ((*place_in(on_one_computer(by_hydra())))->job, "MPICH or Intel MPI job of all without PMI_RANK");
  Values unnamed = on_one_computer(by_open_mpi());
  unnamed.erase("PMIX_NAMESPACE");
  EXPECT_EQ((*place_in(unnamed))->job, "Open MPI job of all without OMPI_COMM_WORLD_RANK");
}

TEST(GroupPlaces, OfDifferentJobsAreAtDifferentPorts) {
  Values other = by_slurm();
  other["SLURM_STEP_ID"] = "4";
  EXPECT_NE((*place_in(by_slurm()))->port, (*place_in(other))->port);
  for (int job = 0; job < 1'000; ++job) {
    EXPECT_GE(port_of_job(std::to_string(job)), 20'000);
    EXPECT_LE(port_of_job(std::to_string(job)), 32'767);
  }
}

TEST(GroupPlaces, UnderSrunAreOnTheFirstNode) {
  Values values = by_slurm();
  EXPECT_EQ((*place_in(values))->address, "node01");
  values["MASTER_ADDR"] = "10.0.0.1";
  EXPECT_EQ((*place_in(values))->address, "10.0.0.1");
}

TEST(GroupPlaces, OnSeveralComputersNeedWhatTheLauncherDoesNotTell) {
  for (Values values : {by_open_mpi(), by_hydra(), by_mvapich(), by_pals()}) {
    const auto nowhere = place_in(values);
    ASSERT_FALSE(nowhere);
    EXPECT_THAT(
        nowhere.error().message,
        HasSubstr("does not tell on which computer rank 0 runs, and 2 of the 4 ranks run on other computers "
                  "than this one; set MASTER_ADDR"));
    values["MASTER_ADDR"] = "node01";
    if (!values.contains("PMIX_NAMESPACE")) {
      EXPECT_THAT(place_in(values).error().message,
                  HasSubstr("set COMMLAB_PORT for all ranks to a free port"));
    }
    values["COMMLAB_PORT"] = "20001";
    const auto place = place_in(values);
    ASSERT_TRUE(place && *place) << place.error().message;
    EXPECT_EQ((*place)->address, "node01");
    EXPECT_EQ((*place)->port, 20'001);
  }
}

// A batch script sets MASTER_PORT once, for all jobs that it starts; two of them at once must not meet there.
TEST(GroupPlaces, OfAJobWithANameAreNotAtMasterPort) {
  Values values = by_slurm();
  values["MASTER_PORT"] = "29500";
  EXPECT_EQ((*place_in(values))->port, port_of_job("Slurm job 815.3"));
  Values nameless = by_hydra();
  nameless["MASTER_ADDR"] = "node01";
  nameless["MASTER_PORT"] = "29500";
  EXPECT_EQ((*place_in(nameless))->port, 29'500);
}

TEST(GroupPlaces, AreTorchrunsWhereItsVariablesAreSet) {
  for (const auto& [launcher, others] : third_of_four_by_each()) {
    Values values = others;
    values.insert(second_of_four.begin(), second_of_four.end());
    const auto place = place_in(values);
    ASSERT_TRUE(place && *place) << launcher;
    EXPECT_EQ((*place)->rank, 1) << launcher;
    EXPECT_EQ((*place)->port, place_in(second_of_four)->value().port) << launcher;
    EXPECT_EQ((*place)->job, "") << launcher;
  }
}

TEST(GroupPlaces, ByOtherLaunchersTakeTokenAndTimeToo) {
  Values values = by_slurm();
  values["COMMLAB_TOKEN"] = "sesame";
  values["COMMLAB_JOIN_WITHIN"] = "5s";
  const auto place = place_in(values);
  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->token, "sesame");
  EXPECT_EQ((*place)->to_join, std::chrono::seconds(5));
}

}  // namespace
}  // namespace commlab
