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
// A protocol makes every message longer on its way (`wire`), caps what a lane passes on, and adds the
// cost of a hop: to the overhead where it streams within a node, else to the latency.
//
// Where the machine shares one memory, all that moves bytes crosses it: a send and a copy once, a fused
// receive-send twice, since it takes what came out of one slot and puts it into another; a reduction crosses
// it by what it moves there, so that whoever shares the memory has an equal part of its traffic.
//
// Where waking takes time, a lane that starts, or goes on after it had to wait, first works so long
// on a processor.
//
// A dependency is kept when the instruction it names is done. What happens at one moment happens
// in the order in which it was posted.

#include <cstdint>
#include <span>
#include <vector>

#include "core/machine/machine.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"
#include "sim/event_queue.h"
#include "sim/flows.h"
#include "sim/placement.h"
#include "sim/simulate.h"
#include "sim/store_and_forward.h"

namespace commlab {

class Engine {
 public:
  // What a message costs in this run, protocol and way of launching considered.
  struct Terms {
    Costs costs;
    Protocol protocol;
    bool streaming = false;
    int calls = 1;  // each rank launches the next when it is done with one
  };
  // `topology`: the machine's, as the faults left it. With options.trace, every transfer and span is kept.
  // All but terms and options are kept by reference.
  Engine(const Programs&, const Machine&, const Topology& topology, const Placement&, const Terms&,
         const SimulateOptions&);

  // The finish, or an error that says who waits for whom.
  Result<Time> run();

  std::int64_t bytes_on(std::size_t link) const {
    return links_ == LinkModel::fifo ? fifo_.bytes_on(link) : flows_.bytes_on(link);
  }
  Time busy(std::size_t link) const {
    return links_ == LinkModel::fifo ? fifo_.busy(link) : flows_.busy(link);
  }
  Time launch() const { return costs_.launch; }
  std::vector<Transfer>& transfers() { return transfers_; }
  std::vector<Span>& spans() { return spans_; }

 private:
  enum class State : std::uint8_t {
    ready,
    waits_for_lane,
    waits_for_slot,
    waits_for_message,
    waits_for_arrival,
    waking,
    held,
    flowing,
    drains,
    done,
    absent
  };
  // An event's lowest three bits; above them a flow's stamp, or 1 where a hop reaches its link.
  enum What : std::uint32_t { go_on, head_arrived, arrived, flow_ends, hop_ends, landed, member_arrived };
  static constexpr std::uint32_t what_bits = 3;
  static_assert(Flows::stamps == 1u << (32 - what_bits));

  struct LaneState {
    const Instruction* next;
    const Instruction* end;
    std::int32_t target;
    std::int32_t source;
    std::int32_t rank;  // index into ranks_
    std::int32_t first_of_rank;
    std::int32_t sent = 0;     // messages of the connection this lane sends on, or moves on its group
    std::int32_t heads = 0;    //   whose first byte has arrived
    std::int32_t arrived = 0;  //   whose last byte has; or of its barrier: arrivals that are known
    std::int32_t taken = 0;    //   whose slot is free again; or waits that are over
    std::int32_t done = 0;     // instructions
    State state = State::ready;
    bool overhead_paid = false;
    bool asleep = true;          // at first, and whenever it has to wait
    std::uint32_t route = 0;     // of what it sends
    std::uint32_t fused = 0;     // of what it receives and sends on
    std::uint32_t work = 0;      // of work: no links
    std::uint32_t waking = 0;    // of waking: a processor alone
    Rate narrowest = unlimited;  // link on the route, where links are not shared
    Rate cap = unlimited;        // what the rank's channels pass on, in bytes on the wire
    std::int32_t first_waiter = -1;
    std::int32_t next_waiter = -1;
    std::int64_t latency = 0;
    std::int64_t overhead = 0;
    std::int64_t stretch = 1 << 20;  // a slow rank
  };

  // What only a recorded run keeps for each lane.
  struct Record {
    std::int32_t cause = -1;     // the transfer that this lane's clock last waited for
    std::int32_t transfer = -1;  // under way
    std::int32_t span = -1;
    Time ready;
    std::int32_t enabled_by = -1;
    bool is_ready = false;
    std::vector<std::int32_t> messages;  // sent on the connection, in order
    std::int32_t receives = 0;           // index into the target's code: where the next message is taken out
  };

