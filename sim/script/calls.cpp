#include "sim/script/calls.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

constexpr std::size_t sender = 0;
constexpr std::size_t receiver = 1;

// The most messages that the program can ever send, including parts of batches.
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

ScriptCalls::ScriptCalls(ScriptWorld& world, ScriptTasks& tasks)
    : world_(world),
      tasks_(tasks),
      mismatches_(world, tasks),
      collectives_(world.machine, world.flavour, world.program.ranks),
      network_(world.machine, most_messages(world.program)),
      slots_(world.flavour.buffer_slots),
      under_way_(world.machine.topology.links.size()) {}

const ScriptStep& ScriptCalls::step_of(std::int32_t call, std::size_t member) const {
  return *world_.state.task(meetings_[call].tasks[member]).step;
}

ScriptMismatches::Steps ScriptCalls::steps_of(std::int32_t call) const {
  ScriptMismatches::Steps steps;
  for (std::size_t m = 0; m < meetings_[call].members.size(); ++m) steps.push_back(&step_of(call, m));
  return steps;
}

void ScriptCalls::begin(std::int32_t t) {
  ScriptTask& task = world_.state.task(t);
  task.begun = true;
  task.begins = world_.now();
  if (task.step->operation == ScriptOperation::batch) {
    const std::vector<std::int32_t> parts = task.parts;
    if (parts.empty()) tasks_.finish(t);  // a choice in it has left everything out
    for (const std::int32_t part : parts) begin(part);
    return;
  }
  assert(is_call(*task.step) && "only calls and batches come to calls");
  const std::int32_t call = call_for(task);
  task.call = call;
  ScriptMeetingState& meeting = meetings_[call];
  const std::size_t member =
      meeting.is_message ? (sends_message(task.step->operation) ? sender : receiver)
                         : index(std::ranges::find(meeting.members, task.rank) - meeting.members.begin());
  meeting.tasks[member] = t;
  ++meeting.come;
  if (meeting.is_message)
    message_came(call, member == sender);
  else
    collective_came(call);
}

// The call of which the task is a part. The first task that comes makes the call.
std::int32_t ScriptCalls::call_for(const ScriptTask& task) {
  const ScriptStep& step = *task.step;
  if (is_collective(step.operation)) {
    const std::int64_t sequence = world_.state.of(task.rank).calls_on_group[step.group]++;
    const auto [found, added] = collective_calls_.try_emplace({step.group, sequence});
    if (added)
      found->second = add_meeting(step, {.group = step.group,
                                         .sequence = sequence,
                                         .members = world_.program.groups[step.group].members,
                                         .tasks = {}});
    return found->second;
  }
  const bool sends = sends_message(step.operation);
  const Rank from = sends ? task.rank : step.peer, to = sends ? step.peer : task.rank;
  const Ends ends{step.group, from, to};
  const std::int64_t sequence = (sends ? sent_ : received_)[ends]++;
  const auto [found, added] = message_calls_.try_emplace({ends, sequence});
  if (added)
    found->second = add_meeting(
        step,
        {.is_message = true, .group = step.group, .sequence = sequence, .members = {from, to}, .tasks = {}});
  return found->second;
}

std::int32_t ScriptCalls::add_connection(const ScriptStep& step, const std::vector<Rank>& members) {
  return add_meeting(step, {.is_message = is_message(step.operation) && members.size() == 2,
                            .connects = true,
                            .group = step.group,
                            .members = members,
                            .tasks = {}});
}

void ScriptCalls::connect(std::int32_t t, std::int32_t connection) {
  ScriptTask& task = world_.state.task(t);
  task.begun = true;
  task.begins = world_.now();
  task.call = connection;
  ScriptMeetingState& meeting = meetings_[connection];
  meeting.tasks[index(std::ranges::find(meeting.members, task.rank) - meeting.members.begin())] = t;
  if (++meeting.come < std::ssize(meeting.members)) return;
  world_.recorder.call_matched(connection);
  meeting.matched = true;
  for (const std::int32_t each : meeting.tasks) tasks_.finish(each);
}

std::int32_t ScriptCalls::add_meeting(const ScriptStep& step, ScriptMeetingState meeting) {
  meeting.tasks.assign(meeting.members.size(), ScriptTasks::none);
  const std::string_view what = meeting.connects     ? "connect"
                                : meeting.is_message ? "send"
                                                     : info_of(step.operation).name;
  const Bytes size = meeting.connects     ? Bytes{}
                     : meeting.is_message ? step.payload.bytes()
                                          : size_of(collective_of(step, meeting.members));
  world_.recorder.add_call({.what = std::string(what),
                            .ranks = meeting.members,
                            .group = world_.program.groups[meeting.group].name,
                            .sequence = meeting.sequence,
                            .size = size});
  meetings_.push_back(std::move(meeting));
  return static_cast<std::int32_t>(meetings_.size()) - 1;
}

