#include "sim/script/engine.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr Time longest = milliseconds(86'400'000);  // a day; sums of times stay far from what 63 bits hold

// So many messages can ever be under way or done: parts of batches included.
std::size_t most_messages(const ScriptProgram& program) {
  std::size_t count = 0;
  for (const ScriptRankProgram& rank : program.of_rank)
    for (const ScriptStep& step : rank.steps) {
      count += sends_message(step.operation) ? 1 : 0;
      for (const ScriptStep& part : step.parts) count += sends_message(part.operation) ? 1 : 0;
    }
  return count;
}

}  // namespace

ScriptEngine::ScriptEngine(const ScriptProgram& program, const Machine& machine, const Flavour& flavour,
                           const ScriptOptions& options)
    : program_(program),
      machine_(machine),
      flavour_(flavour),
      options_(options),
      memory_(program),
      before_(program),
      collectives_(machine, flavour, program.ranks),
      network_(machine, most_messages(program)),
      races_(program),
      is_touched_(static_cast<std::size_t>(program.ranks)),
      broken_since_(program.groups.size(), -1) {
  run_.seed = options.seed;
  state_.ranks.resize(static_cast<std::size_t>(program.ranks));
  for (ScriptRankState& rank : state_.ranks) {
    rank.streams.resize(program.streams.size());
    rank.calls_on_group.resize(program.groups.size());
  }
}

Result<ScriptRun> ScriptEngine::run() {
  if (const Status played = play(); !played) return tl::unexpected(played.error());
  if (const Status counted = record_outcomes(); !counted) return tl::unexpected(counted.error());
  return result();
}

Status ScriptEngine::play() {
  for (Rank rank = 0; rank < program_.ranks; ++rank) touch(rank);
  advance_all();
  while (true) {
    if (!queue_.has_now() && network_.flows().unresolved()) {
      network_.flows().resolve(now());
      post_due();
    }
    if (queue_.empty() || failure_) break;
    handle(queue_.pop());
    advance_all();
    if (now() > longest) return fail("the script runs longer than a day; take shorter times or fewer bytes");
    if (options_.stop.stop_requested()) return fail(Fault::runtime, "stopped");
  }
  if (failure_) return tl::unexpected(*failure_);
  return {};
}

void ScriptEngine::post(Time at, std::uint32_t who, What what, std::uint32_t more) {
  queue_.post(at, who, what | more << what_bits);
}

void ScriptEngine::post_due() {
  for (const Flows::Due& due : network_.flows().due()) post(due.end, due.flow, last_byte, due.stamp);
  network_.flows().due().clear();
}

void ScriptEngine::handle(const EventQueue::Event& event) {
  const auto call_of = [&](std::uint32_t message) { return call_of_message_[message]; };
  const auto streams = static_cast<std::uint32_t>(program_.streams.size());
  switch (static_cast<What>(event.what & ((1u << what_bits) - 1))) {
    case host_goes_on: {
      const auto rank = static_cast<Rank>(event.lane);
      ScriptHostState& host = state_.of(rank).host;
      host.busy = false;
      complete(rank, program_.of_rank[event.lane].steps[host.next - 1]);
      touch(rank);
      break;
    }
    case stream_goes_on: {
      const auto rank = static_cast<Rank>(event.lane / streams);
      const ScriptStreamState& stream = state_.of(rank).streams[event.lane % streams];
      finish(stream.entries[stream.next].task);
      break;
    }
    case first_byte:
      network_.start(event.lane, now());
      post_due();
      break;
    case last_byte:
      if (!network_.flows().holds(event.lane, event.what >> what_bits)) return;
      network_.stop(event.lane, now());
      message_left(call_of(event.lane));
      post(now() + network_.latency(event.lane), event.lane, arrives);
      break;
    case arrives:
      network_.arrived(event.lane, now());
      message_arrived(call_of(event.lane));
      break;
    case collective_ends: end_collective(static_cast<std::int32_t>(event.lane)); break;
  }
  last_event_ = now();
}

void ScriptEngine::touch(Rank rank) {
  if (is_touched_[static_cast<std::size_t>(rank)]) return;
  is_touched_[static_cast<std::size_t>(rank)] = true;
  touched_.push_back(rank);
}

// What a rank does can let others go on: until nobody can, in the order in which they were touched.
void ScriptEngine::advance_all() {
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    is_touched_[static_cast<std::size_t>(touched_[i])] = false;
    advance(touched_[i]);
  }
  touched_.clear();
}

void ScriptEngine::advance(Rank rank) {
  bool moved = true;
  while (moved && !failure_) {
    moved = advance_host(rank);
    for (int stream = 0; stream < static_cast<int>(program_.streams.size()); ++stream)
      moved |= advance_stream(rank, stream);
  }
  note_if_through(rank);
}

bool ScriptEngine::all_done(const std::vector<std::int32_t>& tasks) const {
  return std::ranges::all_of(tasks, [&](std::int32_t task) { return state_.task(task).done; });
}

std::vector<std::int32_t> ScriptEngine::moments_of(const std::vector<std::int32_t>& tasks) const {
  std::vector<std::int32_t> moments;
  for (const std::int32_t task : tasks) moments.push_back(state_.task(task).moment);
  return moments;
}

// The task happens on that lane, after these; of a batch, the parts side by side, and it after them.
void ScriptEngine::place_in_order(std::int32_t t, int lane, const std::vector<std::int32_t>& after) {
  const ScriptTask& task = state_.task(t);
  std::vector<std::int32_t> before = after;
  if (!task.parts.empty()) {
    const std::vector<std::int32_t> parts = task.parts;
    // All of them after what the lane did before, which a moment of its own stands for.
    const std::int32_t opening = races_.moment(task.rank, lane, after);
    for (const std::int32_t part : parts) place_in_order(part, ScriptRaces::on_no_lane, {opening});
    before = moments_of(parts);
  }
  state_.task(t).moment = races_.moment(task.rank, lane, before);
  if (!task.only_waits) races_.access(task.rank, task.moment, *task.step);
}

void ScriptEngine::note_if_through(Rank rank) {
  ScriptRankState& state = state_.of(rank);
  const bool host_is = state.host.next == program_.of_rank[static_cast<std::size_t>(rank)].steps.size() &&
                       !state.host.busy && state.host.awaited.empty() && !state.host.dead;
  if (!host_is || state.open_tasks > 0 || state.through) return;
  if (std::ranges::all_of(state.streams, &ScriptStreamState::through)) state.through = now();
}

}  // namespace commlab
