#include "sim/engine.h"

#include <algorithm>
#include <utility>

namespace commlab {
namespace {

// splitmix64 (Steele, Lea, Flood, 2014): the same number for the same question, in any order.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

Rate cap_of(const RateCurve& curve, std::int64_t bytes) {
  return curve.limited() ? rate_of(curve.at({bytes})) : unlimited;
}

}  // namespace

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
  flows_.start(lane, state.work,
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

bool Engine::start_sending(std::uint32_t lane, const Instruction& i) {
  LaneState& state = lanes_[lane];
  const std::int64_t bytes = bytes_of(lane, i);
  const std::int64_t stretch = stretch_of(lane);
  const Time now = queue_.now();
  ++state.sent;
  state.state = State::flowing;
  if (record_) record_start(lane, i, bytes);
  if (streaming_) post(now + Time{state.latency}, static_cast<std::uint32_t>(state.target), head_arrived);
  if (links_ == LinkModel::fifo) {
    const auto stretched = static_cast<std::int64_t>(static_cast<__int128>(bytes) * stretch >> 20);
    const PlacedLane& placed = placement_.lanes[lane];
    const std::uint32_t message = fifo_.add({.lane = lane,
                                             .link = placed.first_link,
                                             .crossed = 0,
                                             .left = placed.links - 1,
                                             .bytes = stretched});
    const auto first = static_cast<std::size_t>(placement_.links[placed.first_link]);
    post(fifo_.cross(first, stretched, now), message, hop_ends);
    return true;
  }
  Rate cap = std::min(state.cap, cap_of(machine_.work.send, bytes));
  if (i.op == Opcode::recv_reduce_send) cap = std::min(cap, cap_of(machine_.work.reduce, bytes));
  if (links_ == LinkModel::ideal) cap = std::min(cap, state.narrowest);
  const std::int64_t on_the_wire = bytes * wire_ >> 20;
  if (record_) transfers_.back().alone = Flows::alone(on_the_wire, std::min(cap, state.narrowest));
  flows_.start(lane, state.route, {.bytes = bytes, .stretch = stretch, .cap = cap}, now);
  post_due();
  return true;
}

// A store to a group or a load from it.
bool Engine::start_sharing(std::uint32_t lane, const Instruction& i) {
  LaneState& state = lanes_[lane];
  const std::int64_t bytes = bytes_of(lane, i);
  const std::int64_t stretch = stretch_of(lane);
  ++state.sent;
  state.state = State::flowing;
  Rate cap = cap_of(machine_.work.send, bytes);
  if (links_ == LinkModel::ideal) cap = std::min(cap, state.narrowest);
  if (record_) {
    const auto stretched = static_cast<std::int64_t>(static_cast<__int128>(bytes) * stretch >> 20);
    record_sharing(lane, i, bytes, Flows::alone(stretched, std::min(cap, state.narrowest)));
  }
  flows_.start(lane, state.route, {.bytes = bytes, .stretch = stretch, .cap = cap}, queue_.now());
  post_due();
  return true;
}

bool Engine::start_work(std::uint32_t lane, const Instruction& i) {
  if (meets(i.op)) return false;
  const Work& work = machine_.work;
  const RateCurve& curve = reduces(i.op) ? work.reduce : i.op == Opcode::copy ? work.copy : work.receive;
  if (!curve.limited()) return false;
  LaneState& state = lanes_[lane];
  const std::int64_t bytes = bytes_of(lane, i);
  state.state = State::flowing;
  if (record_) record_work(lane, i, bytes);
  flows_.start(lane, state.work, {.bytes = bytes, .stretch = state.stretch, .cap = cap_of(curve, bytes)},
               queue_.now());
  post_due();
  return true;
}

// A send's last byte has left, or work is done.
void Engine::flow_ended(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  if (state.state == State::waking) {
    state.state = State::ready;
    advance(lane);
    return;
  }
  const Instruction& i = *state.next;
  if (shares(i.op)) return sharing_ended(lane);
  if (sends(i.op)) {
    if (receives(i.op)) {  // streaming: what has not come cannot have been passed on
      const LaneState& source = lanes_[static_cast<std::size_t>(state.source)];
      if (source.arrived == source.taken) {
        state.state = State::drains;
        return;
      }
    }
    if (record_) {
      Record& record = records_[lane];
      transfers_[static_cast<std::size_t>(record.transfer)].sent = queue_.now();
      record.cause = record.transfer;
    }
    if (links_ != LinkModel::fifo)
      post(queue_.now() + Time{state.latency}, static_cast<std::uint32_t>(state.target), arrived);
  } else if (record_) {
    spans_[static_cast<std::size_t>(records_[lane].span)].end = queue_.now();
  }
  state.state = State::ready;
  finish_instruction(lane);
  advance(lane);
}

// The last byte of a store to a group, or of a load from it, has left.
void Engine::sharing_ended(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  if (record_) {
    Record& record = records_[lane];
    transfers_[static_cast<std::size_t>(record.transfer)].sent = queue_.now();
    record.cause = record.transfer;
  }
  post(queue_.now() + Time{state.latency}, lane, landed);
  state.state = State::ready;
  go_to_next(lane);
  advance(lane);
}

// What was stored is everywhere, or what was asked for is there.
void Engine::move_landed(std::uint32_t lane) {
  const auto which = static_cast<std::size_t>(lanes_[lane].arrived++);
  finish_ = queue_.now();
  if (!record_) return count_done(lane);
  Record& record = records_[lane];
  const std::int32_t moved = record.messages[which];
  transfers_[static_cast<std::size_t>(moved)].end = queue_.now();
  const std::int32_t cause = std::exchange(record.cause, moved);  // of those who waited for this move
  count_done(lane);
  record.cause = cause;
}

void Engine::message_arrived(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  LaneState& source = lanes_[static_cast<std::size_t>(state.source)];
  if (record_) {
    const std::int32_t message =
        records_[static_cast<std::size_t>(state.source)].messages[static_cast<std::size_t>(source.arrived)];
    transfers_[static_cast<std::size_t>(message)].end = queue_.now();
    if (state.state == State::waits_for_message) records_[lane].cause = message;
  }
  ++source.arrived;
  if (state.state == State::waits_for_message) {
    state.state = State::ready;
    advance(lane);
  } else if (state.state == State::drains) {
    flow_ended(lane);
  }
}

// Store and forward: one link of the route is behind the message, which knows its way: with a million
// of them under way, to look its lane up costs more than all else.
void Engine::message_hop(const EventQueue::Event& event) {
  StoreAndForward::Message& message = fifo_[event.lane];
  const auto link = static_cast<std::size_t>(placement_.links[message.link]);
  const bool reaches_link = (event.what >> what_bits) == 1;  // rather than leaves one
  if (reaches_link) {
    post(fifo_.cross(link, message.bytes, queue_.now()), event.lane, hop_ends);
    return;
  }
  const std::uint32_t lane = message.lane;
  const bool first = message.crossed == 0;
  const Time latency = topology_.links[link].latency;
  if (message.left > 0) {
    ++message.link;
    ++message.crossed;
    --message.left;
    post(queue_.now() + latency, event.lane, hop_ends, 1);
  } else {
    fifo_.remove(event.lane);
    post(queue_.now() + latency + costs_.latency, static_cast<std::uint32_t>(lanes_[lane].target), arrived);
  }
  if (first) flow_ended(lane);
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

void Engine::post_due() {
  for (const Flows::Due& due : flows_.due()) post(due.end, due.flow, flow_ends, due.stamp);
  flows_.due().clear();
}

std::int64_t Engine::bytes_of(std::uint32_t lane, const Instruction& i) const {
  return uniform_chunk_bytes_ >= 0 ? i.blocks * uniform_chunk_bytes_
                                   : programs_.bytes(placement_.lanes[lane].rank, i).count;
}

std::int64_t Engine::stretch_of(std::uint32_t lane) const {
  const LaneState& state = lanes_[lane];
  const std::int64_t stretch = state.stretch * wire_ >> 20;
  if (jitter_ == 0) return stretch;
  const std::uint64_t question =
      mixed(seed_) ^ (static_cast<std::uint64_t>(lane) << 32 | static_cast<std::uint32_t>(state.sent));
  const auto luck = static_cast<std::int64_t>(mixed(question) >> 44);  // of 2^20
  return stretch + (stretch * ((jitter_ * luck) >> 20) >> 20);
}

}  // namespace commlab
