// The faults of an experiment are texts; those of a simulation are values.

#include "sim/simulate_experiment.h"

#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

const Machine four_in_a_ring = machine("ring:4,25GB/s,0.5us");

Result<Run> run_of(const Experiment& experiment) {
  return simulate_experiment(programs_on(four_in_a_ring, all_reduce, "ring", MiB(1)), four_in_a_ring,
                             experiment, {});
}
Result<Run> run_with(const Faults& faults) {
  return simulate(programs_on(four_in_a_ring, all_reduce, "ring", MiB(1)), four_in_a_ring,
                  {.faults = faults});
}

TEST(SimulateExperiment, TakesTheTimeOfTheFaultsThatItsTextsMean) {
  struct Meaning {
    Experiment experiment;
    Faults faults;
  };
  const Meaning meanings[] = {
      {{.slow = {"gpu3:2x"}}, {.slow_gpus = {{.gpu = 3, .factor = 2}}}},
      {{.slow = {"gpu3:50%"}}, {.slow_gpus = {{.gpu = 3, .factor = 2}}}},
      {{.late = {"gpu3:10us"}}, {.late_gpus = {{.gpu = 3, .more = microseconds(10)}}}},
      {{.jitter = "5%", .seed = 3}, {.jitter = 0.05, .seed = 3}},
      {{.slow = {"gpu3:2x", "gpu1:3x"}}, {.slow_gpus = {{.gpu = 3, .factor = 2}, {.gpu = 1, .factor = 3}}}}};
  for (const Meaning& meaning : meanings) {
    const std::string line = to_line(meaning.experiment);
    const auto run = run_of(meaning.experiment);
    ASSERT_TRUE(run) << line << ": " << run.error().message;
    EXPECT_EQ(run->finish, run_with(meaning.faults)->finish) << line;
    EXPECT_NE(run->finish, run_with({})->finish) << line;
  }
}

TEST(SimulateExperiment, NamesARankThatNeverComes) {
  const auto run = run_of({.absent = {2}});

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, run_with({.absent = {2}}).error().message);
}

TEST(SimulateExperiment, RefusesAJitterThatIsNoPercentage) {
  const auto run = run_of({.jitter = "5"});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, "--jitter '5': not a percentage; expected 0% to 100%, as in 5%");
}

}  // namespace
}  // namespace commlab
