#include "sim/engine/engine.h"

#include <algorithm>
#include <utility>

#include "core/base/scratch.h"
#include "sim/engine/stuck.h"
#include "sim/engine/too_large.h"

namespace commlab {
namespace {

// The bandwidths of the topology's links, followed by the bandwidth of the machine's memory if the ranks
// share it, and by each rank's own time if it posts messages.
std::vector<Bandwidth> bandwidths(const RunSetting& run) {
  std::vector<Bandwidth> all;
  for (const Link& link : run.machine.topology.links) all.push_back(link.bandwidth);
  if (run.machine.work.memory > Bandwidth{}) all.push_back(run.machine.work.memory);
  if (run.protocol.posts()) all.insert(all.end(), run.machine.topology.links.size(), byte_per_picosecond);
  return all;
}

}  // namespace

Engine::Engine(const RunSetting& run)
    : run_(run),
      flows_(bandwidths(run), run.machine.work.processors),
      fifo_(bandwidths(run)),
      costs_(run_),
      routes_(run_, flows_),
      loads_(run_),
      recorder_(run.recorded ? std::optional<Recorder>(std::in_place, run.programs, run.placement)
                             : std::nullopt),
      lanes_(run_, recorder_ ? &*recorder_ : nullptr),
      finish_(run.costs.launch) {
  if (!fifo_links() || loads_.any_work() || run.machine.work.wakes_lanes() || run.protocol.posts())
    flows_.reserve(run.placement.lanes.size() + routes_.posting().size());
  for (const PlacedLane& placed : run.placement.lanes) instructions_ += run.calls * std::ssize(placed.code());
}

Result<Time> Engine::run() {
  post(run_.costs.launch, 0, begin);
  while (true) {
    if (!queue_.has_now() && flows_.unresolved()) {
      flows_.resolve(queue_.now());
      post_due();
    }
    if (queue_.empty()) break;
    const EventQueue::Event event = queue_.pop();
    if (lapsed(event)) continue;
    if (queue_.now() == never) return tl::unexpected(too_long(run_.programs, run_.machine));
    if ((given_up_ = is_to_be_given_up())) return queue_.now();
    handle(event);
    wake_lanes();
    if (told_to_stop())
      return fail(Fault::runtime, "stopped, {} of {} instructions done", done_, instructions_);
  }
  for (std::uint32_t l = 0; l < lanes_.count(); ++l)
    if (lanes_[l].state != State::done) return tl::unexpected(stuck(run_, lanes_));
  return finish_;
}

Time Engine::lateness(Rank rank) const {
  Time late;
  for (const Faults::LateGpu& gpu : run_.options.faults.late_gpus)
    if (gpu.gpu == rank) late += gpu.more;
  return late;
}

// All lanes of all ranks begin, one after the other; those of late GPUs later.
void Engine::begin_lanes() {
  for (std::uint32_t l = 0; l < lanes_.count(); ++l) {
    if (lanes_[l].state == State::absent) continue;
    if (const Time late = lateness(run_.placement.lanes[l].rank); late > Time{}) {
      lanes_[l].state = State::held;
      post(queue_.now() + late, l, go_on);
      continue;
    }
    advance(l);
    wake_lanes();
    if (told_to_stop()) return;
  }
}

void Engine::wake_lanes() {
  std::vector<std::uint32_t>& woken = lanes_.woken();
  for (std::size_t i = 0; i < woken.size(); ++i) advance(woken[i]);
  woken.clear();
}

void Engine::post_due() {
  for (const Flows::Due& due : flows_.due()) post(due.end, due.flow, flow_ends, due.stamp);
  clear_scratch(flows_.due());
}

// Now and then reports how far the run is, and asks whether to stop.
bool Engine::told_to_stop() {
  constexpr std::uint32_t often = 1u << 12;
  if (stopped_ || ++turns_ % often != 0) return stopped_;
  if (run_.options.report)
    run_.options.report(static_cast<double>(done_) / static_cast<double>(instructions_), "");
  return stopped_ = run_.options.stop.stop_requested();
}

// The end of a flow that has got another rate since, and so another end.
bool Engine::lapsed(const EventQueue::Event& event) const {
  return what_of(event) == flow_ends && !flows_.holds(event.lane, event.what >> what_bits);
}

void Engine::handle(const EventQueue::Event& event) {
  switch (what_of(event)) {
    case begin: begin_lanes(); break;
    case go_on:
      lanes_[event.lane].state = State::ready;
      advance(event.lane);
      break;
    case head_arrived:
      lanes_.count_head(lanes_[event.lane].source);
      if (lanes_[event.lane].state == State::waits_for_message) advance(event.lane);
      break;
    case arrived: message_arrived(event.lane); break;
    case flow_ends:
      flows_.stop(event.lane, queue_.now());
      if (event.lane < lanes_.count())
        flow_ended(event.lane);
      else
        posting_ended(routes_.posting()[event.lane - lanes_.count()]);
      break;
    case hop_ends: message_hop(event); break;
    case landed: move_landed(event.lane); break;
    case member_arrived: lanes_.arrive_at_barrier(event.lane); break;
  }
}

void Engine::advance(std::uint32_t lane) {
  RunningLane& self = lanes_[lane];
  if (self.asleep && has_to_wake(lane)) return;
  while (self.left > 0) {
    const Instruction& i = *self.next;
    if (!lanes_.dependencies_are_kept(lane)) return;
    if (recorder_ && !receives(i.op)) recorder_->instruction_is_ready(lane, queue_.now());
    if (sends(i.op) && !lanes_.slot_is_free(lane)) return;
    if (receives(i.op) && !lanes_.message_is_there(lane)) return;
    if (i.op == Opcode::wait && !lanes_.all_have_arrived(lane)) return;
    if (recorder_) recorder_->instruction_is_ready(lane, queue_.now());
    if ((sends(i.op) || shares(i.op)) && !overhead_is_paid(lane)) return;
    if (i.op == Opcode::arrive) post(queue_.now() + costs_[lane].latency, lane, member_arrived);
    if (start(lane, i)) return;
    finish_instruction(lane);
  }
  finish_lane(lane);
}

bool Engine::has_to_wake(std::uint32_t lane) {
  RunningLane& self = lanes_[lane];
  self.asleep = false;
  if (!run_.machine.work.wakes_lanes()) return false;
  self.state = State::waking;
  start_flow(lane, LaneRoutes::Use::waking, loads_.of_waking(lane, costs_[lane]));
  return true;
}

bool Engine::overhead_is_paid(std::uint32_t lane) {
  RunningLane& self = lanes_[lane];
  const Time overhead = costs_[lane].overhead;
  if (overhead == Time{} || self.overhead_paid) return true;
  self.overhead_paid = true;
  self.state = State::held;
  post(queue_.now() + overhead, lane, go_on);
  return false;
}

void Engine::finish_instruction(std::uint32_t lane) {
  if (receives(lanes_[lane].next->op)) lanes_.free_slot(lane);
  ++done_;
  lanes_.go_to_next_instruction(lane);
  lanes_.count_done(lane);
}

// A rank's next call begins when its last lane has ended, after another launch.
void Engine::finish_lane(std::uint32_t lane) {
  finish_ = queue_.now();
  if (const auto again = lanes_.end_lane(lane))
    for (std::uint32_t l = again->first; l < again->second; ++l)
      post(queue_.now() + run_.costs.launch, l, go_on);
}

bool Engine::start(std::uint32_t lane, const Instruction& i) {
  if (sends(i.op))
    start_sending(lane, i);
  else if (shares(i.op))
    start_sharing(lane, i);
  else
    return start_work(lane, i);
  return true;
}

void Engine::start_flow(std::uint32_t lane, LaneRoutes::Use use, const Flows::Load& load) {
  const bool posts = use == LaneRoutes::Use::posting;
  flows_.start(posts ? flow_of_posting(lane) : lane, routes_.of(lane, use), load, queue_.now());
  post_due();
}

void Engine::start_sending(std::uint32_t lane, const Instruction& i) {
  RunningLane& self = lanes_[lane];
  const LaneCosts& costs = costs_[lane];
  const Flows::Load load = loads_.of_message(lane, i, costs, self.sent);
  ++self.sent;
  self.state = State::flowing;
  if (recorder_) {
    const Time alone = fifo_links() ? Time{} : loads_.message_alone(load, costs);
    recorder_->start_message(lane, i, costs, load.bytes, alone, queue_.now());
  }
  const bool is_first = !std::exchange(self.knows_peer, true);
  const Time posting = is_first                          ? costs.peer
                       : self.sent > run_.programs.slots ? Loads::posting(costs, load.bytes)
                                                         : Time{};
  if (posting > Time{}) {
    self.is_posted = false;
    start_flow(lane, LaneRoutes::Use::posting, Loads::of_posting(posting, costs));
  }
  if (run_.streaming) post(queue_.now() + Loads::latency(costs, load.bytes), self.target, head_arrived);
  if (fifo_links())
    start_hops(lane, Loads::stretched(load.bytes, load.stretch));
  else
    start_flow(lane, receives(i.op) ? LaneRoutes::Use::fused : LaneRoutes::Use::message, load);
}

// A store to a group or a load from it.
void Engine::start_sharing(std::uint32_t lane, const Instruction& i) {
  RunningLane& self = lanes_[lane];
  const LaneCosts& costs = costs_[lane];
  const Flows::Load load = loads_.of_sharing(lane, i, costs, self.sent);
  ++self.sent;
  self.state = State::flowing;
  if (recorder_)
    recorder_->start_sharing(lane, i, costs, load.bytes, Loads::sharing_alone(load, costs), queue_.now());
  start_flow(lane, LaneRoutes::Use::message, load);
}

bool Engine::start_work(std::uint32_t lane, const Instruction& i) {
  if (!loads_.works(i.op)) return false;
  RunningLane& self = lanes_[lane];
  const Flows::Load load = loads_.of_work(lane, i, costs_[lane]);
  self.state = State::flowing;
  if (recorder_) {
    const std::int32_t received =
        receives(i.op) ? recorder_->message(self.source, lanes_[self.source].taken) : Recorder::none;
    recorder_->start_work(lane, i, load.bytes, received, queue_.now());
  }
  start_flow(lane, LaneRoutes::Use::work, load);
  return true;
}

// A message has left when its last byte has, and the rank is done with it.
void Engine::posting_ended(std::uint32_t lane) {
  lanes_[lane].is_posted = true;
  if (lanes_[lane].state == State::posting) flow_ended(lane);
}

// The last byte of a send has left, or work is done.
void Engine::flow_ended(std::uint32_t lane) {
  RunningLane& self = lanes_[lane];
  if (self.state == State::waking) {
    self.state = State::ready;
    advance(lane);
    return;
  }
  const Instruction& i = *self.next;
  if (shares(i.op)) return sharing_ended(lane);
  if (sends(i.op)) {
    if (!self.is_posted) {
      self.state = State::posting;
      return;
    }
    if (receives(i.op)) {  // streaming: bytes that have not arrived cannot be passed on yet
      const RunningLane& source = lanes_[self.source];
      if (source.arrived == source.taken) {
        self.state = State::drains;
        return;
      }
    }
    if (recorder_) recorder_->last_byte_left(lane, queue_.now());
    if (!fifo_links())
      post(queue_.now() + Loads::latency(costs_[lane], loads_.bytes(lane, i)), self.target, arrived);
  } else if (recorder_) {
    recorder_->end_work(lane, queue_.now());
  }
  self.state = State::ready;
  finish_instruction(lane);
  advance(lane);
}

// The last byte of a store to a group, or of a load from it, has left.
void Engine::sharing_ended(std::uint32_t lane) {
  if (recorder_) recorder_->last_byte_left(lane, queue_.now());
  post(queue_.now() + Loads::latency(costs_[lane], loads_.bytes(lane, *lanes_[lane].next)), lane, landed);
  lanes_[lane].state = State::ready;
  lanes_.go_to_next_instruction(lane);
  advance(lane);
}

// The stored data has reached all members, or the loaded data has arrived.
void Engine::move_landed(std::uint32_t lane) {
  const std::int32_t nth = lanes_[lane].arrived++;
  finish_ = queue_.now();
  if (!recorder_) return lanes_.count_done(lane);
  // This move is the cause for the lanes that waited for it, whatever the move's own lane has waited for
  // since.
  const std::int32_t cause = recorder_->cause(lane);
  recorder_->let_go_on_by(lane, recorder_->landed(lane, nth, queue_.now()));
  lanes_.count_done(lane);
  recorder_->let_go_on_by(lane, cause);
}

void Engine::message_arrived(std::uint32_t lane) {
  RunningLane& self = lanes_[lane];
  RunningLane& source = lanes_[self.source];
  if (recorder_) {
    const std::int32_t message = recorder_->landed(self.source, source.arrived, queue_.now());
    if (self.state == State::waits_for_message) recorder_->let_go_on_by(lane, message);
  }
  ++source.arrived;
  if (self.state == State::waits_for_message) {
    self.state = State::ready;
    advance(lane);
  } else if (self.state == State::drains) {
    flow_ended(lane);
  }
}

// Store and forward: sends the message over the first link of the route.
void Engine::start_hops(std::uint32_t lane, std::int64_t bytes) {
  const PlacedLane& placed = run_.placement.lanes[lane];
  const std::uint32_t message = fifo_.add(
      {.lane = lane, .link = placed.first_link, .crossed = 0, .left = placed.links - 1, .bytes = bytes});
  post(fifo_.cross(run_.placement.links[placed.first_link], bytes, queue_.now()), message, hop_ends);
}

// Store and forward: the message has crossed one link of its route, or reaches the next link. The message
// itself stores its route, because with a million messages under way, looking up their lanes costs more than
// all other work.
void Engine::message_hop(const EventQueue::Event& event) {
  StoreAndForward::Message& message = fifo_[event.lane];
  const LinkId link = run_.placement.links[message.link];
  const bool reaches_link = (event.what >> what_bits) == 1;  // otherwise it leaves a link
  if (reaches_link) {
    post(fifo_.cross(link, message.bytes, queue_.now()), event.lane, hop_ends);
    return;
  }
  const std::uint32_t lane = message.lane;
  const bool first = message.crossed == 0;
  const Time latency = run_.machine.topology.links[link].latency;
  if (message.left > 0) {
    ++message.link;
    ++message.crossed;
    --message.left;
    post(queue_.now() + latency, event.lane, hop_ends, 1);
  } else {
    fifo_.remove(event.lane);
    post(queue_.now() + latency + run_.costs.latency, lanes_[lane].target, arrived);
  }
  if (first) flow_ended(lane);
}

}  // namespace commlab
