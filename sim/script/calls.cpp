// Calls between ranks: who has come, when they begin, and whom their end lets go on.

#include <algorithm>

#include "core/base/index.h"
#include "sim/script/engine.h"

namespace commlab {
namespace {

constexpr std::size_t sender = 0;
constexpr std::size_t receiver = 1;

bool is_call(const ScriptStep& step) { return is_message(step.operation) || is_collective(step.operation); }

}  // namespace

std::int32_t ScriptEngine::add_task(ScriptTask task) {
  ++state_.of(task.rank).open_tasks;
  state_.tasks.push_back(std::move(task));
  return static_cast<std::int32_t>(state_.tasks.size()) - 1;
}

std::int32_t ScriptEngine::new_wait(Rank rank, const ScriptStep& step) {
  return add_task({.rank = rank, .step = &step, .only_waits = true});
}

bool ScriptEngine::refused(Rank rank, const ScriptStep& step) {
  const auto members = program_.groups[index(step.group)].members.size();
  const std::string text = refusal(flavour_, step, rank, static_cast<int>(members));
  if (text.empty()) return false;
  if (!run_.culprit)
    run_.culprit = {.rank = rank,
                    .line = step.line,
                    .why = fmt::format("{} refuses what rank {} asks for in line {}, {}: {}",
                                       flavour_.library, rank, step.line, step.what, text)};
  is_error_ = true;
  die(rank, step, text);
  return true;
}

std::int32_t ScriptEngine::new_task(Rank rank, const ScriptStep& step) {
  if (is_call(step) && refused(rank, step)) return -1;
  for (const ScriptStep& part : step.parts)
    if (refused(rank, part)) return -1;
  const std::int32_t task = add_task({.rank = rank, .step = &step});
  for (const ScriptStep& part : step.parts) {
    const std::int32_t added = add_task({.rank = rank, .step = &part, .batch = task});
    state_.task(task).parts.push_back(added);
  }
  state_.task(task).parts_left = static_cast<int>(step.parts.size());
  return task;
}

void ScriptEngine::begin(std::int32_t t) {
  ScriptTask& task = state_.task(t);
  const ScriptStep& step = *task.step;
  task.begun = true;
  task.begins = now();
  if (task.only_waits) return finish(t);
  if (is_call(step)) return begin_call(t);
  if (step.operation == ScriptOperation::batch) {
    const std::vector<std::int32_t> parts = task.parts;
    for (const std::int32_t part : parts) begin(part);
    return;
  }
  const Time duration = work_time(step);
  if (duration == Time{}) return finish(t);
  span({.rank = task.rank,
        .lane = ScriptLane::compute,
        .line = step.line,
        .what = step.what,
        .start = now(),
        .end = now() + duration,
        .stream = step.stream == compute_stream ? std::string{} : program_.streams[index(step.stream)]});
  const auto who = index(task.rank) * program_.streams.size() + index(step.stream);
  post(now() + duration, static_cast<std::uint32_t>(who), stream_goes_on);
}

void ScriptEngine::finish(std::int32_t t) {
  ScriptTask& task = state_.task(t);
  if (task.done) return;
  task.done = true;
  task.ends = now();
  --state_.of(task.rank).open_tasks;
  touch(task.rank);
  if (!task.only_waits && !is_call(*task.step)) do_work(task.rank, *task.step);
  if (task.batch >= 0 && --state_.task(task.batch).parts_left == 0) finish(task.batch);
}

void ScriptEngine::begin_call(std::int32_t t) {
  const std::int32_t call = call_for(state_.task(t));
  state_.task(t).call = call;
  ScriptMeetingState& meeting = state_.calls[index(call)];
  const Rank rank = state_.task(t).rank;
  const std::size_t member = meeting.is_message
                                 ? (sends_message(state_.task(t).step->operation) ? sender : receiver)
                                 : index(std::ranges::find(meeting.members, rank) - meeting.members.begin());
  meeting.tasks[member] = t;
  ++meeting.come;
  if (meeting.is_message)
    message_came(call, member == sender);
  else
    collective_came(call);
}

// The call that the task is a part of, made where it is the first to come.
std::int32_t ScriptEngine::call_for(const ScriptTask& task) {
  const ScriptStep& step = *task.step;
  if (is_collective(step.operation)) {
    const std::int64_t sequence = state_.of(task.rank).calls_on_group[index(step.group)]++;
    const auto [found, added] = collective_calls_.try_emplace({step.group, sequence}, 0);
    if (added)
      found->second = new_call(step, program_.groups[index(step.group)].members, false, step.group, sequence);
    return found->second;
  }
  const bool sends = sends_message(step.operation);
  const std::pair<Rank, Rank> ends =
      sends ? std::pair(task.rank, step.peer) : std::pair(step.peer, task.rank);
  const std::int64_t sequence = (sends ? sent_ : received_)[ends]++;
  const auto [found, added] = message_calls_.try_emplace({ends.first, ends.second, sequence}, 0);
  if (added) found->second = new_call(step, {ends.first, ends.second}, true, 0, sequence);
  return found->second;
}

std::int32_t ScriptEngine::new_call(const ScriptStep& step, const std::vector<Rank>& members, bool is_message,
                                    int group, std::int64_t sequence) {
  state_.calls.push_back({.is_message = is_message,
                          .group = group,
                          .sequence = sequence,
                          .members = members,
                          .tasks = std::vector<std::int32_t>(members.size(), -1)});
  const std::string_view what = is_message ? "send" : info_of(step.operation).name;
  run_.calls.push_back({.what = std::string(what),
                        .ranks = members,
                        .group = program_.groups[index(group)].name,
                        .sequence = sequence,
                        .size = is_message ? step.payload.bytes() : size_of(collective_of(step, members))});
  return static_cast<std::int32_t>(state_.calls.size()) - 1;
}

void ScriptEngine::collective_came(std::int32_t call) {
  ScriptMeetingState& meeting = state_.calls[index(call)];
  if (meeting.come < static_cast<int>(meeting.members.size())) return;
  if (const std::int32_t since = broken_since_[index(meeting.group)]; since >= 0) {
    meeting.broken = true;
    meeting.broken_since = since;
    meeting.sides = state_.calls[index(since)].sides;
    return;
  }
  const Fit how = fit(call);
  meeting.broken = how == Fit::never;
  if (how != Fit::never) start_collective(call, how == Fit::yes);
}

void ScriptEngine::start_collective(std::int32_t call, bool values_are_known) {
  ScriptMeetingState& meeting = state_.calls[index(call)];
  meeting.matched = true;
  run_.calls[index(call)].matched = now();
  ScriptMeeting steps{.members = meeting.members, .steps = {}};
  for (std::size_t m = 0; m < meeting.members.size(); ++m) steps.steps.push_back(&step_of(call, m));
  const Result<const ScriptCollectives::Timing*> timing = collectives_.timing(steps);
  if (!timing) {
    failure_ = timing.error();
    return;
  }
  if (values_are_known) {
    Result<ScriptCollectives::Outcome> outcome = collectives_.values(steps, memory_);
    if (!outcome) {
      failure_ = outcome.error();
      return;
    }
    outcomes_[call] = std::move(*outcome);
  }
  record_collective(call, **timing, now());
  for (const std::int32_t task : meeting.tasks) carry(task, now(), now() + (*timing)->duration);
  post(now() + (*timing)->duration, static_cast<std::uint32_t>(call), collective_ends);
}

void ScriptEngine::end_collective(std::int32_t call) {
  const ScriptMeetingState& meeting = state_.calls[index(call)];
  const auto outcome = outcomes_.find(call);
  for (std::size_t m = 0; m < meeting.members.size(); ++m) {
    const ScriptPayload& output = output_of(step_of(call, m));
    if (outcome == outcomes_.end())
      forget(meeting.members[m], output);
    else if (m < outcome->second.outputs.size())
      put(meeting.members[m], output, outcome->second.outputs[m]);
  }
  if (outcome != outcomes_.end()) {
    for (ScriptSum& sum : outcome->second.sums) {
      sum.call = call;
      run_.sums.push_back(std::move(sum));
    }
    outcomes_.erase(outcome);
  }
  const std::vector<std::int32_t> tasks = meeting.tasks;
  for (const std::int32_t task : tasks) finish(task);
}

void ScriptEngine::message_came(std::int32_t call, bool is_sender) {
  ScriptMeetingState& meeting = state_.calls[index(call)];
  const bool both = meeting.come == 2;
  if (both) {
    run_.calls[index(call)].matched = now();
    run_.calls[index(call)].size = step_of(call, sender).payload.bytes();
    if (message_fit(call) == Fit::never) {
      meeting.broken = true;
      return;
    }
    meeting.matched = true;
  }
  if (is_sender && (both || step_of(call, sender).payload.bytes() < flavour_.eager_below))
    start_message(call);
  else if (!is_sender && both && meeting.transfer < 0)
    start_message(call);
  else if (both && meeting.arrived)
    receive(call);
}

void ScriptEngine::start_message(std::int32_t call) {
  ScriptMeetingState& meeting = state_.calls[index(call)];
  const ScriptPayload& payload = step_of(call, sender).payload;
  const Result<std::uint32_t> message =
      network_.add(meeting.members[sender], meeting.members[receiver], payload.bytes(), now());
  if (!message) {
    failure_ = Error{fmt::format("line {}: {}", step_of(call, sender).line, message.error().message)};
    return;
  }
  meeting.transfer = static_cast<std::int32_t>(*message);
  call_of_message_.push_back(call);
  data_.push_back(memory_.get(meeting.members[sender], payload));
  post(now() + network_.before_first_byte(), *message, first_byte);
}

// Whether a message goes without its receive.
void ScriptEngine::message_left(std::int32_t call) {
  const ScriptStep& step = step_of(call, sender);
  if (step.payload.bytes() < flavour_.eager_below) finish(state_.calls[index(call)].tasks[sender]);
}

void ScriptEngine::message_arrived(std::int32_t call) {
  ScriptMeetingState& meeting = state_.calls[index(call)];
  meeting.arrived = true;
  const Transfer& transfer = network_.transfers()[index(meeting.transfer)];
  const bool eager = state_.task(meeting.tasks[sender]).done;
  carry(meeting.tasks[sender], transfer.ready, eager ? transfer.sent : now());
  finish(meeting.tasks[sender]);
  if (meeting.matched) receive(call);
}

void ScriptEngine::receive(std::int32_t call) {
  const ScriptMeetingState& meeting = state_.calls[index(call)];
  const ScriptPayload& into = step_of(call, receiver).payload;
  const ScriptPayload& from = step_of(call, sender).payload;
  const bool readable = from.has_values() && size_of(from.dtype) == size_of(into.dtype);
  if (readable)
    put(meeting.members[receiver], into, data_[index(meeting.transfer)]);
  else
    forget(meeting.members[receiver], into);
  data_[index(meeting.transfer)] = {};
  carry(meeting.tasks[receiver], network_.transfers()[index(meeting.transfer)].ready,
        network_.transfers()[index(meeting.transfer)].end);
  finish(meeting.tasks[receiver]);
}

// On the communication lane: what is under way; and before it, on a stream, that it waited for the others.
void ScriptEngine::carry(std::int32_t t, Time from, Time to) {
  const ScriptTask& task = state_.task(t);
  if (!flavour_.on_host && task.begins < from)
    span({.rank = task.rank,
          .lane = ScriptLane::communication,
          .kind = ScriptSpan::Kind::waits,
          .line = task.step->line,
          .what = task.step->what,
          .call = task.call,
          .start = task.begins,
          .end = from});
  span({.rank = task.rank,
        .lane = ScriptLane::communication,
        .kind = ScriptSpan::Kind::carries,
        .line = task.step->line,
        .what = task.step->what,
        .call = task.call,
        .start = from,
        .end = to});
}

}  // namespace commlab
