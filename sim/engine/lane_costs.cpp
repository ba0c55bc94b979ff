#include "sim/engine/lane_costs.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/base/index.h"
#include "core/base/splitmix.h"
#include "sim/links/flows.h"

namespace commlab {
namespace {

// The largest number of lanes of one rank that send in the same step.
int lanes_side_by_side(const Programs& programs) {
  int most = 1;
  for (const Program& program : programs.programs) {
    std::vector<int> sending(programs.steps + std::size_t{1});
    for (const Lane& lane : program.lanes) {
      std::int32_t last = -1;
      for (const Instruction& i : lane.code) {
        if (!sends(i.op) || i.step == last) continue;
        last = i.step;
        most = std::max(most, ++sending[i.step]);
      }
    }
  }
  return most;
}

// The fewest lanes on which a rank sends at all: into so many ways its channels are divided.
int least_lanes_of_a_rank(const Programs& programs) {
  int least = 0;
  for (const Program& program : programs.programs) {
    const auto sending = static_cast<int>(std::ranges::count_if(program.lanes, [](const Lane& lane) {
      return std::ranges::any_of(lane.code, [](const Instruction& i) { return sends(i.op); });
    }));
    if (sending > 0) least = least == 0 ? sending : std::min(least, sending);
  }
  return std::max(1, least);
}

// The rate of the channels that a rank uses, divided by the rank's lanes that send side by side.
Rate channels_rate(const Programs& programs, const Protocol& protocol, int lanes) {
  const __int128 together =
      static_cast<__int128>(rate_of(protocol.rate)) * channels_in_use(protocol, programs.collective);
  return static_cast<Rate>(std::min<__int128>(together / lanes, unlimited));
}

// 1 / (1/a + 1/b)
Rate one_after_the_other(Rate a, Rate b) {
  return static_cast<Rate>(static_cast<__int128>(a) * b / (static_cast<__int128>(a) + b));
}

// 1 / (1/a^4 + 1/b^4)^(1/4). Square roots are exact to the last bit on every computer; other roots are not.
Rate mostly_at_once(Rate a, Rate b) {
  const double low = static_cast<double>(std::min(a, b)), part = low / static_cast<double>(std::max(a, b));
  const double square = part * part;
  return static_cast<Rate>(low / std::sqrt(std::sqrt(1 + square * square)));
}

// The costs of the lanes, found for one rank after the other, because a rank's lanes share its channels.
class CostsOfRanks {
 public:
  explicit CostsOfRanks(const RunSetting& run)
      : run_(run), crossing_(run.protocol.rate == Bandwidth{} ? 0 : run.machine.topology.links.size()) {
    if (run.protocol.channels > 1) ways_ = least_lanes_of_a_rank(run.programs);
    if (run.protocol.rate == Bandwidth{}) return;
    side_by_side_ = lanes_side_by_side(run.programs);
    const Rate channels = channels_rate(run.programs, run.protocol, side_by_side_);
    if (channels == unlimited) return;
    on_the_wire_ =
        static_cast<Rate>(static_cast<__int128>(channels) * stretch_on_the_wire(run.protocol) >> 20);
  }

  // The costs of one rank's lanes.
  const std::vector<LaneCosts>& of(std::span<const PlacedLane> lanes) {
    costs_.clear();
    for (const PlacedLane& placed : lanes) costs_.push_back(of(placed));
    if (on_the_wire_ != unlimited) cap(lanes);
    return costs_;
  }

 private:
  std::span<const LinkId> links_of(const PlacedLane& placed) const { return run_.placement.route_of(placed); }
  const Link& link(LinkId id) const { return run_.machine.topology.links[id]; }

  // Ranks access a group's memory without messages.
  static bool sends_messages(const PlacedLane& placed) { return placed.stored->group == no_group; }

  LaneCosts of(const PlacedLane& placed) {
    const Time latency = sends_messages(placed) ? placed.latency + run_.costs.latency : placed.latency;
    LaneCosts costs{
        .latency = latency,
        .overhead = run_.costs.overhead,
        .stretch = static_cast<std::int64_t>(static_cast<double>(one_stretch) * slowness(placed))};
    for (const LinkId id : links_of(placed))
      costs.narrowest = std::min(costs.narrowest, rate_of(link(id).bandwidth));
    if (sends_messages(placed))
      add_protocol(costs, links_of(placed));
    else if (over_network(placed) && op_of(placed) == Opcode::load_reduce)
      add_network_hop(costs);
    return costs;
  }

  // The operation of a lane of a group.
  static Opcode op_of(const PlacedLane& placed) {
    return placed.code().empty() ? Opcode::wait : placed.code()[0].op;
  }
  static bool over_network(const PlacedLane& placed) { return placed.nic >= 0; }

