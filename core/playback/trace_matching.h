#pragma once
// Which record of a trace belongs to which instruction of the programs that were run.
//
//   a send, or a move on a group   the next of its lane's transfers, in the trace's order
//   a receive                      the span of the message it takes, if the work took time
//   a copy or reduction            the next span of its lane and kind, if such work takes time at all

#include <cassert>
#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/base/index.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"

namespace commlab {

constexpr bool is_local_work(Opcode op) { return op == Opcode::copy || op == Opcode::reduce; }

class TraceMatching {
 public:
  // Keeps references to both. REQUIRES: check_form(programs).
  TraceMatching(const Trace&, const Programs&);

  // Returns an error that names the first difference if they do not fit. REQUIRES: called first, and once.
  Status match();

  // Number of a lane, counted over all ranks; the same for instructions.
  std::size_t lane(Rank rank, int lane) const { return first_lane_[rank] + index(lane); }
  std::size_t lanes() const { return lanes_.size(); }
  std::size_t instruction(std::size_t lane, int place) const {
    return lanes_[lane].first_instruction + index(place);
  }
  std::size_t instructions() const { return instructions_; }

  // The transfer of the lane's next send, or move on its group. REQUIRES (here and below): asked once for
  // each of the lane's instructions, in order.
  Result<std::int32_t> next_transfer(std::size_t lane, const Instruction&);
  // When the work on a received message ended; never: it took no time.
  Time work_end(std::int32_t transfer) const { return work_end_[transfer]; }
  // When the lane's next local work of this kind ended; never: it takes no time.
  Time next_local_end(std::size_t lane, Opcode);

 private:
  // Records in several queues, taken one after another in the order in which they came.
  class Queues {
   public:
    Queues() = default;  // no queues
    Queues(std::size_t queues, const std::vector<std::uint32_t>& queue_of_record);
    std::size_t size(std::size_t queue) const { return first_[queue + 1] - first_[queue]; }
    // REQUIRES: the queue is not empty.
    std::uint32_t take(std::size_t queue) {
      assert(next_[queue] < first_[queue + 1]);
      return records_[next_[queue]++];
    }

   private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> next_;
    std::vector<std::uint32_t> records_;
  };
  struct PlayedLane {
    Rank rank;
    const Lane* code;
    std::size_t first_instruction;
  };

  Status match_setting() const;
  Status match_transfers();
  Status match_spans();
  Status check_local_work() const;
  std::string target_text(const PlayedLane&) const;

  const Trace& trace_;
  const Programs& p_;
  std::vector<PlayedLane> lanes_;
  std::vector<std::size_t> first_lane_;  // per rank; one more entry at the end
  std::size_t instructions_ = 0;
  Queues transfers_;                        // by lane
  Queues local_;                            // by lane and kind; indices into local_spans_
  std::vector<std::uint32_t> local_spans_;  // the trace's spans without a message
  std::vector<Time> work_end_;              // by transfer
};

}  // namespace commlab
