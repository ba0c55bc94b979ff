#pragma once
// The record of one run: its transfers, its spans of work, and for every transfer the transfer that it had to
// wait for.
//
// For each lane the recorder stores the cause: the transfer that last let the lane go on. A transfer's
// enabled_by is its lane's cause at the moment when the transfer was ready.

#include <cstdint>
#include <vector>

#include "core/programs/programs.h"
#include "core/trace/trace.h"
#include "sim/engine/lane_costs.h"
#include "sim/engine/placement.h"

namespace commlab {

class Recorder {
 public:
  Recorder(const Programs&, const Placement&);  // keeps references

  // The lane has reached a new instruction.
  void begin_instruction(std::uint32_t lane) { records_[lane].is_ready = false; }
  // The instruction could begin. Only the first call for each instruction counts.
  void instruction_is_ready(std::uint32_t lane, Time now);

  // A message, or a move on a group, begins. `alone`: how long it takes without others on its links.
  void start_message(std::uint32_t lane, const Instruction&, const LaneCosts&, std::int64_t bytes, Time alone,
                     Time now);
  void start_sharing(std::uint32_t lane, const Instruction&, const LaneCosts&, std::int64_t bytes, Time alone,
                     Time now);
  void last_byte_left(std::uint32_t lane, Time now);
  // The lane's nth message has arrived, or its nth move on its group is done. Returns this transfer.
  std::int32_t landed(std::uint32_t lane, std::int32_t nth, Time now) {
    const std::int32_t transfer = message(lane, nth);
    transfers_[transfer].end = now;
    return transfer;
  }

  // Work begins; `transfer`: the transfer whose data it works on, or none.
  static constexpr std::int32_t none = -1;
  void start_work(std::uint32_t lane, const Instruction&, std::int64_t bytes, std::int32_t transfer,
                  Time now);
  void end_work(std::uint32_t lane, Time now) { spans_[records_[lane].span].end = now; }

  // Sets what let the lane go on: the nth message of `sender`, the cause of another lane, or a transfer.
  void let_go_on_by_message(std::uint32_t lane, std::uint32_t sender, std::int32_t nth) {
    records_[lane].cause = message(sender, nth);
  }
  void let_go_on_by_lane(std::uint32_t lane, std::uint32_t other) {
    records_[lane].cause = records_[other].cause;
  }
  void let_go_on_by(std::uint32_t lane, std::int32_t transfer) { records_[lane].cause = transfer; }
  std::int32_t cause(std::uint32_t lane) const { return records_[lane].cause; }

  // The transfer that is the lane's nth message.
  std::int32_t message(std::uint32_t lane, std::int32_t nth) const {
    return messages_[records_[lane].first_message + static_cast<std::uint32_t>(nth)];
  }

  std::vector<Transfer>& transfers() { return transfers_; }  // in the order in which they began
  std::vector<Span>& spans() { return spans_; }

 private:
  struct LaneRecord {
    std::int32_t cause = none;
    std::int32_t transfer = none;  // the transfer that is under way
    std::int32_t span = none;
    Time ready;
    std::int32_t enabled_by = none;
    bool is_ready = false;
    std::uint32_t first_message = 0;  // index into messages_: of those sent on the connection, in order
    std::uint32_t sent = 0;
    std::uint32_t receives = 0;  // index into the target's code: the receive of the next message
  };

  const Instruction& next_receive(std::uint32_t lane, const Instruction& send);
  void start(std::uint32_t lane, const Transfer&);

  const Programs& programs_;
  const Placement& placement_;
  std::vector<LaneRecord> records_;
  std::vector<std::int32_t> messages_;  // lane after lane: the transfer of each of the lane's messages
  std::vector<Transfer> transfers_;
  std::vector<Span> spans_;
};

}  // namespace commlab
