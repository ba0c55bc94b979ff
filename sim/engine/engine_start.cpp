// How a run begins: what every lane crosses, what it pays for each message, how fast it may be.

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "sim/engine/engine.h"

namespace commlab {
namespace {

constexpr std::int64_t one = 1 << 20;  // of stretches

// Of the topology's links, and where the machine's memory is shared, of that.
std::vector<Bandwidth> bandwidths(const Topology& topology, Bandwidth memory) {
  std::vector<Bandwidth> all;
  for (const Link& link : topology.links) all.push_back(link.bandwidth);
  if (memory > Bandwidth{}) all.push_back(memory);
  return all;
}

// The most lanes of a rank that send in one step.
int lanes_side_by_side(const Programs& programs) {
  int most = 1;
  for (const Program& program : programs.programs) {
    std::vector<int> sending(static_cast<std::size_t>(programs.steps) + 1);
    for (const Lane& lane : program.lanes) {
      std::int32_t last = -1;
      for (const Instruction& i : lane.code) {
        if (!sends(i.op) || i.step == last) continue;
        last = i.step;
        most = std::max(most, ++sending[static_cast<std::size_t>(i.step)]);
      }
    }
  }
  return most;
}

Rate channels_rate(const Programs& programs, const Protocol& protocol, int lanes) {
  if (protocol.rate == Bandwidth{}) return unlimited;
  const __int128 together =
      static_cast<__int128>(rate_of(protocol.rate)) * channels_in_use(protocol, programs.collective);
  return static_cast<Rate>(std::min<__int128>(together / lanes, unlimited));
}

// Of a memory that nobody shares, nothing is counted.
std::int64_t traffic_of_reduction(const Work& work) {
  if (work.memory == Bandwidth{}) return one;
  return std::llround(work.reduction_traffic * static_cast<double>(one));
}

// 1 / (1/a + 1/b)
Rate one_after_the_other(Rate a, Rate b) {
  return static_cast<Rate>(static_cast<__int128>(a) * b / (static_cast<__int128>(a) + b));
}

}  // namespace

Engine::Engine(const Programs& programs, const Machine& machine, const Topology& topology,
               const Placement& placement, const Terms& terms, const SimulateOptions& options)
    : programs_(programs),
      machine_(machine),
      topology_(topology),
      placement_(placement),
      costs_(terms.costs),
      protocol_(terms.protocol),
      lanes_side_by_side_(lanes_side_by_side(programs)),
      channels_rate_(channels_rate(programs, terms.protocol, lanes_side_by_side_)),
      wire_(one * terms.protocol.wire / terms.protocol.data),
      reduction_(traffic_of_reduction(machine.work)),
      streaming_(terms.streaming),
      record_(options.trace),
      jitter_(static_cast<std::int64_t>(options.faults.jitter * static_cast<double>(one))),
      seed_(options.faults.seed),
      links_(options.links),
      stop_(options.stop),
      report_(options.report),
      flows_(bandwidths(topology, machine.work.memory), machine.work.processors),
      fifo_(bandwidths(topology, {})),
      finish_(costs_.launch) {
  set_up(options.faults, terms.calls);
}

void Engine::set_up(const Faults& faults, int calls) {
  if (programs_.partition.uniform())
    uniform_chunk_bytes_ = programs_.partition.chunk(0, 0).size() * size_of(programs_.collective.dtype);
  const std::size_t count = placement_.lanes.size();
  lanes_.reserve(count);
  flows_.reserve(count);
  for (std::size_t l = 0; l < count; ++l) {
    lanes_.push_back(at_start(placement_.lanes[l], faults));
    instructions_ += calls * placement_.lanes[l].length;
    add_routes(static_cast<std::uint32_t>(l));
  }
  cap_lanes();
  ranks_.resize(placement_.first_lane.size() - 1, {.calls_left = calls - 1});
  for (const LaneState& lane : lanes_) ++ranks_[static_cast<std::size_t>(lane.rank)].lanes_at_work;
  if (record_) records_.resize(count);
  arrived_.resize(placement_.barriers.size());
}

Engine::LaneState Engine::at_start(const PlacedLane& placed, const Faults& faults) const {
  LaneState state{.next = placed.code,
                  .end = placed.code + placed.length,
                  .target = placed.target,
                  .source = placed.source,
                  .rank = placement_.one_for_all ? 0 : placed.rank,
                  .first_of_rank = placement_.one_for_all
                                       ? 0
                                       : placement_.first_lane[static_cast<std::size_t>(placed.rank)]};
  const Lane& lane = programs_.of(placed.rank).lanes[static_cast<std::size_t>(placed.lane)];
  state.latency = (lane.group == no_group ? placed.latency + costs_.latency : placed.latency).ps;
  state.overhead = costs_.overhead.ps;
  state.stretch = static_cast<std::int64_t>(static_cast<double>(one) * slowness(placed, faults));
  if (std::ranges::count(faults.absent, placed.rank) > 0) state.state = State::absent;
  return state;
}

// How many times as long all takes that the lane does. What is loaded from a group comes at the pace of
// its slowest member.
double Engine::slowness(const PlacedLane& placed, const Faults& faults) const {
  const auto of_gpu = [&](Rank rank) {
    double factor = 1;
    for (const Faults::SlowGpu& slow : faults.slow_gpus)
      if (slow.gpu == rank) factor *= slow.factor;
    return factor;
  };
  double slowest = of_gpu(placed.rank);
  if (placed.length == 0 || !shares(placed.code->op)) return slowest;
  const Lane& lane = programs_.of(placed.rank).lanes[static_cast<std::size_t>(placed.lane)];
  if (placed.code->op == Opcode::load_reduce && !faults.slow_gpus.empty())
    for (const Rank member : programs_.members(lane.group)) slowest = std::max(slowest, of_gpu(member));
  return slowest / machine_.multicast.efficiency;
}

// Waking takes a processor, where the machine has them; work the shared memory, too; and sending its links.
void Engine::add_routes(std::uint32_t lane) {
  LaneState& state = lanes_[lane];
  const PlacedLane& placed = placement_.lanes[lane];
  const Work& work = machine_.work;
  const int processor = work.processors > 0 ? placed.rank % work.processors : Flows::no_processor;
  const std::span links(placement_.links.data() + placed.first_link, placed.links);
  const std::span shared_links = links_ == LinkModel::fair ? links : links.first(0);
  std::vector<LinkId> crossed;
  const auto add = [&](std::span<const LinkId> over, std::size_t passes) {
    crossed.assign(over.begin(), over.end());
    crossed.insert(crossed.end(), passes, static_cast<LinkId>(topology_.links.size()));
    return flows_.add_route(lane, crossed, processor);
  };
  const bool has_memory = work.memory > Bandwidth{};
  state.waking = add({}, 0);
  state.work = has_memory ? add({}, 1) : state.waking;
  state.route = shared_links.empty() ? state.work : add(shared_links, has_memory ? 1 : 0);
  state.fused = has_memory ? add(shared_links, 2) : state.route;

  for (const LinkId link : links)
    state.narrowest =
        std::min(state.narrowest, rate_of(topology_.links[static_cast<std::size_t>(link)].bandwidth));
  add_protocol(state, links);
}

void Engine::add_protocol(LaneState& state, std::span<const LinkId> links) const {
  Time hop;
  bool over_network = false;
  for (const LinkId link : links) {
    const LinkType type = topology_.links[static_cast<std::size_t>(link)].type;
    hop = std::max(hop, protocol_.hop[static_cast<std::size_t>(type)]);
    over_network |= type == LinkType::network;
  }
  const bool holds_the_lane = protocol_.streams() && !over_network;
  (holds_the_lane ? state.overhead : state.latency) += hop.ps;
}

// A lane's channels and its share of the links pass bytes on one after the other; a NIC works beside them.
void Engine::cap_lanes() {
  if (channels_rate_ == unlimited) return;
  const auto on_the_wire = static_cast<Rate>(static_cast<__int128>(channels_rate_) * wire_ >> 20);
  const auto links_of = [&](std::size_t lane) {
    const PlacedLane& placed = placement_.lanes[lane];
    return std::span(placement_.links.data() + placed.first_link, placed.links);
  };
  for (std::size_t first = 0, last = 0; first < lanes_.size(); first = last) {
    std::unordered_map<LinkId, int> crossing;  // lanes of this rank
    for (; last < lanes_.size() && lanes_[last].rank == lanes_[first].rank; ++last)
      for (const LinkId link : links_of(last)) ++crossing[link];
    for (std::size_t l = first; l < last; ++l) {
      Rate share = unlimited;
      bool over_network = false;
      for (const LinkId id : links_of(l)) {
        const Link& link = topology_.links[static_cast<std::size_t>(id)];
        share = std::min(share, rate_of(link.bandwidth) / std::min(crossing[id], lanes_side_by_side_));
        over_network |= link.type == LinkType::network;
      }
      if (share != unlimited)
        lanes_[l].cap = over_network ? on_the_wire : one_after_the_other(on_the_wire, share);
    }
  }
}

}  // namespace commlab
