#include "tests/fuzz/small_runs.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/plan/choice.h"
#include "core/plan/perform.h"
#include "core/plan/setup.h"
#include "core/playback/narration.h"
#include "core/playback/playback.h"
#include "core/playback/replay.h"
#include "core/playback/run_until.h"
#include "core/routes/router.h"
#include "core/script/parser.h"
#include "core/trace/perfetto.h"
#include "gui/cli/reports/machine_text.h"
#include "gui/cli/reports/report_data.h"
#include "gui/cli/reports/report_text.h"
#include "gui/cli/reports/script/script_json.h"
#include "gui/cli/reports/script/script_perfetto.h"
#include "gui/cli/reports/script/script_text.h"
#include "gui/cli/reports/script/script_timeline.h"
#include "gui/experiments/laboratory.h"
#include "gui/experiments/run_script_text.h"
#include "gui/picture/machine_picture.h"
#include "tests/experiments/simulating_tools.h"

namespace commlab {
namespace {

constexpr int most_ranks = 16;
constexpr std::size_t nodes_of_a_small_machine = 128;
constexpr std::int64_t most_messages = 4'096;  // of a run
constexpr std::size_t most_played_events = 256;
constexpr int most_played_steps = 4;
constexpr std::int64_t most_parts = 16;  // pieces times channels

// Shipped machines are read once: a lesson asks for one in every expression.
Result<Machine> machine_of_a_lesson(const std::string& name) {
  static std::map<std::string, Machine> shipped;
  if (shipped.empty())
    for (const std::string& one : machine_names(small_tools().machine_folder))
      shipped.emplace(one, find_machine(one, small_tools().machine_folder).value());
  const auto found = shipped.find(name);
  return found == shipped.end() ? find_machine(name, small_tools().machine_folder) : found->second;
}

Laboratory limited_laboratory() {
  Laboratory lab = laboratory(small_tools());
  lab.machine = machine_of_a_lesson;
  lab.perform = [](const Experiment& experiment) {
    return perform_small(experiment, small_tools().planner());
  };
  lab.run_script = run_small_script;
  lab.measure = [](const Experiment&) -> Result<Measurement> {
    return Measurement{
        .size = KiB(1), .median = microseconds(5), .min = microseconds(4), .max = microseconds(9)};
  };
  lab.clock = [] { return std::int64_t{1'700'000'000}; };
  return lab;
}

// A planner for which every experiment is on this machine.
Planner planner_on(const Machine& machine) {
  Planner planner = small_tools().planner();
  planner.machine = [&machine](const Experiment&) -> Result<std::optional<Machine>> { return machine; };
  return planner;
}

// One algorithm, which all machines have: to find the fastest takes a run of each.
std::string_view usual_algorithm(CollectiveKind kind) {
  return kind == CollectiveKind::p2p ? "direct" : "ring";
}

void answer_wrong_and_give_up(Player& player, const QuestionState& asked) {
  player.answer(asked.number, "4");
  player.hint(asked.number);
  for (const std::string& key : asked.question->allow) player.change(key, "2");
  player.answer(asked.number, "?");
  player.show(asked.number);
}

}  // namespace

const Tools& small_tools() {
  static const Tools tools = simulating_tools();
  return tools;
}

const Laboratory& small_laboratory() {
  static const Laboratory lab = limited_laboratory();
  return lab;
}

bool is_small(const Machine& machine) {
  return machine.topology.nodes.size() <= nodes_of_a_small_machine &&
         machine.topology.links.size() <= 8 * nodes_of_a_small_machine;
}

Result<Outcome> perform_small(const Experiment& experiment, const Planner& planner) {
  const std::int64_t parts = std::int64_t{experiment.pieces.value_or(1)} * experiment.channels;
  if (experiment.pieces.value_or(1) > most_parts || experiment.channels > most_parts || parts > most_parts)
    return fail("too many pieces to be tried often");
  Planner small = planner;
  small.machine = [&](const Experiment& e) -> Result<std::optional<Machine>> {
    Result<std::optional<Machine>> machine = planner.machine(e);
    const bool fits = machine && *machine && is_small(**machine) &&
                      e.ranks.value_or((*machine)->topology.gpus) <= most_ranks;
    return fits || !machine ? machine : fail("too large to be tried often");
  };
  return set_up(experiment, small).and_then([&](const Setup& setup) {
    return choose_algorithm(setup, planner).and_then([&](const Choice& choice) {
      const bool few_elements = elements_of(setup.collective) <= most_messages;
      return perform(setup, choice, planner, {.trace = true, .buffers = few_elements});
    });
  });
}

Result<ScriptRun> run_small_script(const ScriptScene& scene) {
  const Result<Script> script = parse_script(scene.text);
  if (!script) return tl::unexpected(script.error());
  if (scene.ranks.value_or(0) > most_ranks || script->ranks.value_or(0) > most_ranks)
    return fail("too many ranks to be tried often");
  const std::string& name = scene.machine.empty() ? script->machine : scene.machine;
  const Result<Machine> machine = find_machine(name.empty() ? "hcm8" : name, small_tools().machine_folder);
  if (!machine || machine->topology.gpus > most_ranks) return fail("no small machine");
  return run_script_text(scene, small_tools());
}

void use_machine(const Machine& machine) {
  if (!is_small(machine)) return;
  to_svg(machine);
  text_of(machine);
  json_of(machine);
  // commlab machine import writes what machine show reads.
  machine_from_toml(machine_to_toml(machine), "again.toml");
  const Planner planner = planner_on(machine);
  for (const CollectiveKind kind : {CollectiveKind::all_reduce, CollectiveKind::p2p}) {
    const Experiment experiment{.collective = kind,
                                .machine = "this",
                                .algorithm = std::string(usual_algorithm(kind)),
                                .size = KiB(64)};
    if (const Result<Outcome> outcome = perform_small(experiment, planner)) use_outcome(*outcome);
  }
}

void use_outcome(const Outcome& outcome) {
  if (outcome.algorithm) {  // only the window shows a trace of a file
    page(outcome);
    outcomes_json({outcome});
    outcomes_csv({outcome});
  }
  if (!outcome.run.trace) return;
  use_trace(outcome.trace());
  if (!outcome.programs) return;
  const Result<Replay> replay = Replay::of(outcome.trace(), *outcome.programs);
  if (!replay) return;
  const Playback playback(outcome.trace(), replay->deposits());
  const Narration narration(outcome.trace(), *replay, playback);
  Time now = playback.begin();
  for (std::size_t event = 0; event < most_played_events && now < playback.end(); ++event) {
    narration.caption(now);
    narration.why_waiting(static_cast<Rank>(event) % outcome.trace().collective.ranks, now);
    now = playback.next(StepUnit::event, now);
  }
}

void use_script_run(const ScriptRun& run) {
  script_text(run, "a.script");
  script_json(run);
  script_timeline(run);
  script_perfetto_json(run);
  contents_at(run, Time{run.finish.ps / 2});
}

void use_trace(const Trace& trace) {
  perfetto_json(trace);
  const Playback playback(trace);
  Time now = playback.begin();
  for (std::size_t event = 0; event < most_played_events && now < playback.end(); ++event) {
    for (const InFlight& message : playback.in_flight(trace, now))
      trace.ends_text(trace.transfers[message.transfer]);
    now = playback.next(StepUnit::event, now);
  }
  for (const StepUnit unit : {StepUnit::step, StepUnit::chunk, StepUnit::rank, StepUnit::phase})
    playback.previous(unit, playback.next(unit, playback.begin()));
  playback.step_at(now);
}

void use_player(Player& player) {
  player.content();  // of the step where the record says that the learner is
  for (int step = 0; step < std::min(player.steps(), most_played_steps); ++step) {
    player.jump(step);
    const Result<StepContent> content = player.content();
    if (!content) continue;
    for (const StepContent::Item& item : content->items)
      if (const auto* asked = std::get_if<QuestionState>(&item)) answer_wrong_and_give_up(player, *asked);
    player.explore(0, "size", 1);
    player.measure(0);
    player.content();
  }
  player.summary();
}

}  // namespace commlab
