// A library's own collective stands in an algorithm's place: it is the default choice, runs without a
// schedule, and its answer includes what the library said.

#include "core/programs/native.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/plan/choice.h"
#include "core/plan/perform.h"
#include "gui/cli/reports/report_data.h"
#include "gui/cli/reports/report_text.h"
#include "gui/experiments/tools.h"
#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// A backend "nccl" with collectives of its own, whose sums may be rounded differently; and "cuda" without
// any.
Tools tools_with_library() {
  const auto run = [](const Programs& programs, const std::optional<Machine>&, const Experiment&,
                      const RunOptions&) -> Result<Run> {
    if (!is_native(programs)) return fail("not asked for");
    Run run{.backend = "nccl", .finish = microseconds(20)};
    run.times = {microseconds(20)};
    run.estimate = microseconds(18);
    run.notes = {"NCCL 2.28.9 chose ring, protocol ll, 24 channels"};
    run.checked = run.rounded = true;
    return run;
  };
  Tools tools{
      .calibrators = {}, .critical_path = {}, .backends = {}, .machine_folder = {}, .measurement_folder = {}};
  tools.backends.push_back(
      {.name = BackendName::nccl, .title = "", .models = false, .native = true, .run = run});
  tools.backends.push_back({.name = BackendName::cuda, .title = "", .models = false, .run = run});
  return tools;
}

Setup setup_on(BackendName backend, std::string algorithm, const Tools& tools) {
  Experiment experiment{.on = backend};
  experiment.algorithm = std::move(algorithm);
  experiment.ranks = 4;
  return set_up(experiment, tools.planner()).value();
}

TEST(Native, IsWhatAutoMeansWhereALibraryHasIt) {
  const Tools tools = tools_with_library();
  EXPECT_TRUE(
      is_native(*choose_algorithm(setup_on(BackendName::nccl, "auto", tools), tools.planner())->algorithm));
  EXPECT_TRUE(
      is_native(*choose_algorithm(setup_on(BackendName::nccl, "native", tools), tools.planner())->algorithm));
  EXPECT_EQ(choose_algorithm(setup_on(BackendName::nccl, "ring", tools), tools.planner())->algorithm->name,
            "ring");
  EXPECT_TRUE(is_native(
      *choose_algorithms(setup_on(BackendName::nccl, "all", tools), tools.planner())->front().algorithm));
  EXPECT_EQ(choose_algorithm(setup_on(BackendName::cuda, "native", tools), tools.planner()).error().message,
            "--algorithm native: cuda has no collectives of its own; use a library, as in --on nccl or --on mpi");
}

TEST(Native, ItsPageTellsWhatTheLibrarySaid) {
  const Tools tools = tools_with_library();
  const auto setup = setup_on(BackendName::nccl, "auto", tools);

  const auto outcome = perform(setup, *choose_algorithm(setup, tools.planner()), tools.planner());

  ASSERT_TRUE(outcome) << outcome.error().message;
  const std::string text = page(*outcome);
  EXPECT_THAT(text, HasSubstr("native: The library's own"));
  EXPECT_THAT(text, HasSubstr("chose ring, protocol ll, 24 channels"));
  EXPECT_THAT(text, HasSubstr("18.0 us by the library's own model"));
  EXPECT_THAT(text, HasSubstr("but for the rounding of sums"));
  EXPECT_THAT(text, testing::Not(HasSubstr("steps")));
  const auto json = nlohmann::json::parse(outcomes_json({*outcome}));
  EXPECT_EQ(json["estimate_us"], 18.0);
  EXPECT_EQ(json["bit_for_bit"], false);
  EXPECT_EQ(json["verified"], true);
}

TEST(Native, NcclRunsOrSaysWhatIsMissing) {
  const Said said = commlab("run all_reduce --on nccl --ranks 1 --count 100");
  if (said.status == 0)
    EXPECT_THAT(said.out, HasSubstr("every promised value equals the reference"));
  else
    EXPECT_THAT(said.err, testing::AnyOf(HasSubstr("no GPU for cuda"), HasSubstr("no nccl: not built in")));
  EXPECT_THAT(commlab("list backends").out, HasSubstr("NVIDIA's library NCCL, a GPU for each rank"));
  EXPECT_EQ(commlab("run all_reduce --algorithm native --ranks 4").status, 2);
}

}  // namespace
}  // namespace commlab
