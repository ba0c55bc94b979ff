#pragma once
// The event engine: lanes run their instructions in order; time passes on links and in work.
//
//   send     waits for its dependencies and a free slot; holds the lane for `overhead`; then its
//            bytes flow over the whole route at once. The lane goes on when the last byte has
//            left; the message has arrived `latency` later.
//   receive  waits for its dependencies and the next message of its connection; takes the
//            time of its work, if the machine gives it any; then the slot is free again.
//   fused    waits for both, and is one pass: it ends when the last byte has left. Streaming,
//            it starts with the first byte that arrives and ends no earlier than the last.
//
//   store    to a group, or load from it: its bytes flow over all links of the tree at once. The
//            lane goes on when the last byte has left; the instruction is done `latency` later.
//   arrive   takes no time; the members know of it `latency` later.
//   wait     for all members' arrivals.
//
// A protocol makes every message longer on its way, caps what a lane passes on, and adds the cost of a
// hop: to the overhead where it streams within a node, else to the latency. Over a network, a message arrives
// later by what its slot needs to be handed on, and its NIC has to post it: while its bytes flow, and sharing
// that time with all messages that the NIC posts. The send ends when both are done.
//
// Where the machine shares one memory, everything that moves bytes crosses it: a send and a copy once; a
// fused receive-send twice, since it takes bytes out of one slot and puts them into another; a reduction by
// the bytes that it moves there. All of these share the memory's traffic equally.
//
// Where waking takes time, a lane first works for that time on a processor: when it starts, and when it goes
// on after a wait.
//
// Events of the same moment happen in the order in which they were posted.

#include <cassert>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "sim/engine/event_queue.h"
#include "sim/engine/lane_costs.h"
#include "sim/engine/lane_routes.h"
#include "sim/engine/lanes.h"
#include "sim/engine/loads.h"
#include "sim/engine/recorder.h"
#include "sim/engine/run_setting.h"
#include "sim/links/flows.h"
#include "sim/links/store_and_forward.h"

namespace commlab {

class Engine {
 public:
  explicit Engine(const RunSetting&);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The finish, or where the run was given up. Errors: the run was told to stop; it takes too long
  // (sim/engine/too_large.h); ranks wait forever, with which rank waits for which.
  Result<Time> run();
  // Whether it was still going on after the limit of the options.
  bool given_up() const { return given_up_; }

  // The bytes that crossed the link, and how long the link was in use. Fifo links count by messages, others
  // by flows.
  std::int64_t bytes_on(std::size_t link) const {
    return fifo_links() ? fifo_.bytes_on(link) : flows_.bytes_on(link);
  }
  Time busy(std::size_t link) const { return fifo_links() ? fifo_.busy(link) : flows_.busy(link); }
  Time launch() const { return run_.costs.launch; }
  // The record of the run. REQUIRES: the setting says that it is recorded.
  Recorder& recorder() {
    assert(recorder_.has_value() && "the run is recorded");
    return *recorder_;
  }

 private:
  using State = RunningLane::State;
  // An event's lowest three bits; above them a flow's stamp, or 1 where a hop reaches its link.
  enum What : std::uint32_t {
    begin,
    go_on,
    head_arrived,
    arrived,
    flow_ends,
    hop_ends,
    landed,
    member_arrived
  };
  static constexpr std::uint32_t what_bits = 3;
  static_assert(Flows::stamps == 1u << (32 - what_bits));

  bool fifo_links() const { return run_.options.links == LinkModel::fifo; }
  void post(Time at, std::uint32_t lane, What what, std::uint32_t detail = 0) {
    queue_.post(at, lane, static_cast<std::uint32_t>(what) | detail << what_bits);
  }
  void post_due();
  static What what_of(const EventQueue::Event& event) {
    return static_cast<What>(event.what & ((1u << what_bits) - 1));
  }
  bool lapsed(const EventQueue::Event&) const;
  void handle(const EventQueue::Event&);
  Time lateness(Rank) const;
  void begin_lanes();
  void wake_lanes();
  bool told_to_stop();
  bool is_to_be_given_up() const { return !run_.options.loop && queue_.now() > run_.options.limit; }

  // A lane goes on as far as it can.
  void advance(std::uint32_t lane);
  bool has_to_wake(std::uint32_t lane);
  bool overhead_is_paid(std::uint32_t lane);
  void finish_instruction(std::uint32_t lane);
  void finish_lane(std::uint32_t lane);

  // Functions that start what takes time. start() and start_work() return false if it takes no time.
  bool start(std::uint32_t lane, const Instruction&);
  void start_sending(std::uint32_t lane, const Instruction&);
  void start_sharing(std::uint32_t lane, const Instruction&);
  bool start_work(std::uint32_t lane, const Instruction&);
  void start_flow(std::uint32_t lane, LaneRoutes::Use, const Flows::Load&);
  void start_hops(std::uint32_t lane, std::int64_t bytes);
  void flow_ended(std::uint32_t lane);
  void posting_ended(std::uint32_t lane);
  // Posting has flows of its own, which follow those of the lanes.
  std::uint32_t flow_of_posting(std::uint32_t lane) const { return lanes_.count() + routes_.post_of(lane); }
  void sharing_ended(std::uint32_t lane);
  void move_landed(std::uint32_t lane);
  void message_arrived(std::uint32_t lane);
  void message_hop(const EventQueue::Event&);

  const RunSetting run_;
  EventQueue queue_;
  Flows flows_;
  StoreAndForward fifo_;
  const LaneCostTable costs_;
  const LaneRoutes routes_;
  const Loads loads_;
  std::optional<Recorder> recorder_;  // only in recorded runs
  Lanes lanes_;
  std::int64_t instructions_ = 0;  // counted over all lanes and calls
  std::int64_t done_ = 0;
  std::uint32_t turns_ = 0;
  bool stopped_ = false;
  bool given_up_ = false;
  Time finish_;
};

}  // namespace commlab
