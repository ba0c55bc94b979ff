// What takes time: messages on their way, what is stored to a group or loaded from it, and work; how each
// begins, and what follows when its last byte has left and when it has arrived.

#include <algorithm>
#include <utility>

#include "core/base/splitmix.h"
#include "sim/engine.h"

namespace commlab {
namespace {

Rate cap_of(const RateCurve& curve, std::int64_t bytes) {
  return curve.limited() ? rate_of(curve.at({bytes})) : unlimited;
}

// Work counted in bytes of traffic, `traffic` 2^-20 of one to a byte; alone it takes as long as it did.
Flows::Load as_traffic(const Flows::Load& load, std::int64_t traffic) {
  const auto scaled = [traffic](std::int64_t value) {
    return static_cast<std::int64_t>(
        std::min<__int128>(unlimited / 2, static_cast<__int128>(value) * traffic >> 20));
  };
  return {.bytes = load.bytes,
          .stretch = scaled(load.stretch),
          .cap = load.cap == unlimited ? unlimited : scaled(load.cap)};
}

std::int64_t stretched(std::int64_t bytes, std::int64_t stretch) {
  return static_cast<std::int64_t>(static_cast<__int128>(bytes) * stretch >> 20);
}

}  // namespace

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
    start_hops(lane, stretched(bytes, stretch));
    return true;
  }
  Rate cap = std::min(state.cap, cap_of(machine_.work.send, bytes));
  if (i.op == Opcode::recv_reduce_send) cap = std::min(cap, cap_of(machine_.work.reduce, bytes));
  if (links_ == LinkModel::ideal) cap = std::min(cap, state.narrowest);
  const std::int64_t on_the_wire = bytes * wire_ >> 20;
  if (record_) transfers_.back().alone = Flows::alone(on_the_wire, std::min(cap, state.narrowest));
  const std::uint32_t route = receives(i.op) ? state.fused : state.route;
  flows_.start(lane, route, {.bytes = bytes, .stretch = stretch, .cap = cap}, now);
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
    const Time alone = Flows::alone(stretched(bytes, stretch), std::min(cap, state.narrowest));
    record_sharing(lane, i, bytes, alone);
  }
  flows_.start(lane, state.route, {.bytes = bytes, .stretch = stretch, .cap = cap}, queue_.now());
  post_due();
  return true;
}

bool Engine::start_work(std::uint32_t lane, const Instruction& i) {
  if (meets(i.op)) return false;
  const Work& work = machine_.work;
  const RateCurve& curve = reduces(i.op) ? work.reduce : i.op == Opcode::copy ? work.copy : work.receive;
  const bool lands_in_place = i.op == Opcode::recv;
  if (!curve.limited() && (lands_in_place || work.memory == Bandwidth{})) return false;
  LaneState& state = lanes_[lane];
  const std::int64_t bytes = bytes_of(lane, i);
  state.state = State::flowing;
  if (record_) record_work(lane, i, bytes);
  const Flows::Load load{.bytes = bytes, .stretch = state.stretch, .cap = cap_of(curve, bytes)};
  flows_.start(lane, state.work, reduces(i.op) ? as_traffic(load, reduction_) : load, queue_.now());
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
    if (record_) record_sent(lane);
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
  if (record_) record_sent(lane);
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

// Store and forward: over the first link of the route.
void Engine::start_hops(std::uint32_t lane, std::int64_t bytes) {
  const PlacedLane& placed = placement_.lanes[lane];
  const std::uint32_t message = fifo_.add(
      {.lane = lane, .link = placed.first_link, .crossed = 0, .left = placed.links - 1, .bytes = bytes});
  const auto first = static_cast<std::size_t>(placement_.links[placed.first_link]);
  post(fifo_.cross(first, bytes, queue_.now()), message, hop_ends);
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
      splitmix(seed_) ^ (static_cast<std::uint64_t>(lane) << 32 | static_cast<std::uint32_t>(state.sent));
  const auto luck = static_cast<std::int64_t>(splitmix(question) >> 44);  // of 2^20
  return stretch + (stretch * ((jitter_ * luck) >> 20) >> 20);
}

}  // namespace commlab
