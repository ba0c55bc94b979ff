#include "core/plan/perform.h"

#include <string>
#include <utility>

#include "core/plan/bound_of.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/planned_programs.h"
#include "core/programs/interpret.h"
#include "core/programs/native.h"
#include "core/verify/verify.h"

namespace commlab {
namespace {

bool small_enough_to_trace(const Programs& programs) { return programs.transfers() <= most_traced_transfers; }

// The run that auto has chosen by, if it tells all that a run without a trace tells.
std::shared_ptr<const Run> known_run(const std::optional<PredictedRun>& predicted,
                                     const Experiment& experiment) {
  const bool is_it = predicted && predicted->experiment == experiment && predicted->run->tells_all;
  return is_it ? predicted->run : nullptr;
}

Result<Run> run_backend(const Setup& setup, const Choice& choice, const Programs& programs,
                        const Planner& planner, Wants wants) {
  const Backend& backend = planner.backend(setup.experiment.on);
  const bool traced = wants.trace || (wants.explained && backend.models && setup.experiment.loop == 1 &&
                                      small_enough_to_trace(programs));
  if (backend.models && !traced)
    if (const auto known = known_run(choice.predicted, setup.experiment)) return *known;
  return backend.run(programs, setup.machine, setup.experiment,
                     {.trace = traced,
                      .split = wants.split,
                      .group = wants.group,
                      .keep_buffers = wants.buffers,
                      .data = setup.experiment.data,
                      .budget = setup.budget,
                      .stop = wants.stop,
                      .report = wants.report});
}

// A simulator moves no data, so the programs are interpreted to find what each rank would hold.
Status add_buffers(Run& run, const Programs& programs, const Setup& setup) {
  if (const Status fits = check_memory(setup.budget, "showing all data", 1, memory_to_interpret(programs));
      !fits)
    return fits;
  return interpret(programs, setup.experiment.data).map([&](RankBuffers buffers) {
    run.buffers = std::move(buffers);
  });
}

// Proves a small schedule. If the data were checked, only an all_reduce is proved, for its order.
void add_proof(Outcome& outcome, const Budget& budget, const std::stop_token& stop) {
  const Programs& programs = *outcome.programs;
  const Collective& collective = programs.collective;
  const bool small = small_enough_to_trace(programs) && collective.ranks <= most_ranks_proved_by_the_way;
  const bool orders_may_differ = collective.kind == CollectiveKind::all_reduce;
  if (is_native(programs)) return;  // no schedule to prove
  if (!small || (outcome.verified && !orders_may_differ)) return;
  const Result<Proof> proof = prove(programs, {.budget = budget, .stop = stop});
  if (!proof && proof.error().fault != Fault::no) return;  // too large to be proved by the way
  if (!outcome.verified) outcome.verified = proof.has_value();
  if (proof) outcome.one_order = proof->one_order;
}

Experiment without_faults(Experiment experiment) {
  const Experiment sound;
  experiment.slow = sound.slow;
  experiment.late = sound.late;
  experiment.cut = sound.cut;
  experiment.jitter = sound.jitter;
  experiment.absent = sound.absent;
  return experiment;
}

bool has_faults(const Experiment& experiment) { return without_faults(experiment) != experiment; }

std::string badge_of(const Run& run, const Backend& backend) {
  if (backend.models) return run.rounded_up ? "simulated, chunks rounded up" : "simulated";
  const std::string where = where_text(run);
  return "measured: " + (where.empty() ? backend.title : where);
}

}  // namespace

Wants only_the_time(std::stop_token stop) {
  return {.explained = false, .proved = false, .bound = false, .stop = std::move(stop)};
}

Wants only_the_numbers() { return {.explained = false, .split = true}; }

Result<Outcome> perform(const Setup& asked, const Choice& choice, const Planner& planner, Wants wants) {
  const Setup setup = settled(asked, choice);
  const Backend& backend = planner.backend(setup.experiment.on);
  Result<std::shared_ptr<const Programs>> programs = programs_of(setup, *choice.algorithm);
  if (!programs) return tl::unexpected(programs.error());
  Result<Run> run = run_backend(setup, choice, **programs, planner, wants);
  if (!run) return tl::unexpected(run.error());

  const bool by_nccl = asked.experiment.algorithm == nccl_name;  // the line asks NCCL again
  Experiment told = by_nccl ? asked.experiment : setup.experiment;
  told.loop = asked.experiment.loop;
  Outcome outcome{.experiment = std::move(told),
                  .protocol = setup.experiment.protocol,
                  .nccl = choice.nccl,
                  .band = backend.models && !has_faults(asked.experiment) ? choice.band : std::nullopt,
                  .as_measured = backend.models ? choice.as_measured : std::nullopt,
                  .why = choice.why,
                  .why_pieces = choice.why_pieces,
                  .machine = setup.machine,
                  .slowed = setup.slowed,
                  .algorithm = choice.algorithm,
                  .programs = std::move(*programs),
                  .run = *std::move(run),
                  .bound = wants.bound ? bound_of(asked) : std::nullopt,
                  .models = backend.models};
  outcome.badge = badge_of(outcome.run, backend);
  if (outcome.run.checked) outcome.verified = true;
  if (wants.proved) add_proof(outcome, setup.budget, wants.stop);
  if (wants.buffers && !outcome.run.buffers)
    if (const Status added = add_buffers(outcome.run, *outcome.programs, setup); !added)
      return tl::unexpected(added.error());
  if (!outcome.run.trace) return outcome;

  outcome.run.trace->experiment = to_line(outcome.experiment);
  outcome.run.trace->where = where_text(outcome.run);
  if (outcome.models && !outcome.run.trace->recorded)
    outcome.chain = planner.critical_path(*outcome.run.trace);
  return outcome;
}

tl::unexpected<Error> nobody_can(const Collective& collective, const std::vector<Refused>& refused) {
  const Refused& first = refused.front();
  if (refused.size() == 1) return tl::unexpected(first.why);
  return fail(first.why.fault, "no algorithm does {} over {} ranks here; {}: {}", name_of(collective.kind),
              collective.ranks, first.algorithm->name, first.why.message);
}

Result<Performance> perform_all(const Setup& setup, const Planner& planner, Wants wants) {
  const Result<std::vector<Choice>> choices = choose_algorithms(setup, planner);
  if (!choices) return tl::unexpected(choices.error());
  Performance performance;
  // What no model can run may still run on real ranks.
  const bool on_a_model = setup.experiment.on == BackendName::sim;
  for (const Choice& choice : *choices) {
    Result<Outcome> outcome = choice.refusal && on_a_model ? tl::unexpected(*choice.refusal)
                                                           : perform(setup, choice, planner, wants);
    if (outcome)
      performance.outcomes.push_back(std::move(*outcome));
    else
      performance.refused.push_back({choice.algorithm, outcome.error()});
  }
  if (performance.outcomes.empty()) return nobody_can(setup.collective, performance.refused);
  return performance;
}

}  // namespace commlab
