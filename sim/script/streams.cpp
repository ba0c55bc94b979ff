#include "sim/script/streams.h"

#include <algorithm>
#include <utility>

#include "core/base/index.h"
#include "sim/script/values/local_work.h"

namespace commlab {
namespace {

// A kernel of the library, which works or waits on the GPU.
bool takes_sms(const ScriptTask& task) {
  return !task.only_waits && (is_call(*task.step) || task.step->operation == ScriptOperation::batch);
}

}  // namespace

ScriptStreams::ScriptStreams(ScriptWorld& world, ScriptTasks& tasks, ScriptCalls& calls)
    : world_(world),
      tasks_(tasks),
      calls_(calls),
      connections_(world, tasks, calls),
      processors_(world.program, world.events) {}

std::vector<std::int32_t> ScriptStreams::last_of(Rank rank, int stream) const {
  const auto& entries = world_.state.of(rank).streams[stream].entries;
  if (entries.empty()) return {};
  return {entries.back().task};
}

void ScriptStreams::append(Rank rank, int stream, ScriptStreamEntry entry) {
  tasks_.place_after(entry.task, ScriptRaces::on_stream(stream), entry.after);
  world_.state.of(rank).streams[stream].entries.push_back(std::move(entry));
  world_.to_advance.add(rank);
}

std::vector<std::int32_t> ScriptStreams::enqueue(Rank rank, const ScriptStep& step) {
  switch (step.operation) {
    case ScriptOperation::wait:
      append(rank, step.stream,
             {.task = tasks_.add_wait(rank, step),
              .after = {world_.state.of(rank).host.handles.at(step.handle)},
              .step = &step});
      return {};
    case ScriptOperation::stream_wait:
      append(rank, step.stream,
             {.task = tasks_.add_wait(rank, step), .after = last_of(rank, step.other_stream), .step = &step});
      return {};
    case ScriptOperation::compute:
    case ScriptOperation::add:
    case ScriptOperation::atomic_add:
    case ScriptOperation::copy:
    case ScriptOperation::fill:
      append(rank, step.stream, {.task = tasks_.add(rank, step), .step = &step});
      return {};
    default: return enqueue_call(rank, step);
  }
}

std::vector<std::int32_t> ScriptStreams::enqueue_call(Rank rank, const ScriptStep& step) {
  const std::int32_t task = tasks_.add(rank, step);
  if (task == ScriptTasks::none) return {};
  std::vector<std::int32_t> connecting = connections_.join(rank, step);
  if (connecting.empty()) return append_call(task);
  world_.state.of(rank).host.connects_for = task;
  return connecting;
}

std::vector<std::int32_t> ScriptStreams::append_call(std::int32_t task) {
  const Rank rank = world_.state.task(task).rank;
  const ScriptStep& step = *world_.state.task(task).step;
  append(rank, stream_of_call(step), {.task = task, .after = last_of(rank, step.stream), .step = &step});
  if (step.asynchronous())
    world_.state.of(rank).host.handles[step.handle] = task;
  else if (step.operation != ScriptOperation::isend && step.operation != ScriptOperation::irecv)
    append(rank, step.stream, {.task = tasks_.add_wait(rank, step), .after = {task}, .step = &step});
  const bool holds_the_host = step.operation == ScriptOperation::barrier && !step.asynchronous();
  return holds_the_host ? std::vector{task} : std::vector<std::int32_t>{};
}

// A batch is started where the call of its first part is.
int ScriptStreams::stream_of_call(const ScriptStep& step) const {
  return world_.program.groups[step.parts.empty() ? step.group : step.parts.front().group].stream;
}

bool ScriptStreams::can_begin(const ScriptStreamEntry& entry) const {
  if (!tasks_.all_done(entry.after)) return false;
  const ScriptTask& task = world_.state.task(entry.task);
  return task.begun || !takes_sms(task) || processors_.has_room(task.rank);
}

bool ScriptStreams::advance(Rank rank, int stream) {
  ScriptStreamState& state = world_.state.of(rank).streams[stream];
  if (state.through()) return false;
  const ScriptStreamEntry& entry = state.entries[state.next];
  if (!can_begin(entry)) {
    if (!state.waits_since) state.waits_since = world_.now();
    return false;
  }
  if (state.waits_since && *state.waits_since < world_.now())
    world_.recorder.span({.rank = rank,
                          .lane = world_.recorder.lane_of(stream),
                          .kind = ScriptSpan::Kind::waits,
                          .line = entry.step->line,
                          .what = entry.step->what,
                          .start = *state.waits_since,
                          .end = world_.now()});
  state.waits_since.reset();
  const std::int32_t task = entry.task;
  if (!world_.state.task(task).begun) begin(task, stream);
  if (!world_.state.task(task).done) return false;
  if (takes_sms(world_.state.task(task))) processors_.call_ends(rank);
  ++state.next;
  return true;
}

void ScriptStreams::begin(std::int32_t t, int stream) {
  ScriptTask& task = world_.state.task(t);
  const ScriptStep& step = *task.step;
  if (takes_sms(task)) {
    processors_.call_begins(task.rank);
    return calls_.begin(t);
  }
  task.begun = true;
  task.begins = world_.now();
  if (task.only_waits) return tasks_.finish(t);
  const Time duration = time_of(step, world_.machine);
  if (duration == Time{}) return tasks_.finish(t);
  const std::vector<std::string>& names = world_.program.streams;
  ScriptStreamState& state = world_.state.of(task.rank).streams[stream];
  state.span = world_.recorder.span({.rank = task.rank,
                                     .lane = ScriptLane::compute,
                                     .line = step.line,
                                     .what = step.what,
                                     .start = world_.now(),
                                     .end = world_.now() + duration,
                                     .stream = stream == compute_stream ? std::string{} : names[stream]});
  processors_.work_begins(task.rank, stream, duration);
}

bool ScriptStreams::work_ended(std::uint32_t who, std::uint32_t stamp) {
  const auto streams = static_cast<std::uint32_t>(world_.program.streams.size());
  const auto rank = static_cast<Rank>(who / streams);
  const auto stream = static_cast<int>(who % streams);
  if (!processors_.work_ends(rank, stream, stamp)) return false;
  const ScriptStreamState& state = world_.state.of(rank).streams[stream];
  world_.recorder.span_ends(state.span);
  tasks_.finish(state.entries[state.next].task);
  return true;
}

}  // namespace commlab
