// What is kept of a run: spans, transfers, and the ScriptRun that is made of them at the end.

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/index.h"
#include "sim/script/diagnosis.h"
#include "sim/script/engine.h"
#include "sim/script/exposed.h"
#include "sim/script/outcomes.h"
#include "sim/script/print_order.h"

namespace commlab {
namespace {

constexpr std::size_t most_transfers = 1'000'000;
constexpr std::int64_t most_written =
    200'000;  // elements: what is looked at, and what a picture goes through

}  // namespace

void ScriptEngine::span(ScriptSpan span) { run_.spans.push_back(std::move(span)); }

void ScriptEngine::put(Rank rank, const ScriptPayload& payload, const ScriptData& data) {
  memory_.put(rank, payload, data);
  record_write(rank, payload);
}

void ScriptEngine::forget(Rank rank, const ScriptPayload& payload) {
  memory_.forget(rank, payload);
  record_write(rank, payload);
}

void ScriptEngine::record_write(Rank rank, const ScriptPayload& payload) {
  if (!payload.has_values() || !run_.writes_known) return;
  written_ += payload.elements;
  run_.writes_known = written_ <= most_written;
  if (run_.writes_known)
    run_.writes.push_back(memory_.write(rank, payload, now()));
  else
    run_.writes = {};
}

void ScriptEngine::record_collective(std::int32_t call, const ScriptCollectives::Timing& timing, Time start) {
  const auto first_route = static_cast<std::int32_t>(run_.trace.routes.size());
  const auto first_group = static_cast<std::int32_t>(run_.trace.groups.size());
  const auto first = static_cast<std::int32_t>(run_.trace.transfers.size());
  if (run_.trace.transfers.size() + timing.transfers.size() > most_transfers) {
    failure_ = Error{
        fmt::format("the script moves more than {} messages; take fewer ranks or calls", most_transfers)};
    return;
  }
  run_.trace.routes.insert(run_.trace.routes.end(), timing.routes.begin(), timing.routes.end());
  run_.trace.groups.insert(run_.trace.groups.end(), timing.groups.begin(), timing.groups.end());
  for (Transfer transfer : timing.transfers) {
    for (Time* time : {&transfer.ready, &transfer.start, &transfer.head, &transfer.sent, &transfer.end})
      *time += start;
    transfer.phase = 0;
    if (transfer.route >= 0) transfer.route += first_route;
    if (transfer.group != no_group) transfer.group += first_group;
    if (transfer.enabled_by >= 0) transfer.enabled_by += first;
    run_.calls[index(call)].transfers.push_back(static_cast<std::int32_t>(run_.trace.transfers.size()));
    run_.trace.transfers.push_back(transfer);
  }
}

void ScriptEngine::record_messages() {
  const auto first_route = static_cast<std::int32_t>(run_.trace.routes.size());
  auto& routes = network_.routes();
  run_.trace.routes.insert(run_.trace.routes.end(), routes.begin(), routes.end());
  for (std::size_t m = 0; m < network_.transfers().size(); ++m) {
    Transfer transfer = network_.transfers()[m];
    transfer.route += first_route;
    run_.calls[index(call_of_message_[m])].transfers.push_back(
        static_cast<std::int32_t>(run_.trace.transfers.size()));
    run_.trace.transfers.push_back(transfer);
  }
}

// As a Trace has its transfers: in order of start, then sender, then channel.
void ScriptEngine::put_in_order() {
  std::vector<Transfer>& transfers = run_.trace.transfers;
  std::vector<std::int32_t> order(transfers.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::int32_t i) {
    const Transfer& t = transfers[index(i)];
    return std::tuple(t.start, t.from, t.channel);
  });
  std::vector<std::int32_t> place(order.size());
  std::vector<Transfer> sorted;
  sorted.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[index(order[i])] = static_cast<std::int32_t>(i);
    sorted.push_back(transfers[index(order[i])]);
  }
  for (Transfer& t : sorted)
    if (t.enabled_by >= 0) t.enabled_by = place[index(t.enabled_by)];
  transfers = std::move(sorted);
  for (ScriptCall& call : run_.calls) {
    for (std::int32_t& transfer : call.transfers) transfer = place[index(transfer)];
    std::ranges::sort(call.transfers);
  }
}

