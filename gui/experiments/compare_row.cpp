#include "gui/experiments/compare_row.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "core/base/percentile.h"
#include "core/machine/gpu_model.h"
#include "core/machine/tempo.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "core/programs/native.h"
#include "gui/experiments/backend_setups.h"
#include "gui/experiments/drift.h"
#include "gui/experiments/predicted_table.h"

namespace commlab {
namespace {

Comparison comparison_of(const Outcome& measured, Time predicted, const Measurement& measurement) {
  return {.collective = measured.collective(),
          .algorithm = measured.programs->algorithm,
          .predicted = predicted,
          .measured = measurement,
          .bound = measured.bound ? measured.bound->time : Time{}};
}

// The only trace is that of the median run, so min and max equal the median until later sweeps are merged.
std::vector<CompareRow> rows_of_destinations(const Outcome& measured, const Run& predicted) {
  const std::vector<Rank>& to = measured.collective().to;
  if (to.size() < 2 || !measured.run.trace || !predicted.trace) return {};
  const std::vector<Time> came = arrival_times(*measured.run.trace, to);
  const std::vector<Time> will_come = arrival_times(*predicted.trace, to);
  std::vector<CompareRow> rows;
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Bytes size = size_of(measured.collective());
    rows.push_back(
        {.comparison = comparison_of(measured, will_come[i],
                                     {.size = size, .median = came[i], .min = came[i], .max = came[i]}),
         .backend = measured.experiment.on,
         .where = measured.run.where,
         .where_text = where_text(measured.run),
         .bound = {},
         .first = {},
         .estimate = {},
         .to = to[i]});
  }
  return rows;
}

// What is predicted for a library's own collective, which has no schedule to simulate: what NCCL would
// choose, if the machine's GPUs are known; else the fastest of our algorithms.
std::string stands_for_native(const Setup& setup) {
  return find_gpu_model(setup.machine->gpu) ? std::string(nccl_name) : "auto";
}

Result<Run> predict(const Setup& setup, const Outcome& measured, bool trace, const Tools& tools) {
  const Backend& model = tools.backends.front();
  if (!is_native(*measured.algorithm))
    return model.run(*measured.programs, *setup.machine, setup.experiment,
                     {.trace = trace, .stop = tools.stop});
  Setup modelled = setup;
  modelled.experiment.on = model.name;
  modelled.experiment.algorithm = stands_for_native(setup);
  const Result<Choice> fastest = choose_algorithm(modelled, tools.planner());
  if (!fastest) return tl::unexpected(fastest.error());
  return perform(modelled, *fastest, tools.planner(),
                 {.trace = trace, .explained = false, .proved = false, .bound = false, .stop = tools.stop})
      .map([](Outcome outcome) { return std::move(outcome.run); });
}

Result<std::vector<CompareRow>> compare_one(const Setup& setup, const Choice& choice, const Tools& tools) {
  const bool is_copy = setup.collective.kind == CollectiveKind::p2p;
  const Result<Outcome> measured =
      perform(setup, choice, tools.planner(),
              {.trace = is_copy, .explained = false, .proved = false, .stop = tools.stop});
  if (!measured) return tl::unexpected(measured.error());
  const Result<Run> predicted = predict(setup, *measured, is_copy, tools);
  if (!predicted) return tl::unexpected(predicted.error());
  std::vector<CompareRow> rows = rows_of_destinations(*measured, *predicted);
  rows.push_back({.comparison = comparison_of(*measured, predicted->finish,
                                              measure(measured->collective(), measured->run)),
                  .backend = measured->experiment.on,
                  .where = measured->run.where,
                  .where_text = where_text(measured->run),
                  .bound = measured->bound ? std::optional(measured->bound->time) : std::nullopt,
                  .first = measured->run.first,
                  .estimate = measured->run.estimate,
                  .to = {}});
  const Result<std::vector<double>> drifts = drifts_beside(setup, *measured->programs, tools);
  if (!drifts) return tl::unexpected(drifts.error());
  for (CompareRow& row : rows) row.drifts = *drifts;
  return rows;
}

Result<std::vector<CompareRow>> compare_algorithm(const Experiment& experiment, const Tools& tools) {
  const Result<Setup> setup = set_up(experiment, tools.planner());
  if (!setup) return tl::unexpected(setup.error());
  const auto choices = choose_algorithms(*setup, tools.planner());
  if (!choices) return tl::unexpected(choices.error());
  std::vector<CompareRow> rows;
  std::vector<Refused> refused;  // for the error if every algorithm is refused
  for (const Choice& choice : *choices) {
    const auto more = compare_one(*setup, choice, tools);
    if (more)
      rows.insert(rows.end(), more->begin(), more->end());
    else
      refused.push_back({choice.algorithm, more.error()});
  }
  if (rows.empty()) return nobody_can(setup->collective, refused);
  return rows;
}

Measurement quietest(const Measurement& a, const Measurement& b) {
  return {.size = a.size,
          .median = std::min(a.median, b.median),
          .min = std::min(a.min, b.min),
          .max = std::max(a.max, b.max)};
}

}  // namespace

