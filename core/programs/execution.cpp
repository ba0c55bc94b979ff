#include "core/programs/execution.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "core/base/index.h"
#include "core/programs/check_programs.h"
#include "core/programs/receivers.h"

namespace commlab {

Execution::Execution(const Programs& programs, int slots) : programs_(programs), slots_(slots) {
  assert(check_form(programs) && slots >= 0);
  std::map<std::pair<int, int>, int> known_barriers;
  const auto barrier = [&](int group, int channel) {
    const auto [found, added] =
        known_barriers.try_emplace({group, channel}, static_cast<int>(barriers_.size()));
    if (added) barriers_.push_back({.lanes = std::vector<int>(programs.members(group).size(), -1)});
    return found->second;
  };
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank) {
    first_lane_.push_back(static_cast<int>(lanes_.size()));
    const Program& program = programs.of(rank);
    for (std::size_t l = 0; l < program.lanes.size(); ++l) {
      const Lane& code = program.lanes[l];
      const int self = static_cast<int>(lanes_.size());
      LaneState state{.rank = rank, .lane = static_cast<int>(l), .code = &code};
      if (code.send_peer != no_peer) {
        state.out = static_cast<int>(connections_.size());
        connections_.push_back({.sender = self});
      }
      if (code.is_barrier()) {
        const auto& members = programs.members(code.group);
        const auto place = index(std::ranges::find(members, rank) - members.begin());
        state.barrier = barrier(code.group, code.channel);
        barriers_[state.barrier].lanes[place] = self;
      }
      lanes_.push_back(state);
      if (!state.through()) active_.push_back(self);
    }
  }
  join_receivers();
}

void Execution::join_receivers() {
  const Receivers receivers(programs_);
  for (const LaneState& sending : lanes_) {
    if (sending.out < 0) continue;
    const Rank peer = programs_.peer(sending.rank, sending.code->send_peer);
    const std::int32_t lane = receivers.lane_for(sending.rank, *sending.code, peer);
    if (lane < 0) continue;
    const int receiver = first_lane_[peer] + lane;
    connections_[sending.out].receiver = receiver;
    lanes_[receiver].in = sending.out;
  }
  for (std::size_t l = 0; l < lanes_.size(); ++l) {  // nobody sends to these
    if (lanes_[l].code->recv_peer == no_peer || lanes_[l].in >= 0) continue;
    lanes_[l].in = static_cast<int>(connections_.size());
    connections_.push_back({.receiver = static_cast<int>(l)});
  }
}

std::optional<Happened> Execution::next() {
  while (!active_.empty()) {
    if (cursor_ == active_.size()) {
      std::erase_if(active_, [&](int l) { return lanes_[l].through(); });
      if (!progress_) return std::nullopt;
      cursor_ = 0;
      progress_ = false;
      continue;
    }
    LaneState& lane = lanes_[active_[cursor_]];
    if (lane.through() || obstacle(lane)) {
      ++cursor_;
      continue;
    }
    progress_ = true;
    return perform(lane);
  }
  return std::nullopt;
}

std::optional<Blocked> Execution::obstacle(const LaneState& l) const {
  const Instruction& i = head(l);
  Blocked blocked{.rank = l.rank, .lane = l.lane, .index = l.next};
  if (const Dependency* d = unmet(l, i)) {
    blocked.dependency = *d;
    return blocked;
  }
  if (sends(i.op) && !has_slot(connections_[l.out])) {
    blocked.lacks = Blocked::Lacks::slot;
    blocked.peer = programs_.peer(l.rank, l.code->send_peer);
    return blocked;
  }
  if (receives(i.op) && !has_message(connections_[l.in])) {
    blocked.lacks = Blocked::Lacks::message;
    blocked.peer = programs_.peer(l.rank, l.code->recv_peer);
    return blocked;
  }
  if (i.op == Opcode::wait && !all_have_arrived(l)) {
    blocked.lacks = Blocked::Lacks::arrival;
    blocked.peer = first_to_miss(l);
    return blocked;
  }
  return std::nullopt;
}

Happened Execution::perform(LaneState& l) {
  const Instruction& i = head(l);
  Happened event{.rank = l.rank, .lane = l.lane, .index = l.next, .instruction = &i};
  if (receives(i.op)) {
    Connection& in = connections_[l.in];
    event.taken = in.messages[in.received++];
  }
  if (sends(i.op)) {
    event.sent = messages_++;
    connections_[l.out].messages.push_back(event.sent);
  }
  if (i.op == Opcode::arrive) event.meeting = arrive(l);
  if (i.op == Opcode::wait) event.meeting = barriers_[l.barrier].meetings[l.waits++];
  ++l.next;
  return event;
}

// The number of the meeting.
std::int32_t Execution::arrive(LaneState& l) {
  Barrier& b = barriers_[l.barrier];
  const auto which = index(l.arrivals++);
  if (which == b.meetings.size()) {
    b.meetings.push_back(meetings_++);
    b.arrived.push_back(0);
  }
  ++b.arrived[which];
  return b.meetings[which];
}

