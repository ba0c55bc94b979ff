#include "sim/script/recorder.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/index.h"
#include "sim/engine/transfer_order.h"
#include "sim/script/print_order.h"

namespace commlab {

ScriptRecorder::ScriptRecorder(const ScriptProgram& program, const ScriptEvents& events)
    : program_(program), events_(events) {}

ScriptLane ScriptRecorder::lane_of(int stream) const {
  const bool has_calls = stream == communication_stream ||
                         std::ranges::count(program_.groups, stream, &ScriptRankGroup::stream) > 0;
  return has_calls ? ScriptLane::communication : ScriptLane::compute;
}

void ScriptRecorder::print(Rank rank, int line, std::string text, bool is_error) {
  run_.prints.push_back(
      {.at = events_.now(), .rank = rank, .line = line, .text = std::move(text), .is_error = is_error});
}

void ScriptRecorder::last_words(std::vector<ScriptPrint> prints) {
  std::ranges::move(prints, std::back_inserter(run_.prints));
}

std::size_t ScriptRecorder::start_timer(Rank rank, std::string name) {
  run_.timers.push_back({.rank = rank, .name = std::move(name), .start = events_.now()});
  return run_.timers.size() - 1;
}

void ScriptRecorder::sums(std::int32_t call, std::vector<ScriptSum> sums) {
  for (ScriptSum& sum : sums) {
    sum.call = call;
    run_.sums.push_back(std::move(sum));
  }
}

void ScriptRecorder::collective(std::int32_t call, const ScriptCollectives::Timing& timing) {
  Trace& trace = run_.trace;
  const auto first_route = static_cast<std::int32_t>(trace.routes.size());
  const auto first_group = static_cast<std::int32_t>(trace.groups.size());
  const auto first = static_cast<std::int32_t>(trace.transfers.size());
  const std::int64_t together = std::ssize(trace.transfers) + timing.messages;
  if (run_.transfers_known && together > ScriptCollectives::most_recorded_messages) forget_transfers();
  if (!run_.transfers_known) return;
  trace.routes.insert(trace.routes.end(), timing.routes.begin(), timing.routes.end());
  trace.groups.insert(trace.groups.end(), timing.groups.begin(), timing.groups.end());
  for (Transfer transfer : timing.transfers) {
    for (Time* time : {&transfer.ready, &transfer.start, &transfer.head, &transfer.sent, &transfer.end})
      *time += events_.now();
    transfer.phase = 0;
    if (transfer.route >= 0) transfer.route += first_route;
    if (transfer.group != no_group) transfer.group += first_group;
    if (transfer.enabled_by >= 0) transfer.enabled_by += first;
    run_.calls[call].transfers.push_back(static_cast<std::int32_t>(trace.transfers.size()));
    trace.transfers.push_back(transfer);
  }
}

void ScriptRecorder::slowed(std::int32_t call, const SlowedWork& work) {
  const Time began = *run_.calls[call].matched;
  for (const std::int32_t t : run_.calls[call].transfers) {
    Transfer& transfer = run_.trace.transfers[t];
    for (Time* time : {&transfer.ready, &transfer.start, &transfer.head, &transfer.sent, &transfer.end})
      *time = work.when(*time - began);
  }
}

// What is not told in full is not told at all: part of the messages would look like all of them.
void ScriptRecorder::forget_transfers() {
  run_.transfers_known = false;
  run_.trace.transfers = {};
  run_.trace.routes = {};
  run_.trace.groups = {};
  for (ScriptCall& call : run_.calls) call.transfers = {};
}

void ScriptRecorder::messages(const ScriptNetwork& network, const std::vector<std::int32_t>& call_of) {
  if (!run_.transfers_known) return;
  Trace& trace = run_.trace;
  const auto first_route = static_cast<std::int32_t>(trace.routes.size());
  trace.routes.insert(trace.routes.end(), network.routes().begin(), network.routes().end());
  for (std::size_t m = 0; m < network.transfers().size(); ++m) {
    Transfer transfer = network.transfers()[m];
    transfer.route += first_route;
    run_.calls[call_of[m]].transfers.push_back(static_cast<std::int32_t>(trace.transfers.size()));
    trace.transfers.push_back(transfer);
  }
}

void ScriptRecorder::unfinished(const ScriptState& state, Time finish) {
  for (Rank rank = 0; rank < program_.ranks; ++rank) {
    const ScriptHostState& host = state.of(rank).host;
    if (host.held_since && !host.dead)
      span({.rank = rank,
            .kind = ScriptSpan::Kind::waits,
            .line = host.holding->line,
            .what = host.holding->what,
            .call = host.awaited.empty() ? -1 : state.task(host.awaited.back()).call,
            .start = *host.held_since,
            .end = finish,
            .unfinished = true});
    const auto& streams = state.of(rank).streams;
    for (std::size_t s = 0; s < streams.size(); ++s) {
      if (streams[s].through()) continue;
      const ScriptStreamEntry& entry = streams[s].entries[streams[s].next];
      const ScriptTask& task = state.task(entry.task);
      const bool stands_still = task.begun && !task.only_waits && task.call < 0 && task.parts.empty();
      if (stands_still) {  // its work: calls that never end have all SMs
        ScriptSpan& work = run_.spans[streams[s].span];
        work.end = finish;
        work.unfinished = true;
        continue;
      }
      span({.rank = rank,
            .lane = lane_of(static_cast<int>(s)),
            .kind = ScriptSpan::Kind::waits,
            .line = entry.step->line,
            .what = entry.step->what,
            .call = task.call,
            .start = task.begun ? task.begins : streams[s].waits_since.value_or(finish),
            .end = finish,
            .unfinished = true});
    }
  }
}

void ScriptRecorder::mismatch(ScriptCulprit culprit) {
  is_mismatch_ = true;
  blame(std::move(culprit));
}

void ScriptRecorder::refusal(ScriptCulprit culprit) {
  is_refusal_ = true;
  blame(std::move(culprit));
}

void ScriptRecorder::blame(ScriptCulprit culprit) {
  if (!run_.culprit) run_.culprit = std::move(culprit);
}

void ScriptRecorder::caveat(std::string text) {
  if (run_.caveat.empty()) run_.caveat = std::move(text);
}

std::optional<ScriptOutcome> ScriptRecorder::failed_by() const {
  if (is_refusal_) return ScriptOutcome::error;
  if (is_mismatch_) return ScriptOutcome::mismatch;
  return std::nullopt;
}

void ScriptRecorder::put_transfers_in_order() {
  const std::vector<std::int32_t> place = put_in_order(run_.trace.transfers);
  for (ScriptCall& call : run_.calls) {
    for (std::int32_t& transfer : call.transfers) transfer = place[transfer];
    std::ranges::sort(call.transfers);
  }
}

ScriptRun ScriptRecorder::take(std::optional<std::uint64_t> seed) {
  put_transfers_in_order();
  run_.seed = seed;
  put_prints_in_order(run_.prints, seed);
  std::ranges::stable_sort(run_.spans, {},
                           [](const ScriptSpan& s) { return std::tuple(s.rank, s.lane, s.start); });
  return std::move(run_);
}

}  // namespace commlab