void ScriptCalls::collective_came(std::int32_t call) {
  using Fit = ScriptMismatches::Fit;
  ScriptMeetingState& meeting = meetings_[call];
  if (meeting.come < static_cast<int>(meeting.members.size())) return;
  const Fit fit = mismatches_.of_collective(call, meeting, steps_of(call));
  meeting.broken = fit == Fit::never;
  if (fit != Fit::never) start_collective(call, fit == Fit::yes);
}

void ScriptCalls::start_collective(std::int32_t call, bool values_are_known) {
  ScriptMeetingState& meeting = meetings_[call];
  meeting.matched = true;
  world_.recorder.call_matched(call);
  const ScriptMeeting steps{.members = meeting.members, .steps = steps_of(call)};
  const Result<const ScriptCollectives::Timing*> timing = collectives_.timing(steps);
  if (!timing) {
    failure_ = timing.error();
    return;
  }
  if (values_are_known) {
    Result<ScriptCollectives::Outcome> outcome = collectives_.values(steps, world_.tensors.now());
    if (!outcome) {
      failure_ = outcome.error();
      return;
    }
    outcomes_[call] = std::move(*outcome);
  }
  world_.recorder.collective(call, **timing);
  const Time end = world_.now() + (*timing)->duration;
  for (const std::int32_t task : meeting.tasks) spans_[call].push_back(carry(task, world_.now(), end));
  under_way_.start(call, **timing, world_.now());
  world_.events.post(end, ScriptEvents::What::collective_ends, static_cast<std::uint32_t>(call));
}

bool ScriptCalls::collective_ends(std::int32_t call, std::uint32_t stamp) {
  if (!under_way_.holds(call, stamp)) return false;
  const SlowedWork work = under_way_.stop(call);
  if (work.was_slowed()) world_.recorder.slowed(call, work);
  for (const std::size_t span : spans_[call]) world_.recorder.span_ends(span);
  spans_.erase(call);
  const ScriptMeetingState& meeting = meetings_[call];
  const auto outcome = outcomes_.find(call);
  for (std::size_t m = 0; m < meeting.members.size(); ++m) {
    const ScriptPayload& output = output_of(step_of(call, m));
    if (outcome == outcomes_.end())
      world_.tensors.forget(meeting.members[m], output);
    else if (m < outcome->second.outputs.size())
      world_.tensors.put(meeting.members[m], output, outcome->second.outputs[m]);
  }
  if (outcome != outcomes_.end()) {
    world_.recorder.sums(call, std::move(outcome->second.sums));
    outcomes_.erase(outcome);
  }
  for (const std::int32_t task : meeting.tasks) tasks_.finish(task);
  return true;
}

void ScriptCalls::message_came(std::int32_t call, bool is_sender) {
  ScriptMeetingState& meeting = meetings_[call];
  const bool both = meeting.come == 2;
  if (both) {
    world_.recorder.call_matched(call);
    world_.recorder.message_size(call, step_of(call, sender).payload.bytes());
    if (mismatches_.of_message(meeting, steps_of(call)) == ScriptMismatches::Fit::never) {
      meeting.broken = true;
      return;
    }
    meeting.matched = true;
  }
  if (is_sender && (both || leaves_before_receive(call)))
    start_message(call);
  else if (!is_sender && both && meeting.transfer < 0)
    start_message(call);
  else if (both && meeting.arrived)
    receive(call);
}

// Whether small messages need a slot of a communicator's buffer to leave before their receive.
bool ScriptCalls::uses_slots() const {
  return world_.flavour.buffered && world_.program.calls.communicators != ScriptCommunicators::unsaid;
}

// Whether the message is small enough to leave without waiting for its receive. REQUIRES: the sender has come
// to the call.
bool ScriptCalls::is_eager(std::int32_t call) const {
  const Bytes size = step_of(call, sender).payload.bytes();
  if (uses_slots()) return size <= world_.program.calls.buffered.value_or(*world_.flavour.buffered);
  return size < world_.flavour.eager_below;
}

// Takes a slot for the message if it needs one. REQUIRES: the sender has come to the call, and not the
// receiver.
bool ScriptCalls::leaves_before_receive(std::int32_t call) {
  if (!is_eager(call)) return false;
  ScriptMeetingState& meeting = meetings_[call];
  meeting.has_slot =
      uses_slots() && slots_.take({meeting.group, meeting.members[sender], meeting.members[receiver]}, call);
  return meeting.has_slot || !uses_slots();
}

