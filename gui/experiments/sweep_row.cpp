#include "gui/experiments/sweep_row.h"

#include "core/plan/nccl_plan.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"

namespace commlab {
namespace {

SweepSide side_of(const Outcome& outcome) {
  const Run& run = outcome.run;
  return {run.finish, run.checked, run.rounded_up, run.first, outcome.band};
}

}  // namespace

Result<SweepRow> sweep_one_size(const Experiment& experiment, const Tools& tools) {
  const Planner planner = tools.planner();
  Experiment in_place = experiment;
  in_place.in_place = true;
  const Result<Setup> outside = set_up(experiment, planner);
  if (!outside) return tl::unexpected(outside.error());
  const Result<Setup> inside = set_up(in_place, planner);
  if (!inside) return tl::unexpected(inside.error());
  const Result<Choice> choice = choose_algorithm(*outside, planner);
  if (!choice) return tl::unexpected(choice.error());

  const Result<Outcome> first = perform(*outside, *choice, planner, only_the_time(tools.stop));
  if (!first) return tl::unexpected(first.error());
  const Result<Outcome> second =
      perform(*inside, again(*choice, *inside), planner, only_the_time(tools.stop));
  if (!second) return tl::unexpected(second.error());
  return SweepRow{.collective = first->collective(),
                  .out_of_place = side_of(*first),
                  .in_place = side_of(*second),
                  .algorithm = std::string(choice->algorithm->name),
                  .protocol = choice->protocol,
                  .where = where_text(first->run)};
}

}  // namespace commlab