  // sim/engine_start.cpp: what every lane crosses, and what it pays
  void set_up(const Faults&, int calls);
  LaneState at_start(const PlacedLane&, const Faults&) const;
  double slowness(const PlacedLane&, const Faults&) const;
  void add_routes(std::uint32_t lane);
  void add_protocol(LaneState&, std::span<const LinkId> links) const;
  void cap_lanes();

  // sim/engine.cpp: events, and which lanes they let go on
  void handle(const EventQueue::Event&);
  bool told_to_stop();
  void advance(std::uint32_t lane);
  bool has_to_wake(std::uint32_t lane);
  bool dependencies_kept(std::uint32_t lane, const Instruction&);
  bool slot_is_free(std::uint32_t lane);
  bool message_is_there(std::uint32_t lane, const Instruction&);
  bool all_have_arrived(std::uint32_t lane);
  bool overhead_is_paid(std::uint32_t lane);
  void member_has_arrived(std::uint32_t lane);
  void finish_instruction(std::uint32_t lane);
  void go_to_next(std::uint32_t lane);
  void count_done(std::uint32_t lane);
  void finish_lane(std::uint32_t lane);
  void wake(std::uint32_t lane);
  void post(Time at, std::uint32_t lane, What what, std::uint32_t detail = 0) {
    queue_.post(at, lane, static_cast<std::uint32_t>(what) | detail << what_bits);
  }

  // sim/engine_moves.cpp: what takes time. start_*: false where it takes none.
  bool start_sending(std::uint32_t lane, const Instruction&);
  bool start_sharing(std::uint32_t lane, const Instruction&);
  bool start_work(std::uint32_t lane, const Instruction&);
  void start_hops(std::uint32_t lane, std::int64_t bytes);
  void flow_ended(std::uint32_t lane);
  void sharing_ended(std::uint32_t lane);
  void move_landed(std::uint32_t lane);
  void message_arrived(std::uint32_t lane);
  void message_hop(const EventQueue::Event&);
  void post_due();
  std::int64_t bytes_of(std::uint32_t lane, const Instruction&) const;
  std::int64_t stretch_of(std::uint32_t lane) const;

  // sim/engine_record.cpp: of recorded runs only
  std::int32_t message_of(const LaneState& receiver) const;  // the transfer it is to take
  const Instruction& next_receive(std::uint32_t lane, const Instruction& send);
  void record_ready(std::uint32_t lane);
  void record_start(std::uint32_t lane, const Instruction&, std::int64_t bytes);
  void record_sharing(std::uint32_t lane, const Instruction&, std::int64_t bytes, Time alone);
  void record_sent(std::uint32_t lane);
  void record_work(std::uint32_t lane, const Instruction&, std::int64_t bytes);

  // sim/engine_stuck.cpp: who waits for whom
  Error stuck() const;
  std::int32_t waits_for(std::int32_t lane, std::string& why) const;

  const Programs& programs_;
  const Machine& machine_;
  const Topology& topology_;
  const Placement& placement_;
  const Costs costs_;
  const Protocol protocol_;
  const int lanes_side_by_side_;  // the most of a rank that send in one step
  const Rate channels_rate_;      // of a rank's channels in use, for each of its lanes that send side by side
  const std::int64_t wire_;       // bytes on the wire for a byte of data, 2^-20
  const std::int64_t reduction_;  // traffic of a reduction for that of a copy, 2^-20
  const bool streaming_;
  const bool record_;
  const std::int64_t jitter_;  // 2^-20
  const std::uint64_t seed_;
  const LinkModel links_;
  const std::stop_token stop_;
  const ReportProgress report_;
  std::int64_t instructions_ = 0;  // all there are to do
  std::int64_t done_ = 0;
  std::uint32_t turns_ = 0;
  EventQueue queue_;
  Flows flows_;
  StoreAndForward fifo_;
  std::vector<LaneState> lanes_;
  std::vector<std::vector<std::size_t>> arrived_;  // of each barrier: how many members at each meeting
  std::vector<std::uint32_t> ready_;               // lanes to go on with at this moment, in order
  std::int64_t uniform_chunk_bytes_ = -1;
  Time finish_;
  struct RankState {
    std::int32_t lanes_at_work = 0;
    std::int32_t calls_left = 0;  // after this one
  };
  std::vector<RankState> ranks_;  // in the order of Placement::first_lane
  std::vector<Record> records_;
  std::vector<Transfer> transfers_;
  std::vector<Span> spans_;
};

}  // namespace commlab