// The message is received. The first message that waits for a slot, and not for a receive that has come
// meanwhile, gets this one.
void ScriptCalls::give_slot_back(std::int32_t call) {
  ScriptMeetingState& meeting = meetings_[call];
  if (!std::exchange(meeting.has_slot, false)) return;
  const SendSlots::Ends ends{meeting.group, meeting.members[sender], meeting.members[receiver]};
  for (const std::int32_t waiting : slots_.give_back(ends))
    if (meetings_[waiting].come == 1 && leaves_before_receive(waiting)) start_message(waiting);
}

void ScriptCalls::start_message(std::int32_t call) {
  ScriptMeetingState& meeting = meetings_[call];
  const ScriptStep& send = step_of(call, sender);
  const Result<std::uint32_t> message =
      network_.add(meeting.members[sender], meeting.members[receiver], send.payload.bytes(), world_.now());
  if (!message) {
    failure_ = fail_at(send.line, "{}", message.error().message).value();
    return;
  }
  meeting.transfer = static_cast<std::int32_t>(*message);
  call_of_message_.push_back(call);
  data_.push_back(world_.tensors.now().get(meeting.members[sender], send.payload));
  world_.events.post(world_.now() + network_.before_first_byte(), ScriptEvents::What::first_byte, *message);
}

void ScriptCalls::first_byte(std::uint32_t message) {
  network_.start(message, world_.now());
  under_way_.start_message(message, network_.shares(message));
  post_due();
}

bool ScriptCalls::last_byte(std::uint32_t message, std::uint32_t stamp) {
  if (!network_.flows().holds(message, stamp)) return false;
  network_.stop(message, world_.now());
  under_way_.stop_message(message);
  const std::int32_t call = call_of_message_[message];
  if (is_eager(call)) tasks_.finish(meetings_[call].tasks[sender]);
  world_.events.post(world_.now() + network_.latency(message), ScriptEvents::What::arrives, message);
  return true;
}

void ScriptCalls::message_arrives(std::uint32_t message) {
  network_.arrived(message, world_.now());
  const std::int32_t call = call_of_message_[message];
  ScriptMeetingState& meeting = meetings_[call];
  meeting.arrived = true;
  const Transfer& transfer = network_.transfers()[message];
  const bool has_left = world_.state.task(meeting.tasks[sender]).done;  // an eager message
  carry(meeting.tasks[sender], transfer.ready, has_left ? transfer.sent : world_.now());
  tasks_.finish(meeting.tasks[sender]);
  if (meeting.matched) receive(call);
}

void ScriptCalls::receive(std::int32_t call) {
  const ScriptMeetingState& meeting = meetings_[call];
  const ScriptPayload& into = step_of(call, receiver).payload;
  const ScriptPayload& from = step_of(call, sender).payload;
  const bool readable = from.has_values() && size_of(from.dtype) == size_of(into.dtype);
  if (readable)
    world_.tensors.put(meeting.members[receiver], into, data_[meeting.transfer]);
  else
    world_.tensors.forget(meeting.members[receiver], into);
  data_[meeting.transfer] = {};
  const Transfer& transfer = network_.transfers()[meeting.transfer];
  carry(meeting.tasks[receiver], transfer.ready, transfer.end);
  tasks_.finish(meeting.tasks[receiver]);
  give_slot_back(call);
}

// Records that the call occupies the rank's communication lane. On a stream, it also records that the task
// waited for the other ranks before. Returns the number of the span.
std::size_t ScriptCalls::carry(std::int32_t t, Time from, Time to) {
  const ScriptTask& task = world_.state.task(t);
  ScriptSpan span{.rank = task.rank,
                  .lane = ScriptLane::communication,
                  .kind = ScriptSpan::Kind::waits,
                  .line = task.step->line,
                  .what = task.step->what,
                  .call = task.call,
                  .start = task.begins,
                  .end = from};
  if (!world_.flavour.on_host && task.begins < from) world_.recorder.span(span);
  span.kind = ScriptSpan::Kind::carries;
  span.start = from;
  span.end = to;
  return world_.recorder.span(std::move(span));
}

void ScriptCalls::resolve_rates() {
  if (under_way_.unresolved()) {
    const CallsUnderWay::Changes changes = under_way_.resolve(world_.now());
    for (const CallsUnderWay::Due& due : changes.due)
      world_.events.post(due.end, ScriptEvents::What::collective_ends, static_cast<std::uint32_t>(due.call),
                         due.stamp);
    for (const CallsUnderWay::Rest& rest : changes.left) network_.leave(rest.link, rest.part);
  }
  if (!network_.flows().unresolved()) return;
  network_.flows().resolve(world_.now());
  post_due();
}

void ScriptCalls::post_due() {
  for (const Flows::Due& due : network_.flows().due())
    world_.events.post(due.end, ScriptEvents::What::last_byte, due.flow, due.stamp);
  network_.flows().due().clear();
}

}  // namespace commlab