Result<std::vector<CompareRow>> compare_size(const Experiment& experiment, const Tools& tools) {
  std::vector<CompareRow> rows;
  for (const std::string& name : algorithms_named(experiment.algorithm)) {
    Experiment one = experiment;
    one.algorithm = name;
    const auto more = compare_algorithm(one, tools);
    if (!more) return more;
    rows.insert(rows.end(), more->begin(), more->end());
  }
  return rows;
}

void add_or_quieten(std::vector<CompareRow>& rows, const std::vector<CompareRow>& more) {
  for (const CompareRow& row : more) {
    const auto same = std::ranges::find_if(rows, [&](const CompareRow& known) {
      return known.comparison.collective == row.comparison.collective &&
             known.comparison.algorithm == row.comparison.algorithm && known.backend == row.backend &&
             known.to == row.to;
    });
    if (same == rows.end()) {
      rows.push_back(row);
      continue;
    }
    same->comparison.measured = quietest(same->comparison.measured, row.comparison.measured);
    same->drifts.insert(same->drifts.end(), row.drifts.begin(), row.drifts.end());
  }
}

std::vector<BackendName> backends_in(const std::vector<CompareRow>& rows) {
  std::vector<BackendName> names;
  for (const CompareRow& row : rows)
    if (std::ranges::find(names, row.backend) == names.end()) names.push_back(row.backend);
  return names;
}

std::vector<CompareRow> rows_on(const std::vector<CompareRow>& rows, BackendName backend) {
  std::vector<CompareRow> its_own;
  std::ranges::copy_if(rows, std::back_inserter(its_own),
                       [&](const CompareRow& row) { return row.backend == backend; });
  return its_own;
}

const CompareRow& first_row_of(const std::vector<CompareRow>& rows, BackendName backend) {
  const auto first = std::ranges::find(rows, backend, &CompareRow::backend);
  assert(first != rows.end() && "the backend has a row");
  return *first;
}

std::optional<double> CompareRow::drift() const {
  if (drifts.empty()) return std::nullopt;
  return beyond_noise(percentile(drifts, 0.5));
}

Time CompareRow::predicted_now() const {
  assert(!drifts.empty() && "a known drift");
  return scaled(comparison.predicted, *drift());
}

double CompareRow::error_left_percent() const {
  Comparison now = comparison;
  now.predicted = predicted_now();
  return now.error_percent();
}

std::optional<Drifted> drifted(const std::vector<CompareRow>& rows) {
  std::vector<double> errors, drifts;
  for (const CompareRow& row : rows) {
    if (!row.drift()) continue;
    errors.push_back(row.error_left_percent());
    drifts.push_back(*row.drift());
  }
  if (drifts.empty()) return std::nullopt;
  const auto [least, greatest] = std::ranges::minmax(drifts);
  return Drifted{.median_error_left = median_error(errors), .least = least, .greatest = greatest};
}

double median_error_of(const std::vector<CompareRow>& rows) {
  std::vector<double> errors;
  for (const CompareRow& row : rows) errors.push_back(row.comparison.error_percent());
  return median_error(errors);
}

double median_error_of(const std::vector<CompareRow>& rows, BackendName backend) {
  const std::vector<CompareRow> its_own = rows_on(rows, backend);
  assert(!its_own.empty() && "rows of this backend");
  return median_error_of(its_own);
}

}  // namespace commlab
