// What is put on a rank's streams, and how they work it off.

#include <algorithm>
#include <utility>

#include "sim/script/engine.h"
#include "sim/script/local_work.h"

namespace commlab {
namespace {

ScriptLane lane_of(int stream) {
  return stream == communication_stream ? ScriptLane::communication : ScriptLane::compute;
}

}  // namespace

std::vector<std::int32_t> ScriptEngine::last_of(Rank rank, int stream) const {
  const auto& entries = state_.of(rank).streams[static_cast<std::size_t>(stream)].entries;
  if (entries.empty()) return {};
  return {entries.back().task};
}

void ScriptEngine::append(Rank rank, int stream, ScriptStreamEntry entry) {
  place_in_order(entry.task, ScriptRaces::on_stream(stream), moments_of(entry.after));
  state_.of(rank).streams[static_cast<std::size_t>(stream)].entries.push_back(std::move(entry));
  touch(rank);
}

void ScriptEngine::enqueue(Rank rank, const ScriptStep& step) {
  switch (step.operation) {
    case ScriptOperation::wait:
      return append(rank, step.stream,
                    {.task = new_wait(rank, step),
                     .after = {state_.of(rank).host.handles.at(step.handle)},
                     .step = &step});
    case ScriptOperation::stream_wait:
      return append(rank, step.stream,
                    {.task = new_wait(rank, step), .after = last_of(rank, step.other_stream), .step = &step});
    case ScriptOperation::compute:
    case ScriptOperation::add:
    case ScriptOperation::atomic_add:
    case ScriptOperation::copy:
    case ScriptOperation::fill:
      return append(rank, step.stream, {.task = new_task(rank, step), .step = &step});
    default: return enqueue_call(rank, step);
  }
}

void ScriptEngine::enqueue_call(Rank rank, const ScriptStep& step) {
  const std::int32_t task = new_task(rank, step);
  if (task < 0) return;
  append(rank, communication_stream, {.task = task, .after = last_of(rank, step.stream), .step = &step});
  if (step.asynchronous())
    state_.of(rank).host.handles[step.handle] = task;
  else if (step.operation != ScriptOperation::isend && step.operation != ScriptOperation::irecv)
    append(rank, step.stream, {.task = new_wait(rank, step), .after = {task}, .step = &step});
  if (step.operation == ScriptOperation::barrier && !step.asynchronous()) hold(rank, step, {task});
}

// Whether it did anything.
bool ScriptEngine::advance_stream(Rank rank, int stream) {
  ScriptStreamState& state = state_.of(rank).streams[static_cast<std::size_t>(stream)];
  if (state.through()) return false;
  const ScriptStreamEntry& entry = state.entries[state.next];
  if (!all_done(entry.after)) {
    if (!state.waits_since) state.waits_since = now();
    return false;
  }
  if (state.waits_since && *state.waits_since < now())
    span({.rank = rank,
          .lane = lane_of(stream),
          .kind = ScriptSpan::Kind::waits,
          .line = entry.step->line,
          .what = entry.step->what,
          .start = *state.waits_since,
          .end = now()});
  state.waits_since.reset();
  if (!state_.task(entry.task).begun) begin(entry.task);
  if (!state_.task(entry.task).done) return false;
  ++state.next;
  return true;
}

// On the host or on a stream: what is said, or at the machine's rates of local work.
Time ScriptEngine::work_time(const ScriptStep& step) const {
  if (step.operation == ScriptOperation::compute) return step.duration;
  const RateCurve& rate = is_addition(step.operation) ? machine_.work.reduce : machine_.work.copy;
  const Bytes bytes = step.payload.bytes();
  return rate.limited() && bytes.count > 0 ? serialization_time(bytes, rate.at(bytes)) : Time{};
}

void ScriptEngine::do_work(Rank rank, const ScriptStep& step) {
  if (is_local_work(step.operation)) put(rank, step.payload, worked_out(memory_, rank, step));
}

}  // namespace commlab
