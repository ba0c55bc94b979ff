#include "sim/script/hosts.h"

#include <utility>

#include "sim/script/values/local_work.h"

namespace commlab {

ScriptHosts::ScriptHosts(ScriptWorld& world, ScriptTasks& tasks, ScriptCalls& calls, ScriptStreams& streams)
    : world_(world), tasks_(tasks), calls_(calls), streams_(streams) {}

bool ScriptHosts::is_through(Rank rank) const {
  const ScriptHostState& host = this->host(rank);
  return host.next == steps(rank).size() && !host.busy && host.awaited.empty() && !host.dead;
}

bool ScriptHosts::advance(Rank rank) {
  ScriptHostState& host = this->host(rank);
  if (host.dead || host.busy || !tasks_.all_done(host.awaited)) return false;
  if (host.holding != nullptr) resume(rank);
  if (host.holding != nullptr) return true;  // by the call for which it has connected
  if (host.next == steps(rank).size() || host.dead) return false;
  const ScriptStep& step = steps(rank)[host.next++];
  const Time cost = this->cost(step);
  if (cost == Time{}) {
    complete(rank, step);
    return true;
  }
  host.busy = true;
  const Time end = world_.now() + cost;
  world_.recorder.span({.rank = rank,
                        .line = step.line,
                        .what = step.what,
                        .start = world_.now(),
                        .end = end,
                        .sleeps = step.operation == ScriptOperation::sleep});
  world_.events.post(end, ScriptEvents::What::host_goes_on, static_cast<std::uint32_t>(rank));
  return true;
}

void ScriptHosts::step_ended(Rank rank) {
  ScriptHostState& host = this->host(rank);
  host.busy = false;
  complete(rank, steps(rank)[host.next - 1]);
  world_.to_advance.add(rank);
}

// How long the step keeps the host busy before the step is done or begun.
Time ScriptHosts::cost(const ScriptStep& step) const {
  const Time launch = world_.program.calls.launch.value_or(world_.flavour.enqueue);
  switch (step.operation) {
    case ScriptOperation::sleep: return step.duration;
    case ScriptOperation::compute:
    case ScriptOperation::add:
    case ScriptOperation::atomic_add:
    case ScriptOperation::copy:
    case ScriptOperation::fill: return world_.flavour.on_host ? time_of(step, world_.machine) : launch;
    case ScriptOperation::print:
    case ScriptOperation::start:
    case ScriptOperation::stop:
    case ScriptOperation::synchronize: return {};
    case ScriptOperation::wait:
    case ScriptOperation::stream_wait: return world_.flavour.on_host ? Time{} : launch;
    default: return launch;
  }
}

void ScriptHosts::complete(Rank rank, const ScriptStep& step) {
  ScriptHostState& host = this->host(rank);
  switch (step.operation) {
    case ScriptOperation::sleep: return;
    case ScriptOperation::start:
      host.timers[step.text] = world_.recorder.start_timer(rank, step.text);
      return;
    case ScriptOperation::stop: world_.recorder.stop_timer(host.timers.at(step.text)); return;
    case ScriptOperation::print:
      // A GPU's tensor is read when the stream has done its earlier entries.
      if (step.text.empty() && step.payload.has_values() && !world_.flavour.on_host)
        return hold(rank, step, streams_.last_of(rank, compute_stream));
      return hold(rank, step, {});
    case ScriptOperation::synchronize: {
      std::vector<std::int32_t> tasks;
      for (int stream = 0; stream < static_cast<int>(world_.program.streams.size()); ++stream)
        if (step.all_streams || stream == step.stream)
          for (const std::int32_t task : streams_.last_of(rank, stream)) tasks.push_back(task);
      return hold(rank, step, std::move(tasks));
    }
    default: break;
  }
  if (world_.flavour.on_host) return call(rank, step);
  std::vector<std::int32_t> tasks = streams_.enqueue(rank, step);
  if (!tasks.empty()) hold(rank, step, std::move(tasks));
}

// A step in a flavour whose calls work on the host's memory.
void ScriptHosts::call(Rank rank, const ScriptStep& step) {
  switch (step.operation) {
    case ScriptOperation::wait: return hold(rank, step, {host(rank).handles.at(step.handle)});
    case ScriptOperation::stream_wait: return;  // there are no streams
    case ScriptOperation::compute:
    case ScriptOperation::add:
    case ScriptOperation::atomic_add:
    case ScriptOperation::copy:
    case ScriptOperation::fill:
      world_.races.access(rank, world_.races.moment(rank, ScriptRaces::on_host), step);
      return world_.tensors.work(rank, step);
    default: break;
  }
  const std::int32_t task = tasks_.add(rank, step);
  if (task == ScriptTasks::none) return;
  tasks_.place_after(task, ScriptRaces::on_no_lane, {});
  calls_.begin(task);
  if (step.asynchronous())
    host(rank).handles[step.handle] = task;
  else if (step.operation != ScriptOperation::isend && step.operation != ScriptOperation::irecv)
    hold(rank, step, {task});
}

// The host waits until these tasks are done.
void ScriptHosts::hold(Rank rank, const ScriptStep& step, std::vector<std::int32_t> tasks) {
  ScriptHostState& host = this->host(rank);
  if (host.dead) return;
  const std::int32_t moment = world_.races.moment(rank, ScriptRaces::on_host, tasks_.moments_of(tasks));
  if (step.operation == ScriptOperation::print) world_.races.access(rank, moment, step);
  host.awaited = std::move(tasks);
  host.holding = &step;
  host.held_since = world_.now();
}

// The tasks for which the host waited are done.
void ScriptHosts::resume(Rank rank) {
  ScriptHostState& host = this->host(rank);
  const ScriptStep& step = *host.holding;
  if (*host.held_since < world_.now())
    world_.recorder.span({.rank = rank,
                          .kind = ScriptSpan::Kind::waits,
                          .line = step.line,
                          .what = step.what,
                          .call = host.awaited.empty() ? -1 : world_.state.task(host.awaited.back()).call,
                          .start = *host.held_since,
                          .end = world_.now()});
  host.holding = nullptr;
  host.held_since.reset();
  host.awaited.clear();
  if (step.operation == ScriptOperation::print)
    world_.recorder.print(rank, step.line,
                          step.text.empty() ? world_.tensors.now().text(rank, step.payload) : step.text);
  if (host.connects_for == ScriptTasks::none) return;
  std::vector<std::int32_t> tasks = streams_.append_call(std::exchange(host.connects_for, ScriptTasks::none));
  if (!tasks.empty()) hold(rank, step, std::move(tasks));
}

}  // namespace commlab