  // The factor by which everything that the lane does takes longer. Data loaded from a group comes at the
  // pace of the group's slowest member; so do data through the network, for which one member stands.
  double slowness(const PlacedLane& placed) const {
    const std::vector<Faults::SlowGpu>& slow_gpus = run_.options.faults.slow_gpus;
    const auto of_gpu = [&](Rank rank) {
      double factor = 1;
      for (const Faults::SlowGpu& slow : slow_gpus)
        if (slow.gpu == rank) factor *= slow.factor;
      return factor;
    };
    double slowest = of_gpu(placed.rank);
    if (!shares(op_of(placed))) return slowest;
    if ((op_of(placed) == Opcode::load_reduce || over_network(placed)) && !slow_gpus.empty())
      for (const Rank member : run_.programs.members(placed.stored->group))
        slowest = std::max(slowest, of_gpu(member));
    return over_network(placed) ? slowest : slowest / run_.machine.multicast.efficiency;
  }

  void add_protocol(LaneCosts& costs, std::span<const LinkId> links) const {
    Time hop;
    bool over_network = false;
    for (const LinkId id : links) {
      hop = std::max(hop, run_.protocol.hop_over(link(id).type));
      over_network |= link(id).type == LinkType::network;
    }
    const bool holds_the_lane = run_.protocol.streams() && !over_network;
    (holds_the_lane ? costs.overhead : costs.latency) += hop;
    if (over_network) add_proxy(costs);
  }

  // To the switches of the network and back, data take one hop between nodes: half of it with the load, half
  // with the store. The load has the costs of both.
  void add_network_hop(LaneCosts& costs) const {
    costs.latency += run_.costs.latency + run_.protocol.hop_over(LinkType::network);
    add_proxy(costs);
  }

  void add_proxy(LaneCosts& costs) const {
    const Protocol& protocol = run_.protocol;
    const int channels = std::max(1, channels_in_use(protocol, run_.programs.collective) / ways_);
    costs.peer = protocol.peer;
    costs.post = channels * protocol.post;
    costs.posted = channels * protocol.posted.count;
    if (protocol.handed_on == Bandwidth{}) return;
    costs.handed_on = rate_of(protocol.handed_on) * channels;
    costs.most_handed = protocol.slot.count * channels;
  }

  // A lane's channels and its share of the links pass bytes on one after the other, except over a NIC, which
  // works at the same time.
  void cap(std::span<const PlacedLane> lanes) {
    for (const PlacedLane& placed : lanes)
      for (const LinkId id : links_of(placed)) ++crossing_[id];
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      Rate share = unlimited;
      bool over_network = false;
      for (const LinkId id : links_of(lanes[l])) {
        share = std::min(share, rate_of(link(id).bandwidth) / std::min(crossing_[id], side_by_side_));
        over_network |= link(id).type == LinkType::network;
      }
      if (share == unlimited || !sends_messages(lanes[l])) continue;
      costs_[l].cap = over_network             ? over_the_network()
                      : run_.protocol.overlaps ? mostly_at_once(on_the_wire_, reached(share))
                                               : one_after_the_other(on_the_wire_, share);
    }
    for (const PlacedLane& placed : lanes)
      for (const LinkId id : links_of(placed)) crossing_[id] = 0;
  }

  Rate over_the_network() const {
    const Protocol& protocol = run_.protocol;
    if (protocol.network_rate == Bandwidth{}) return on_the_wire_;
    return static_cast<Rate>(static_cast<__int128>(on_the_wire_) * protocol.network_rate.bytes_per_second /
                             protocol.rate.bytes_per_second);
  }
  Rate reached(Rate share) const {
    return static_cast<Rate>(run_.protocol.reach * static_cast<double>(share));
  }

  const RunSetting& run_;
  int side_by_side_ = 1;          // lanes of a rank that send in the same step
  int ways_ = 1;                  // into which its channels are divided
  Rate on_the_wire_ = unlimited;  // of the channels of one such lane
  std::vector<int> crossing_;     // per link: lanes of the rank
  std::vector<LaneCosts> costs_;  // of the rank
};

std::size_t hash_of(const LaneCosts& costs) {
  std::uint64_t hash = 0;
  for (const std::int64_t value :
       {costs.narrowest, costs.cap, costs.latency.ps, costs.overhead.ps, costs.peer.ps, costs.post.ps,
        costs.posted, costs.handed_on, costs.stretch})
    hash = splitmix(hash ^ static_cast<std::uint64_t>(value));
  return hash;
}

}  // namespace

LaneCostTable::LaneCostTable(const RunSetting& run) {
  const std::vector<PlacedLane>& lanes = run.placement.lanes;
  kind_of_.reserve(lanes.size());
  const auto hash = [](const LaneCosts& costs) { return hash_of(costs); };
  std::unordered_map<LaneCosts, std::uint32_t, decltype(hash)> known;
  CostsOfRanks ranks(run);
  for (std::size_t rank = 0; rank + 1 < run.placement.first_lane.size(); ++rank) {
    const auto first = index(run.placement.first_lane[rank]),
               last = index(run.placement.first_lane[rank + 1]);
    for (const LaneCosts& costs : ranks.of(std::span(lanes).subspan(first, last - first))) {
      if (kind_of_.empty() || kinds_[kind_of_.back()] != costs) {
        const auto [kind, added] = known.try_emplace(costs, static_cast<std::uint32_t>(kinds_.size()));
        if (added) kinds_.push_back(costs);
        kind_of_.push_back(kind->second);
      } else {
        kind_of_.push_back(kind_of_.back());
      }
    }
  }
}

}  // namespace commlab
