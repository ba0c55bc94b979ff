#include "sim/script/engine.h"

#include <algorithm>
#include <utility>

#include "core/base/stopped.h"
#include "sim/script/diagnosis.h"
#include "sim/script/exposed.h"
#include "sim/script/outcomes.h"

namespace commlab {
namespace {

constexpr Time longest = milliseconds(86'400'000);  // a day; sums of times stay far below 63 bits

}  // namespace

ScriptEngine::ScriptEngine(const ScriptProgram& program, const Machine& machine, const Flavour& flavour,
                           const ScriptOptions& options)
    : world_(program, machine, flavour, options),
      tasks_(world_),
      calls_(world_, tasks_),
      streams_(world_, tasks_, calls_),
      hosts_(world_, tasks_, calls_, streams_) {}

Result<ScriptRun> ScriptEngine::run() {
  if (const Status played = play(); !played) return tl::unexpected(played.error());
  if (const Status counted = find_outcomes(); !counted) return tl::unexpected(counted.error());
  return result();
}

Status ScriptEngine::play() {
  for (Rank rank = 0; rank < world_.program.ranks; ++rank) world_.to_advance.add(rank);
  advance_all();
  while (true) {
    if (!world_.events.has_now()) calls_.resolve_rates();
    if (world_.events.empty() || calls_.failure()) break;
    handle(world_.events.pop());
    advance_all();
    if (last_event_ > longest)
      return fail("the script runs longer than a day of simulated time; use shorter times or fewer bytes");
    if (world_.options.stop.stop_requested()) return stopped();
  }
  if (calls_.failure()) return tl::unexpected(*calls_.failure());
  return {};
}

void ScriptEngine::handle(const ScriptEvents::Event& event) {
  using What = ScriptEvents::What;
  switch (event.what) {
    case What::host_goes_on: hosts_.step_ended(static_cast<Rank>(event.who)); break;
    case What::stream_goes_on:
      if (!streams_.work_ended(event.who, event.detail)) return;
      break;
    case What::first_byte: calls_.first_byte(event.who); break;
    case What::last_byte:
      if (!calls_.last_byte(event.who, event.detail)) return;
      break;
    case What::arrives: calls_.message_arrives(event.who); break;
    case What::collective_ends:
      if (!calls_.collective_ends(static_cast<std::int32_t>(event.who), event.detail)) return;
      break;
  }
  last_event_ = world_.now();
}

// A rank's steps can let other ranks go on, so this repeats until no rank can go on.
void ScriptEngine::advance_all() {
  while (const std::optional<Rank> rank = world_.to_advance.next()) advance(*rank);
}

void ScriptEngine::advance(Rank rank) {
  bool moved = true;
  while (moved && !calls_.failure()) {
    moved = hosts_.advance(rank);
    for (int stream = 0; stream < static_cast<int>(world_.program.streams.size()); ++stream)
      moved |= streams_.advance(rank, stream);
  }
  note_if_through(rank);
}

void ScriptEngine::note_if_through(Rank rank) {
  ScriptRankState& state = world_.state.of(rank);
  if (!hosts_.is_through(rank) || state.open_tasks > 0 || state.through) return;
  if (std::ranges::all_of(state.streams, &ScriptStreamState::through)) state.through = world_.now();
}

bool ScriptEngine::all_through() const {
  return std::ranges::all_of(world_.state.ranks,
                             [](const ScriptRankState& r) { return r.through.has_value(); });
}

Status ScriptEngine::find_outcomes() {
  if (!world_.options.outcomes_of) return {};
  if (!all_through()) return fail("the script does not end, so its tensors have no final values");
  return all_outcomes(*world_.options.outcomes_of, {.program = world_.program,
                                                    .flavour = world_.flavour,
                                                    .state = world_.state,
                                                    .races = world_.races,
                                                    .before = world_.tensors.before(),
                                                    .after = world_.tensors.now()})
      .map([&](std::vector<std::optional<double>> outcomes) { outcomes_ = std::move(outcomes); });
}

ScriptRun ScriptEngine::result() {
  const Time finish = last_event_;  // an eager message may arrive after its sender has ended
  const bool ended = all_through();
  const ScriptOutcome outcome =
      world_.recorder.failed_by().value_or(ended ? ScriptOutcome::done : ScriptOutcome::deadlock);
  if (const auto& race = world_.races.found())
    world_.recorder.caveat(fmt::format("one possible outcome: {}", *race));
  std::optional<ScriptDiagnosis> diagnosis;
  if (!ended) {
    world_.recorder.unfinished(world_.state, finish);
    diagnosis.emplace(world_.program, world_.flavour, world_.state, calls_.meetings());
    if (!diagnosis->waits().empty()) world_.recorder.blame(diagnosis->culprit());
    world_.recorder.last_words(diagnosis->last_words());
  }
  world_.recorder.messages(calls_.network(), calls_.call_of_message());

  ScriptRun run = world_.recorder.take(world_.options.seed);
  run.machine = world_.machine.name;
  run.flavour = world_.flavour.name;
  run.ranks = world_.program.ranks;
  run.outcome = outcome;
  run.finish = finish;
  for (const ScriptRankState& rank : world_.state.ranks) {
    run.through.push_back(rank.through.value_or(never));
    run.stands.push_back(rank.host.held_since && !rank.host.dead ? rank.host.holding->line : 0);
  }
  if (diagnosis) {
    run.waits = diagnosis->waits();
    run.cycle = diagnosis->cycle();
  }
  run.tensors = world_.tensors.now().tensors(world_.tensors.before());
  run.writes = std::move(world_.tensors.writes());
  run.writes_known = world_.tensors.writes_known();
  run.outcomes = std::move(outcomes_);
  run.trace.collective.ranks = run.ranks;
  run.trace.machine = run.machine;
  run.trace.backend = "sim";
  run.trace.topology = world_.machine.topology;
  run.trace.phases = {"script"};
  run.trace.finish = finish;
  run.exposed = exposed_times(run, world_.flavour);
  return run;
}

}  // namespace commlab
