#include "sim/engine/engine.h"

#include <algorithm>
#include <utility>

namespace commlab {

Result<Time> Engine::run() {
  for (std::uint32_t l = 0; l < lanes_.size(); ++l)
    if (lanes_[l].state != State::absent) post(costs_.launch, l, go_on);
  while (true) {
    if (!queue_.has_now() && flows_.unresolved()) {
      flows_.resolve(queue_.now());
      post_due();
    }
    if (queue_.empty()) break;
    handle(queue_.pop());
    for (std::size_t i = 0; i < ready_.size(); ++i) advance(ready_[i]);
    ready_.clear();
    if (told_to_stop())
      return fail(Fault::runtime, "stopped, {} of {} instructions done", done_, instructions_);
  }
  for (const LaneState& lane : lanes_)
    if (lane.state != State::done) return tl::unexpected(stuck());
  return finish_;
}

// Now and then: says how far the run is, and asks whether to give it up.
bool Engine::told_to_stop() {
  constexpr std::uint32_t often = 1u << 12;
  if (++turns_ % often != 0) return false;
  if (report_) report_(static_cast<double>(done_) / static_cast<double>(instructions_), "");
  return stop_.stop_requested();
}

void Engine::handle(const EventQueue::Event& event) {
  switch (static_cast<What>(event.what & ((1u << what_bits) - 1))) {
    case go_on:
      lanes_[event.lane].state = State::ready;
      advance(event.lane);
      break;
    case head_arrived:
      ++lanes_[static_cast<std::size_t>(lanes_[event.lane].source)].heads;
      if (lanes_[event.lane].state == State::waits_for_message) advance(event.lane);
      break;
    case arrived: message_arrived(event.lane); break;
    case flow_ends:
      if (!flows_.holds(event.lane, event.what >> what_bits)) break;
      flows_.stop(event.lane, queue_.now());
      flow_ended(event.lane);
      break;
    case hop_ends: message_hop(event); break;
    case landed: move_landed(event.lane); break;
    case member_arrived: member_has_arrived(event.lane); break;
  }
}

void Engine::advance(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  if (state.asleep && has_to_wake(lane)) return;
  while (state.next != state.end) {
    const Instruction& i = *state.next;
    if (i.dependencies > 0 && !dependencies_kept(lane, i)) return;
    if (record_ && !receives(i.op)) record_ready(lane);
    if (sends(i.op) && !slot_is_free(lane)) return;
    if (receives(i.op) && !message_is_there(lane, i)) return;
    if (i.op == Opcode::wait && !all_have_arrived(lane)) return;
    if (record_) record_ready(lane);
    if ((sends(i.op) || shares(i.op)) && !overhead_is_paid(lane)) return;
    if (i.op == Opcode::arrive) post(queue_.now() + Time{state.latency}, lane, member_arrived);
    if (sends(i.op) ? start_sending(lane, i) : shares(i.op) ? start_sharing(lane, i) : start_work(lane, i))
      return;
    finish_instruction(lane);
  }
  state.state = State::done;
  finish_ = queue_.now();
  finish_lane(lane);
}

// The rank's last lane to end begins all of them again, while calls are left.
void Engine::finish_lane(std::uint32_t lane) {
  RankState& rank = ranks_[static_cast<std::size_t>(lanes_[lane].rank)];
  if (--rank.lanes_at_work > 0 || rank.calls_left == 0) return;
  --rank.calls_left;
  const auto first = static_cast<std::size_t>(lanes_[lane].first_of_rank);
  const auto last =
      static_cast<std::size_t>(placement_.first_lane[static_cast<std::size_t>(lanes_[lane].rank) + 1]);
  rank.lanes_at_work = static_cast<std::int32_t>(last - first);
  for (std::size_t l = first; l < last; ++l) {
    lanes_[l].next = placement_.lanes[l].code;
    lanes_[l].done = 0;
    lanes_[l].asleep = true;
    lanes_[l].state = State::held;
    post(queue_.now() + costs_.launch, static_cast<std::uint32_t>(l), go_on);
  }
}

bool Engine::has_to_wake(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  state.asleep = false;
  if (machine_.work.wake == Time{}) return false;
  constexpr Rate byte_per_picosecond = rate_of({1'000'000'000'000});
  state.state = State::waking;
  flows_.start(lane, state.waking,
               {.bytes = machine_.work.wake.ps, .stretch = state.stretch, .cap = byte_per_picosecond},
               queue_.now());
  post_due();
  return true;
}

bool Engine::dependencies_kept(std::uint32_t lane, const Instruction& i) {
  const Program& program = programs_.of(placement_.lanes[lane].rank);
  for (const Dependency& d : program.depends_on(i)) {
    LaneState& other = lanes_[static_cast<std::size_t>(lanes_[lane].first_of_rank + d.lane)];
    if (other.done > d.index) continue;
    lanes_[lane].state = State::waits_for_lane;
    lanes_[lane].asleep = true;
    lanes_[lane].next_waiter = other.first_waiter;
    other.first_waiter = static_cast<std::int32_t>(lane);
    return false;
  }
  return true;
}

bool Engine::slot_is_free(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  if (state.sent - state.taken < programs_.slots) return true;
  state.state = State::waits_for_slot;
  state.asleep = true;
  return false;
}

bool Engine::message_is_there(std::uint32_t lane, const Instruction& i) {
  LaneState& state = lanes_[lane];
  const LaneState& source = lanes_[static_cast<std::size_t>(state.source)];
  const std::int32_t there = streaming_ && sends(i.op) ? source.heads : source.arrived;
  if (there > source.taken) return true;
  state.state = State::waits_for_message;
  state.asleep = true;
  return false;
}

void Engine::member_has_arrived(std::uint32_t lane) {
  const auto barrier = static_cast<std::size_t>(placement_.lanes[lane].barrier);
  const auto& members = placement_.barriers[barrier].lanes;
  auto& meetings = arrived_[barrier];
  const auto meeting = static_cast<std::size_t>(lanes_[lane].arrived++);
  if (meeting == meetings.size()) meetings.push_back(0);
  if (++meetings[meeting] < members.size()) return;
  for (const std::int32_t member : members) {
    if (lanes_[static_cast<std::size_t>(member)].state != State::waits_for_arrival) continue;
    if (record_) records_[static_cast<std::size_t>(member)].cause = records_[lane].cause;
    wake(static_cast<std::uint32_t>(member));
  }
}

bool Engine::all_have_arrived(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  const auto barrier = static_cast<std::size_t>(placement_.lanes[lane].barrier);
  const auto meeting = static_cast<std::size_t>(state.taken);
  if (meeting < arrived_[barrier].size() &&
      arrived_[barrier][meeting] == placement_.barriers[barrier].lanes.size()) {
    ++state.taken;
    return true;
  }
  state.state = State::waits_for_arrival;
  state.asleep = true;
  return false;
}

bool Engine::overhead_is_paid(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  if (state.overhead == 0 || state.overhead_paid) return true;
  state.overhead_paid = true;
  state.state = State::held;
  post(queue_.now() + Time{state.overhead}, lane, go_on);
  return false;
}

void Engine::finish_instruction(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  if (receives(state.next->op)) {
    LaneState& source = lanes_[static_cast<std::size_t>(state.source)];
    if (source.state == State::waits_for_slot) {
      if (record_) records_[static_cast<std::size_t>(state.source)].cause = message_of(state);
      wake(static_cast<std::uint32_t>(state.source));
    }
    ++source.taken;
  }
  ++done_;
  go_to_next(lane);
  count_done(lane);
}

void Engine::go_to_next(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  ++state.next;
  state.overhead_paid = false;
  if (record_) records_[lane].is_ready = false;
}

// Who waited for it can go on.
void Engine::count_done(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  ++state.done;
  std::int32_t waiter = std::exchange(state.first_waiter, -1);
  while (waiter >= 0) {
    if (record_) records_[static_cast<std::size_t>(waiter)].cause = records_[lane].cause;
    wake(static_cast<std::uint32_t>(waiter));
    waiter = lanes_[static_cast<std::size_t>(waiter)].next_waiter;
  }
}

void Engine::wake(std::uint32_t lane) {
  lanes_[lane].state = State::ready;
  ready_.push_back(lane);
}

}  // namespace commlab