ScriptRun ScriptEngine::result() {
  run_.machine = machine_.name;
  run_.flavour = flavour_.name;
  run_.ranks = program_.ranks;
  const bool all_through =
      std::ranges::all_of(state_.ranks, [](const ScriptRankState& r) { return r.through.has_value(); });
  run_.outcome = is_error_      ? ScriptOutcome::error
                 : is_mismatch_ ? ScriptOutcome::mismatch
                 : all_through  ? ScriptOutcome::done
                                : ScriptOutcome::deadlock;
  if (run_.caveat.empty() && races_.found())
    run_.caveat = fmt::format("one possible outcome: {}", *races_.found());
  run_.finish = last_event_;  // an eager message may still arrive when its sender is through
  for (const ScriptRankState& rank : state_.ranks) {
    run_.through.push_back(rank.through.value_or(never));
    run_.stands.push_back(rank.host.held_since && !rank.host.dead ? rank.host.holding->line : 0);
  }
  if (!all_through) {
    record_unfinished();
    const ScriptDiagnosis diagnosis(program_, flavour_, state_);
    run_.waits = diagnosis.waits();
    run_.cycle = diagnosis.cycle();
    if (!run_.culprit && !run_.waits.empty()) run_.culprit = diagnosis.culprit();
    for (ScriptPrint& print : diagnosis.last_words()) run_.prints.push_back(std::move(print));
  }
  record_messages();
  put_in_order();
  put_prints_in_order(run_.prints, run_.seed);
  std::ranges::stable_sort(run_.spans, {},
                           [](const ScriptSpan& s) { return std::tuple(s.rank, s.lane, s.start); });
  run_.tensors = memory_.tensors(before_);
  run_.trace.collective.ranks = program_.ranks;
  run_.trace.machine = machine_.name;
  run_.trace.backend = "sim";
  run_.trace.topology = machine_.topology;
  run_.trace.phases = {"script"};
  run_.trace.finish = run_.finish;
  run_.exposed = exposed_times(run_);
  return std::move(run_);
}

Status ScriptEngine::record_outcomes() {
  if (!options_.outcomes_of) return {};
  const bool ended =
      std::ranges::all_of(state_.ranks, [](const ScriptRankState& r) { return r.through.has_value(); });
  if (!ended) return fail("the script does not end, so its tensors end with nothing");
  return all_outcomes(*options_.outcomes_of, {.program = program_,
                                              .flavour = flavour_,
                                              .state = state_,
                                              .races = races_,
                                              .before = before_,
                                              .after = memory_})
      .map([&](std::vector<std::optional<double>> outcomes) { run_.outcomes = std::move(outcomes); });
}

// What was still waiting when nothing more could happen.
void ScriptEngine::record_unfinished() {
  for (Rank rank = 0; rank < program_.ranks; ++rank) {
    const ScriptHostState& host = state_.of(rank).host;
    if (host.held_since && !host.dead)
      span({.rank = rank,
            .kind = ScriptSpan::Kind::waits,
            .line = host.holding->line,
            .what = host.holding->what,
            .call = host.awaited.empty() ? -1 : state_.task(host.awaited.back()).call,
            .start = *host.held_since,
            .end = run_.finish,
            .unfinished = true});
    const auto& streams = state_.of(rank).streams;
    for (std::size_t s = 0; s < streams.size(); ++s) {
      if (streams[s].through()) continue;
      const ScriptStreamEntry& entry = streams[s].entries[streams[s].next];
      const ScriptTask& task = state_.task(entry.task);
      span({.rank = rank,
            .lane = s == index(communication_stream) ? ScriptLane::communication : ScriptLane::compute,
            .kind = ScriptSpan::Kind::waits,
            .line = entry.step->line,
            .what = entry.step->what,
            .call = task.call,
            .start = task.begun ? task.begins : streams[s].waits_since.value_or(run_.finish),
            .end = run_.finish,
            .unfinished = true});
    }
  }
}

}  // namespace commlab
