#include "sim/engine/lane_costs.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "core/base/index.h"

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

class CostsOfLanes {
 public:
  explicit CostsOfLanes(const RunSetting& run) : run_(run) {}

  std::vector<LaneCosts> all() {
    std::vector<LaneCosts> costs;
    costs.reserve(run_.placement.lanes.size());
    for (const PlacedLane& placed : run_.placement.lanes) costs.push_back(of(placed));
    cap_lanes(costs);
    return costs;
  }

 private:
  std::span<const LinkId> links_of(const PlacedLane& placed) const {
    return {run_.placement.links.data() + placed.first_link, placed.links};
  }
  const Link& link(LinkId id) const { return run_.topology.links[id]; }

  LaneCosts of(const PlacedLane& placed) {
    const Lane& lane = run_.programs.of(placed.rank).lanes[placed.lane];
    const Time latency = lane.group == no_group ? placed.latency + run_.costs.latency : placed.latency;
    LaneCosts costs{
        .latency = latency,
        .overhead = run_.costs.overhead,
        .stretch = static_cast<std::int64_t>(static_cast<double>(one_stretch) * slowness(placed))};
    for (const LinkId id : links_of(placed))
      costs.narrowest = std::min(costs.narrowest, rate_of(link(id).bandwidth));
    add_protocol(costs, links_of(placed));
    return costs;
  }

  // The factor by which everything that the lane does takes longer. Data loaded from a group comes at the
  // pace of the group's slowest member.
  double slowness(const PlacedLane& placed) const {
    const std::vector<Faults::SlowGpu>& slow_gpus = run_.options.faults.slow_gpus;
    const auto of_gpu = [&](Rank rank) {
      double factor = 1;
      for (const Faults::SlowGpu& slow : slow_gpus)
        if (slow.gpu == rank) factor *= slow.factor;
      return factor;
    };
    double slowest = of_gpu(placed.rank);
    if (placed.length == 0 || !shares(placed.code->op)) return slowest;
    const Lane& lane = run_.programs.of(placed.rank).lanes[placed.lane];
    if (placed.code->op == Opcode::load_reduce && !slow_gpus.empty())
      for (const Rank member : run_.programs.members(lane.group)) slowest = std::max(slowest, of_gpu(member));
    return slowest / run_.machine.multicast.efficiency;
  }

  void add_protocol(LaneCosts& costs, std::span<const LinkId> links) const {
    Time hop;
    bool over_network = false;
    for (const LinkId id : links) {
      hop = std::max(hop, run_.protocol.hop[index(static_cast<int>(link(id).type))]);
      over_network |= link(id).type == LinkType::network;
    }
    const bool holds_the_lane = run_.protocol.streams() && !over_network;
    (holds_the_lane ? costs.overhead : costs.latency) += hop;
  }

  // A lane's channels and its share of the links pass bytes on one after the other, except over a NIC, which
  // works at the same time.
  void cap_lanes(std::vector<LaneCosts>& costs) const {
    if (run_.protocol.rate == Bandwidth{}) return;
    const int side_by_side = lanes_side_by_side(run_.programs);
    const Rate channels = channels_rate(run_.programs, run_.protocol, side_by_side);
    if (channels == unlimited) return;
    const auto on_the_wire =
        static_cast<Rate>(static_cast<__int128>(channels) * stretch_on_the_wire(run_.protocol) >> 20);
    const std::vector<PlacedLane>& lanes = run_.placement.lanes;
    for (std::size_t first = 0, last = 0; first < lanes.size(); first = last) {
      std::unordered_map<LinkId, int> crossing;  // lanes of this rank
      for (; last < lanes.size() && lanes[last].rank == lanes[first].rank; ++last)
        for (const LinkId id : links_of(lanes[last])) ++crossing[id];
      for (std::size_t l = first; l < last; ++l) {
        Rate share = unlimited;
        bool over_network = false;
        for (const LinkId id : links_of(lanes[l])) {
          share = std::min(share, rate_of(link(id).bandwidth) / std::min(crossing[id], side_by_side));
          over_network |= link(id).type == LinkType::network;
        }
        if (share != unlimited)
          costs[l].cap = over_network ? on_the_wire : one_after_the_other(on_the_wire, share);
      }
    }
  }

  const RunSetting& run_;
};

}  // namespace

std::vector<LaneCosts> lane_costs(const RunSetting& run) { return CostsOfLanes(run).all(); }

}  // namespace commlab
