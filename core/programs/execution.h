#pragma once
// Plays Programs through without time: one order in which their instructions can happen.
// The order is fixed (lanes in turn, each as far as it gets), and programs without races
// compute the same in every other one. Both references and verify follow it.
//
//   a send waits for a free slot      |  its connection's k-th message is taken by the
//   a receive waits for the message   |  k-th receive, which gives the slot back
//   both wait for their dependencies  |
//
// A group's stores and loads wait for their dependencies alone. An arrival waits for nobody
// else. The k-th wait ends with the k-th arrival of every member.
//
// With 0 slots no message can be kept: a send waits until its receive is offered. The sends
// and receives of one step of a rank are offered together, as one exchange.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/programs/programs.h"

namespace commlab {

// An instruction that has just been done.
struct Happened {
  Rank rank = 0;
  int lane = 0;
  int index = 0;
  const Instruction* instruction = nullptr;
  std::int32_t taken = -1;    // the message it received, numbered in order of sending; -1: none
  std::int32_t sent = -1;     // the message it sent; -1: none
  std::int32_t meeting = -1;  // the meeting it arrived at or waited for, numbered in order of first arrivals
};

// A lane that cannot go on, and the first thing it lacks.
struct Blocked {
  enum class Lacks : std::uint8_t { dependency, slot, message, arrival } lacks = Lacks::dependency;
  Rank rank = 0;
  int lane = 0;
  int index = 0;
  Rank peer = no_peer;      // other end of the slot or message; or the first member that has not arrived
  Dependency dependency{};  // if it lacks a dependency
};

class Execution {
 public:
  // REQUIRES: check_form(programs), slots >= 0. Keeps a reference to programs.
  Execution(const Programs& programs, int slots);

  // The next instruction to happen; nullopt if all are done, or if none can be done.
  std::optional<Happened> next();

  bool done() const { return active_.empty(); }
  std::vector<Blocked> blocked() const;  // every lane that is not finished, by rank, then lane

  // The lane at the other end of the connection; nullopt if there is none.
  struct LaneName {
    Rank rank;
    int lane;
  };
  std::optional<LaneName> sender_to(Rank rank, int lane) const;
  std::optional<LaneName> receiver_from(Rank rank, int lane) const;
  // The member's lane of the barrier to which this lane belongs; nullopt if the member has none.
  std::optional<LaneName> lane_of_member(Rank rank, int lane, Rank member) const;

  // Messages that were sent and not received: their number, and the first one.
  std::int64_t left_over() const;
  std::optional<std::int32_t> first_left_over() const;

  // A rank that arrives or waits at a group's barrier less often than others arrive.
  struct Uneven {
    int group;
    Rank rank;
    int arrivals;
    int waits;
    int expected;
  };
  std::optional<Uneven> uneven_meetings() const;

 private:
  struct Connection {
    int sender = -1;                     // index into lanes_
    int receiver = -1;                   // index into lanes_
    std::vector<std::int32_t> messages;  // numbers of all messages that were sent
    std::size_t received = 0;
  };
  struct Barrier {           // the barrier of a group on a channel
    std::vector<int> lanes;  // its members' lanes, in the group's order, as indices into lanes_; -1: none
    std::vector<std::int32_t> meetings;  // numbers of all meetings that began
    std::vector<std::size_t> arrived;    // number of members that arrived at each meeting
  };
  struct LaneState {
    Rank rank = 0;
    int lane = 0;
    int out = -1;  // index into connections_
    int in = -1;
    int barrier = -1;  // index into barriers_
    int arrivals = 0;
    int waits = 0;
    int next = 0;  // the instruction to do next
    const Lane* code = nullptr;
    bool through() const { return next == static_cast<int>(code->code.size()); }
  };

  void join_receivers();
  const Instruction& head(const LaneState& l) const { return l.code->code[l.next]; }
  const LaneState& lane(Rank rank, int lane) const;
  const Dependency* unmet(const LaneState&, const Instruction&) const;
  bool offers_receive(const LaneState&) const;
  bool at_hand(const LaneState&, int index, int step) const;
  bool has_slot(const Connection&) const;
  bool has_message(const Connection& c) const { return c.received < c.messages.size(); }
  bool all_have_arrived(const LaneState& waiting) const;
  Rank first_to_miss(const LaneState& waiting) const;
  std::int32_t arrive(LaneState&);
  std::optional<Blocked> obstacle(const LaneState&) const;
  Happened perform(LaneState&);
  std::optional<LaneName> name(int lane) const;

  const Programs& programs_;
  int slots_;
  std::vector<LaneState> lanes_;
  std::vector<int> first_lane_;  // per rank: its first lane in lanes_
  std::vector<Connection> connections_;
  std::vector<Barrier> barriers_;
  std::vector<int> active_;  // lanes that are not finished
  std::size_t cursor_ = 0;   // index into active_
  bool progress_ = false;    // whether any lane made progress since the cursor was last at the beginning
  std::int32_t messages_ = 0;
  std::int32_t meetings_ = 0;
};

}  // namespace commlab