bool Execution::all_have_arrived(const LaneState& l) const {
  const Barrier& b = barriers_[l.barrier];
  const auto which = index(l.waits);
  return which < b.arrived.size() && b.arrived[which] == b.lanes.size();
}

// REQUIRES: not all have arrived.
Rank Execution::first_to_miss(const LaneState& l) const {
  const Barrier& b = barriers_[l.barrier];
  const auto missing = std::ranges::find_if(
      b.lanes, [&](int member) { return member < 0 || lanes_[member].arrivals <= l.waits; });
  return programs_.members(l.code->group)[missing - b.lanes.begin()];
}

const Execution::LaneState& Execution::lane(Rank rank, int lane) const {
  return lanes_[first_lane_[rank] + lane];
}

const Dependency* Execution::unmet(const LaneState& l, const Instruction& i) const {
  for (const Dependency& d : programs_.of(l.rank).depends_on(i))
    if (lane(l.rank, d.lane).next <= d.index) return &d;
  return nullptr;
}

bool Execution::has_slot(const Connection& c) const {
  const std::size_t under_way = c.messages.size() - c.received;
  if (slots_ > 0) return under_way < index(slots_);
  return under_way == 0 && c.receiver >= 0 && offers_receive(lanes_[c.receiver]);
}

// Without slots: whether the lane offers its next receive. The receive may still wait for sends of its own
// step, in its lane or another, if these are ready themselves: they are offered together.
bool Execution::offers_receive(const LaneState& l) const {
  if (l.through()) return false;
  const std::size_t next = index(l.next);
  const bool behind_send = at_hand(l, l.next, head(l).step) && next + 1 < l.code->code.size();
  const Instruction& receive = l.code->code[behind_send ? next + 1 : next];
  if (!receives(receive.op) || (behind_send && receive.step != head(l).step)) return false;
  if (sends(receive.op) && (behind_send || !has_slot(connections_[l.out]))) return false;
  return std::ranges::all_of(programs_.of(l.rank).depends_on(receive), [&](const Dependency& d) {
    const LaneState& other = lane(l.rank, d.lane);
    return other.next > d.index || at_hand(other, d.index, receive.step);
  });
}

// Whether the instruction is a send of that step that lacks nothing but its receive.
bool Execution::at_hand(const LaneState& l, int index, int step) const {
  if (l.next != index || l.through()) return false;
  const Instruction& send = head(l);
  return send.op == Opcode::send && send.step == step && !unmet(l, send);
}

std::vector<Blocked> Execution::blocked() const {
  std::vector<Blocked> all;
  for (const int l : active_) {
    const LaneState& state = lanes_[l];
    if (state.through()) continue;
    if (const auto blocked = obstacle(state)) all.push_back(*blocked);
  }
  return all;
}

std::optional<Execution::LaneName> Execution::name(int lane) const {
  if (lane < 0) return std::nullopt;
  const LaneState& l = lanes_[lane];
  return LaneName{l.rank, l.lane};
}

std::optional<Execution::LaneName> Execution::sender_to(Rank rank, int lane_index) const {
  const int in = lane(rank, lane_index).in;
  return in < 0 ? std::nullopt : name(connections_[in].sender);
}

std::optional<Execution::LaneName> Execution::receiver_from(Rank rank, int lane_index) const {
  const int out = lane(rank, lane_index).out;
  return out < 0 ? std::nullopt : name(connections_[out].receiver);
}

std::optional<Execution::LaneName> Execution::lane_of_member(Rank rank, int lane_index, Rank member) const {
  const LaneState& l = lane(rank, lane_index);
  const auto& members = programs_.members(l.code->group);
  const auto place = index(std::ranges::find(members, member) - members.begin());
  return name(barriers_[l.barrier].lanes[place]);
}

std::int64_t Execution::left_over() const {
  std::int64_t messages = 0;
  for (const Connection& c : connections_)
    messages += static_cast<std::int64_t>(c.messages.size() - c.received);
  return messages;
}

std::optional<std::int32_t> Execution::first_left_over() const {
  std::optional<std::int32_t> first;
  for (const Connection& c : connections_)
    if (has_message(c)) first = std::min(first.value_or(INT32_MAX), c.messages[c.received]);
  return first;
}

std::optional<Execution::Uneven> Execution::uneven_meetings() const {
  for (const Barrier& b : barriers_) {
    const int expected = static_cast<int>(b.meetings.size());
    for (const int member : b.lanes) {
      if (member < 0) continue;  // then no wait at this barrier ends
      const LaneState& l = lanes_[member];
      if (l.arrivals != expected || l.waits != expected)
        return Uneven{l.code->group, l.rank, l.arrivals, l.waits, expected};
    }
  }
  return std::nullopt;
}

}  // namespace commlab
