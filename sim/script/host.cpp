// What a host does with its steps, and what holds it.

#include <algorithm>

#include "sim/script/engine.h"

namespace commlab {

// Whether it did anything.
bool ScriptEngine::advance_host(Rank rank) {
  ScriptHostState& host = state_.of(rank).host;
  const std::vector<ScriptStep>& steps = program_.of_rank[static_cast<std::size_t>(rank)].steps;
  if (host.dead || host.busy || !all_done(host.awaited)) return false;
  if (host.holding != nullptr) resume(rank);
  if (host.next == steps.size() || host.dead) return false;
  const ScriptStep& step = steps[host.next++];
  const Time cost = cost_on_host(step);
  if (cost == Time{}) {
    complete(rank, step);
    return true;
  }
  host.busy = true;
  span({.rank = rank, .line = step.line, .what = step.what, .start = now(), .end = now() + cost});
  post(now() + cost, static_cast<std::uint32_t>(rank), host_goes_on);
  return true;
}

// What it takes the host before the step is done, or begun.
Time ScriptEngine::cost_on_host(const ScriptStep& step) const {
  switch (step.operation) {
    case ScriptOperation::sleep: return step.duration;
    case ScriptOperation::compute:
    case ScriptOperation::add:
    case ScriptOperation::atomic_add:
    case ScriptOperation::copy:
    case ScriptOperation::fill: return flavour_.on_host ? work_time(step) : flavour_.enqueue;
    case ScriptOperation::print:
    case ScriptOperation::start:
    case ScriptOperation::stop:
    case ScriptOperation::synchronize: return {};
    default: return flavour_.enqueue;
  }
}

void ScriptEngine::complete(Rank rank, const ScriptStep& step) {
  ScriptHostState& host = state_.of(rank).host;
  switch (step.operation) {
    case ScriptOperation::sleep: return;
    case ScriptOperation::start:
      host.timers[step.text] = run_.timers.size();
      run_.timers.push_back({.rank = rank, .name = step.text, .start = now()});
      return;
    case ScriptOperation::stop: run_.timers[host.timers.at(step.text)].stop = now(); return;
    case ScriptOperation::print:
      // What is on a GPU is read when the stream has come so far.
      if (step.text.empty() && step.payload.has_values() && !flavour_.on_host)
        return hold(rank, step, last_of(rank, compute_stream));
      return hold(rank, step, {});
    case ScriptOperation::synchronize: {
      std::vector<std::int32_t> tasks;
      for (int stream = 0; stream < static_cast<int>(program_.streams.size()); ++stream)
        if (step.all_streams || stream == step.stream)
          for (const std::int32_t task : last_of(rank, stream)) tasks.push_back(task);
      return hold(rank, step, std::move(tasks));
    }
    default: break;
  }
  if (flavour_.on_host)
    call_on_host(rank, step);
  else
    enqueue(rank, step);
}

void ScriptEngine::call_on_host(Rank rank, const ScriptStep& step) {
  switch (step.operation) {
    case ScriptOperation::wait: return hold(rank, step, {state_.of(rank).host.handles.at(step.handle)});
    case ScriptOperation::stream_wait: return;  // there are no streams
    case ScriptOperation::compute:
    case ScriptOperation::add:
    case ScriptOperation::atomic_add:
    case ScriptOperation::copy:
    case ScriptOperation::fill:
      races_.access(rank, races_.moment(rank, ScriptRaces::on_host), step);
      return do_work(rank, step);
    default: break;
  }
  const std::int32_t task = new_task(rank, step);
  if (task < 0) return;
  place_in_order(task, ScriptRaces::on_no_lane, {});
  begin(task);
  if (step.asynchronous())
    state_.of(rank).host.handles[step.handle] = task;
  else if (step.operation != ScriptOperation::isend && step.operation != ScriptOperation::irecv)
    hold(rank, step, {task});
}

void ScriptEngine::hold(Rank rank, const ScriptStep& step, std::vector<std::int32_t> tasks) {
  ScriptHostState& host = state_.of(rank).host;
  if (host.dead) return;
  const std::int32_t moment = races_.moment(rank, ScriptRaces::on_host, moments_of(tasks));
  if (step.operation == ScriptOperation::print) races_.access(rank, moment, step);
  host.awaited = std::move(tasks);
  host.holding = &step;
  host.held_since = now();
}

// What held it is done.
void ScriptEngine::resume(Rank rank) {
  ScriptHostState& host = state_.of(rank).host;
  const ScriptStep& step = *host.holding;
  if (*host.held_since < now()) {
    const std::int32_t call = host.awaited.empty() ? -1 : state_.task(host.awaited.back()).call;
    span({.rank = rank,
          .kind = ScriptSpan::Kind::waits,
          .line = step.line,
          .what = step.what,
          .call = call,
          .start = *host.held_since,
          .end = now()});
  }
  host.holding = nullptr;
  host.held_since.reset();
  host.awaited.clear();
  if (step.operation == ScriptOperation::print)
    print(rank, step.line, step.text.empty() ? memory_.text(rank, step.payload) : step.text);
}

void ScriptEngine::print(Rank rank, int line, std::string text, bool is_error) {
  run_.prints.push_back(
      {.at = now(), .rank = rank, .line = line, .text = std::move(text), .is_error = is_error});
}

void ScriptEngine::die(Rank rank, const ScriptStep& step, const std::string& text) {
  ScriptHostState& host = state_.of(rank).host;
  if (host.dead) return;
  host.dead = true;
  host.died = now();
  print(rank, step.line, text, true);
}

}  // namespace commlab
