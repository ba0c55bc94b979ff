#include "sim/script/streams.h"

#include <utility>

#include "core/base/index.h"
#include "sim/script/values/local_work.h"

namespace commlab {
namespace {

ScriptLane lane_of(int stream) {
  return stream == communication_stream ? ScriptLane::communication : ScriptLane::compute;
}

}  // namespace

ScriptStreams::ScriptStreams(ScriptWorld& world, ScriptTasks& tasks, ScriptCalls& calls)
    : world_(world), tasks_(tasks), calls_(calls) {}

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

std::int32_t ScriptStreams::enqueue(Rank rank, const ScriptStep& step) {
  switch (step.operation) {
    case ScriptOperation::wait:
      append(rank, step.stream,
             {.task = tasks_.add_wait(rank, step),
              .after = {world_.state.of(rank).host.handles.at(step.handle)},
              .step = &step});
      return ScriptTasks::none;
    case ScriptOperation::stream_wait:
      append(rank, step.stream,
             {.task = tasks_.add_wait(rank, step), .after = last_of(rank, step.other_stream), .step = &step});
      return ScriptTasks::none;
    case ScriptOperation::compute:
    case ScriptOperation::add:
    case ScriptOperation::atomic_add:
    case ScriptOperation::copy:
    case ScriptOperation::fill:
      append(rank, step.stream, {.task = tasks_.add(rank, step), .step = &step});
      return ScriptTasks::none;
    default: return enqueue_call(rank, step);
  }
}

std::int32_t ScriptStreams::enqueue_call(Rank rank, const ScriptStep& step) {
  const std::int32_t task = tasks_.add(rank, step);
  if (task == ScriptTasks::none) return ScriptTasks::none;
  append(rank, communication_stream, {.task = task, .after = last_of(rank, step.stream), .step = &step});
  if (step.asynchronous())
    world_.state.of(rank).host.handles[step.handle] = task;
  else if (step.operation != ScriptOperation::isend && step.operation != ScriptOperation::irecv)
    append(rank, step.stream, {.task = tasks_.add_wait(rank, step), .after = {task}, .step = &step});
  const bool holds_the_host = step.operation == ScriptOperation::barrier && !step.asynchronous();
  return holds_the_host ? task : ScriptTasks::none;
}

bool ScriptStreams::advance(Rank rank, int stream) {
  ScriptStreamState& state = world_.state.of(rank).streams[stream];
  if (state.through()) return false;
  const ScriptStreamEntry& entry = state.entries[state.next];
  if (!tasks_.all_done(entry.after)) {
    if (!state.waits_since) state.waits_since = world_.now();
    return false;
  }
  if (state.waits_since && *state.waits_since < world_.now())
    world_.recorder.span({.rank = rank,
                          .lane = lane_of(stream),
                          .kind = ScriptSpan::Kind::waits,
                          .line = entry.step->line,
                          .what = entry.step->what,
                          .start = *state.waits_since,
                          .end = world_.now()});
  state.waits_since.reset();
  if (!world_.state.task(entry.task).begun) begin(entry.task);
  if (!world_.state.task(entry.task).done) return false;
  ++state.next;
  return true;
}

void ScriptStreams::begin(std::int32_t t) {
  ScriptTask& task = world_.state.task(t);
  const ScriptStep& step = *task.step;
  const bool goes_to_calls = is_call(step) || step.operation == ScriptOperation::batch;
  if (goes_to_calls && !task.only_waits) return calls_.begin(t);
  task.begun = true;
  task.begins = world_.now();
  if (task.only_waits) return tasks_.finish(t);
  const Time duration = time_of(step, world_.machine);
  if (duration == Time{}) return tasks_.finish(t);
  const std::vector<std::string>& names = world_.program.streams;
  world_.recorder.span({.rank = task.rank,
                        .lane = ScriptLane::compute,
                        .line = step.line,
                        .what = step.what,
                        .start = world_.now(),
                        .end = world_.now() + duration,
                        .stream = step.stream == compute_stream ? std::string{} : names[step.stream]});
  const std::size_t who = task.rank * names.size() + step.stream;
  world_.events.post(world_.now() + duration, ScriptEvents::What::stream_goes_on,
                     static_cast<std::uint32_t>(who));
}

void ScriptStreams::work_ended(std::uint32_t who) {
  const auto streams = static_cast<std::uint32_t>(world_.program.streams.size());
  const auto rank = static_cast<Rank>(who / streams);
  const ScriptStreamState& stream = world_.state.of(rank).streams[who % streams];
  tasks_.finish(stream.entries[stream.next].task);
}

}  // namespace commlab
