#pragma once
// How far every lane of a run is, what the lane waits for, and which other lanes its progress wakes.
//
// A dependency is fulfilled when the instruction that it names is done; a slot is free again when its message
// was taken out; the k-th wait at a barrier is over when all members have arrived for the k-th time. woken()
// lists the lanes that may go on, in the order in which they were woken.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "sim/engine/recorder.h"
#include "sim/engine/run_setting.h"

namespace commlab {

struct RunningLane {
  enum class State : std::uint8_t {
    ready,
    waits_for_lane,
    waits_for_slot,
    waits_for_message,
    waits_for_arrival,
    waking,
    posting,
    held,
    flowing,
    drains,
    done,
    absent
  };
  const Instruction* next;
  std::int32_t left;  // instructions from `next` on
  std::int32_t target;
  std::int32_t source;
  std::int32_t sent = 0;     // messages sent on the connection, or moves on the lane's group
  std::int32_t arrived = 0;  //   of these: the last byte has arrived. At a barrier: arrivals that are known
  std::int32_t taken = 0;    //   of these: the slot is free again. At a barrier: waits that are over
  std::int32_t done = 0;     // instructions that are done
  State state = State::ready;
  bool is_posted = true;
  bool knows_peer = false;  // a message of this call has gone
  bool overhead_paid = false;
  bool asleep = true;  // true at first, and whenever the lane has to wait
  std::int32_t first_waiter = -1;
  std::int32_t next_waiter = -1;
};

class Lanes {
 public:
  using State = RunningLane::State;

  // Keeps references to both; `recorder` may be null.
  Lanes(const RunSetting&, Recorder* recorder);

  RunningLane& operator[](std::uint32_t lane) { return lanes_[lane]; }
  const RunningLane& operator[](std::uint32_t lane) const { return lanes_[lane]; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(lanes_.size()); }

  // Whether the lane's next instruction has what it needs. If not, the lane waits for it.
  bool dependencies_are_kept(std::uint32_t lane) {
    const RunningLane& self = lanes_[lane];
    if (self.next->dependencies == 0) return true;
    const PlacedLane& placed = run_.placement.lanes[lane];
    const std::int32_t first = run_.placement.first_of_rank(placed);
    for (const Dependency& d : run_.programs.of(placed.rank).depends_on(*self.next)) {
      RunningLane& other = lanes_[first + d.lane];
      if (other.done > d.index) continue;
      lanes_[lane].next_waiter = std::exchange(other.first_waiter, static_cast<std::int32_t>(lane));
      return waits(lane, State::waits_for_lane);
    }
    return true;
  }
  bool slot_is_free(std::uint32_t lane) {
    const RunningLane& self = lanes_[lane];
    return self.sent - self.taken < run_.programs.slots || waits(lane, State::waits_for_slot);
  }
  bool message_is_there(std::uint32_t lane) {
    const RunningLane& self = lanes_[lane];
    const RunningLane& source = lanes_[self.source];
    const std::int32_t there = run_.streaming && sends(self.next->op) ? heads_[self.source] : source.arrived;
    return there > source.taken || waits(lane, State::waits_for_message);
  }
  bool all_have_arrived(std::uint32_t lane);

  // The first byte of the lane's next message has arrived. REQUIRES: the run is streaming.
  void count_head(std::int32_t lane) { ++heads_[lane]; }
  // The lane's current instruction took a message out, so the message's slot is free again.
  void free_slot(std::uint32_t lane) {
    const RunningLane& self = lanes_[lane];
    RunningLane& source = lanes_[self.source];
    if (source.state == State::waits_for_slot) {
      if (recorder_ != nullptr) recorder_->let_go_on_by_message(self.source, self.source, source.taken);
      wake(self.source);
    }
    ++source.taken;
  }
  void go_to_next_instruction(std::uint32_t lane) {
    RunningLane& self = lanes_[lane];
    ++self.next;
    --self.left;
    self.overhead_paid = false;
    if (recorder_ != nullptr) recorder_->begin_instruction(lane);
  }
  // One more of the lane's instructions is done: wakes the lanes that waited for it.
  void count_done(std::uint32_t lane) {
    RunningLane& self = lanes_[lane];
    ++self.done;
    std::int32_t waiter = std::exchange(self.first_waiter, -1);
    while (waiter >= 0) {
      if (recorder_ != nullptr) recorder_->let_go_on_by_lane(waiter, lane);
      wake(waiter);
      waiter = lanes_[waiter].next_waiter;
    }
  }
  // The other members of the lane's barrier now know that the lane has arrived once more.
  void arrive_at_barrier(std::uint32_t lane);

  // The lane has done all its instructions. If it is the last of its rank to end and calls are left, all
  // lanes of the rank are set back to their first instruction: lanes first to last - 1 of the pair.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> end_lane(std::uint32_t lane);

  std::vector<std::uint32_t>& woken() { return woken_; }

 private:
  struct RankState {
    std::int32_t lanes_at_work = 0;
    std::int32_t calls_left = 0;  // calls that the rank still has to make after this one
  };

  bool waits(std::uint32_t lane, State state) {
    lanes_[lane].state = state;
    lanes_[lane].asleep = true;
    return false;
  }
  void wake(std::uint32_t lane) {
    lanes_[lane].state = State::ready;
    woken_.push_back(lane);
  }

  const RunSetting& run_;
  Recorder* recorder_;
  std::vector<RunningLane> lanes_;
  std::vector<std::int32_t> heads_;  // by lane, if streaming: messages whose first byte has arrived
  std::vector<RankState> ranks_;     // in the order of Placement::first_lane
  std::vector<std::vector<std::size_t>> arrived_;  // by barrier: how many members arrived the k-th time
  std::vector<std::uint32_t> woken_;
};

}  // namespace commlab
