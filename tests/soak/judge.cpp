#include "tests/soak/judge.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/collective/reference.h"
#include "core/plan/perform.h"
#include "tests/soak/laws.h"

namespace commlab {
namespace {

using Verdict = Judgement::Verdict;

Judgement finding(std::string what, LawsAsked laws = {}) {
  return {.verdict = Verdict::finding, .sentence = std::move(what), .laws = laws};
}

bool is_one_sentence(const std::string& text) {
  return !text.empty() && text.size() <= 1'000 && text.find('\n') == std::string::npos &&
         !text.ends_with('.') && text.find("exception") == std::string::npos;
}

// Ranks that never come, links that are cut and too few slots may stop a run. What processes cannot do, they
// say before they start.
bool may_fail(const Experiment& e, const Error& error) {
  return error.fault == Fault::input || !e.absent.empty() || !e.cut.empty() || e.slots ||
         error.message.find("do not share memory") != std::string::npos;
}

Judgement judged(const Experiment& e, const Error& error) {
  const bool story = error.fault == Fault::no;  // a refuted schedule is told in several lines (verify.h)
  if (!story && !is_one_sentence(error.message))
    return finding("the refusal is not one sentence: " + error.message);
  if (!may_fail(e, error)) return finding("failed: " + error.message);
  return {.verdict = Verdict::refused, .sentence = error.message};
}

// The backend compares its data with interpret(), which knows the order of operations. Where that order does
// not matter, the data must also equal the plain result, which knows nothing of the programs.
std::optional<std::string> wrong_data(const Outcome& outcome) {
  if (!outcome.run.checked) return "its data was not checked";
  if (!outcome.run.buffers) return "its buffers were not kept";
  const Collective& collective = outcome.collective();
  if (outcome.experiment.data != DataPattern::index && order_matters(collective)) return std::nullopt;
  const Partition& partition = outcome.programs->partition;
  const std::vector<Memory> expected = plain_result(collective, partition, outcome.experiment.data);
  const Status equal = equal_where_promised(collective, partition, outcome.run.buffers->output, expected);
  if (equal) return std::nullopt;
  return "its data differs from the reference: " + equal.error().message;
}

std::optional<std::string> below_bound(const Outcome& outcome) {
  if (outcome.run.finish >= outcome.bound->time) return std::nullopt;
  return fmt::format("its time is {} ps, but the bound is {} ps", outcome.run.finish.ps,
                     outcome.bound->time.ps);
}

std::optional<std::string> difference(const Run& run, const Run& exact) {
  if (run.finish != exact.finish)
    return fmt::format("its time is {} ps, but with --exact it is {} ps", run.finish.ps, exact.finish.ps);
  if (run.transfers != exact.transfers)
    return fmt::format("it has {} transfers, but with --exact it has {}", run.transfers, exact.transfers);
  const auto use = [](const LinkUse& link) { return std::tuple(link.link, link.bytes, link.busy); };
  if (!std::ranges::equal(run.links, exact.links, {}, use, use))
    return "its links are used otherwise than with --exact";
  return std::nullopt;
}

// The run itself is traced, and takes no shortcut; a prediction is not traced.
Judgement compare_with_exact(const Outcome& outcome, const Experiment& same, const Planner& planner,
                             Judgement judgement) {
  Experiment whole = same;
  whole.exact = true;
  const Result<Run> quick = planner.predict(*outcome.programs, *outcome.machine, same, never);
  if (!quick) return finding("it runs, but cannot be predicted: " + quick.error().message);
  const Result<Run> exact = planner.predict(*outcome.programs, *outcome.machine, whole, never);
  if (!exact) return finding("it runs, but not with --exact: " + exact.error().message);
  if (quick->rounded_up) return judgement;  // it is not exact
  std::optional<std::string> wrong = difference(outcome.run, *exact);
  if (!wrong) wrong = difference(*quick, *exact);
  if (quick->simulated_ranks || wrong) judgement.laws.ask(Law::shortcuts, wrong);
  if (wrong) return finding(*wrong, judgement.laws);
  return judgement;
}

// `ran`: as it ran, with all that was chosen.
Judgement judge_model(const Outcome& outcome, const Experiment& ran, const Planner& planner) {
  constexpr std::int64_t most_transfers = 300'000;  // a whole simulation of more takes too long
  Judgement judgement;
  LawsAsked& laws = judgement.laws;
  if (outcome.bound)
    if (const auto wrong = laws.ask(Law::bound, below_bound(outcome))) return finding(*wrong, laws);
  const auto seed = static_cast<std::uint64_t>(outcome.run.finish.ps);
  if (const auto broken = broken_law(outcome, planner, seed, laws)) return finding(*broken, laws);
  if (outcome.run.transfers > most_transfers) return judgement;
  return compare_with_exact(outcome, ran, planner, judgement);
}

}  // namespace

Judgement judge(const Experiment& experiment, const Planner& planner) {
  const Result<Experiment> read = parse_line(to_line(experiment));
  if (!read) return finding("its line cannot be read: " + read.error().message);
  if (*read != experiment) return finding("its line says another experiment: " + to_line(*read));

  const Result<Setup> setup = set_up(experiment, planner);
  if (!setup) return judged(experiment, setup.error());
  const Result<Choice> choice = choose_algorithm(*setup, planner);
  if (!choice) return judged(experiment, choice.error());
  const bool real = experiment.on != BackendName::sim;
  const Result<Outcome> outcome = perform(*setup, *choice, planner, {.buffers = real});
  if (!outcome) return judged(experiment, outcome.error());
  if (outcome->verified == false) return finding("it is refuted, and runs all the same");
  if (!real) return judge_model(*outcome, settled(*setup, *choice).experiment, planner);
  if (const auto wrong = wrong_data(*outcome)) return finding(*wrong);
  return {};
}

}  // namespace commlab
