#include "sim/engine/alike_ranks.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/base/index.h"
#include "core/base/splitmix.h"
#include "sim/engine/lane_costs.h"
#include "sim/engine/loads.h"

namespace commlab {
namespace {

using Colour = std::uint64_t;
using Colours = std::vector<Colour>;
constexpr Colour by_posting = 1;  // what a lane does to a link, beside crossing it

constexpr Colour mixed(Colour a, Colour b) { return splitmix(splitmix(a) ^ b); }

std::size_t different(Colours colours) {
  std::ranges::sort(colours);
  return static_cast<std::size_t>(std::ranges::unique(colours).begin() - colours.begin());
}

// Sums of mixed colours do not depend on the order of what they count.
class Colouring {
 public:
  explicit Colouring(const RunSetting& run)
      : run_(run),
        all_(run.placement),
        own_(all_.lanes.size()),
        lanes_(all_.lanes.size()),
        links_(run.machine.topology.links.size()),
        ranks_(all_.first_lane.size() - 1),
        barriers_(all_.barriers.size()) {
    const LaneCostTable costs(run);
    const Loads loads(run);
    for (std::size_t l = 0; l < lanes_.size(); ++l) own_[l] = mixed(costs.kind_of(l), code_of(l, loads));
    first_wait_.push_back(0);
    for (std::size_t l = 0; l < lanes_.size(); ++l) add_waits(l);
    lanes_ = own_;
  }

  // Refines the colours until no two lanes of a rank have the same one. False: too many colours or rounds.
  bool settle() {
    do
      if (!refine()) return false;
    while (tell_twins_apart());
    return true;
  }

  Colour of_lane(std::size_t lane) const { return lanes_[lane]; }
  const Colours& of_ranks() const { return ranks_; }
  const Colours& of_links() const { return links_; }
  const Colours& of_barriers() const { return barriers_; }

 private:
  struct Wait {  // of a lane's instructions for those of another lane
    std::int32_t lane;
    Colour what;
  };

  Colour code_of(std::size_t lane, const Loads& loads) const {
    Colour code = 0;
    for (const Instruction& i : all_.lanes[lane].code())
      code = mixed(code,
                   index(loads.bytes(static_cast<std::uint32_t>(lane), i)) << 4 | static_cast<Colour>(i.op));
    return code;
  }

  // One entry for each lane that this one waits for.
  void add_waits(std::size_t lane) {
    const PlacedLane& placed = all_.lanes[lane];
    const Program& program = run_.programs.of(placed.rank);
    const std::size_t first = waits_.size();
    for (std::size_t i = 0; i < placed.code().size(); ++i)
      for (const Dependency& d : program.depends_on(placed.code()[i])) {
        const std::int32_t other = all_.first_of_rank(placed) + d.lane;
        auto found = std::ranges::find(waits_.begin() + static_cast<std::ptrdiff_t>(first), waits_.end(),
                                       other, &Wait::lane);
        if (found == waits_.end()) found = waits_.insert(found, {other, 0});
        found->what += mixed(i, index(d.index));
      }
    first_wait_.push_back(waits_.size());
  }

  bool refine() {
    constexpr int most_rounds = 64;
    std::size_t known = 0;
    for (int round = 0; round < most_rounds; ++round) {
      colour_links();
      colour_ranks_and_barriers();
      colour_lanes();
      const std::size_t now = different(lanes_);
      if (2 * now > lanes_.size()) return false;
      if (now == std::exchange(known, now)) return true;
    }
    return false;
  }

  void colour_links() {
    for (std::size_t l = 0; l < links_.size(); ++l)
      links_[l] = mixed(index(run_.machine.topology.links[l].bandwidth.bytes_per_second),
                        static_cast<Colour>(run_.machine.topology.links[l].type));
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      for (const LinkId link : all_.route_of(all_.lanes[l])) links_[index(link)] += splitmix(lanes_[l]);
      if (all_.lanes[l].nic >= 0) links_[index(all_.lanes[l].nic)] += mixed(lanes_[l], by_posting);
    }
  }

  void colour_ranks_and_barriers() {
    std::ranges::fill(ranks_, 0);
    std::ranges::fill(barriers_, 0);
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      const PlacedLane& placed = all_.lanes[l];
      ranks_[index(placed.place)] += splitmix(lanes_[l]);
      if (placed.barrier >= 0) barriers_[index(placed.barrier)] += splitmix(lanes_[l]);
    }
  }

  void colour_lanes() {
    Colours next(lanes_.size());
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      const PlacedLane& placed = all_.lanes[l];
      const auto colour_at = [](const Colours& colours, std::int32_t place) {
        return place < 0 ? Colour{} : colours[index(place)];
      };
      Colour sum = 0;
      for (const LinkId link : all_.route_of(placed)) sum += splitmix(links_[index(link)]);
      for (std::size_t w = first_wait_[l]; w < first_wait_[l + 1]; ++w)
        sum += mixed(waits_[w].what, lanes_[index(waits_[w].lane)]);
      next[l] = own_[l];
      for (const Colour part :
           {ranks_[index(placed.place)], sum, colour_at(links_, placed.nic), colour_at(lanes_, placed.target),
            colour_at(lanes_, placed.source), colour_at(barriers_, placed.barrier)})
        next[l] = mixed(next[l], part);
    }
    lanes_ = std::move(next);
  }

  // Lanes of one rank that look the same become the first, the second and so on of this look.
  bool tell_twins_apart() {
    bool found = false;
    std::unordered_map<Colour, Colour> seen;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      seen.clear();
      for (auto l = index(all_.first_lane[rank]); l < index(all_.first_lane[rank + 1]); ++l) {
        const Colour nth = seen[lanes_[l]]++;
        if (nth == 0) continue;
        found = true;
        own_[l] = mixed(own_[l], nth);
      }
    }
    if (found) lanes_ = own_;
    return found;
  }

  const RunSetting& run_;
  const Placement& all_;
  Colours own_;  // of the lanes, by what they do alone
  Colours lanes_, links_, ranks_, barriers_;
  std::vector<Wait> waits_;
  std::vector<std::size_t> first_wait_;  // per lane; one more entry at the end
};

// For each place, the first one that has the same colour.
std::vector<std::int32_t> first_of_colour(const Colours& colours) {
  std::unordered_map<Colour, std::int32_t> known;
  std::vector<std::int32_t> first;
  for (std::size_t i = 0; i < colours.size(); ++i)
    first.push_back(known.try_emplace(colours[i], static_cast<std::int32_t>(i)).first->second);
  return first;
}

// The lanes of the first rank of each colour.
class Reduced {
 public:
  Reduced(const Placement& all, const Colouring& colours)
      : all_(all), colours_(colours), links_(first_of_colour(colours.of_links())) {}

  AlikeRanks build() && {
    add_lanes();
    join_lanes();
    cross_links();
    join_barriers();
    return {std::move(placement_), std::move(links_)};
  }

 private:
  void add_lanes() {
    const std::vector<std::int32_t> first = first_of_colour(colours_.of_ranks());
    for (std::size_t rank = 0; rank < first.size(); ++rank) {
      if (first[rank] != static_cast<std::int32_t>(rank)) continue;
      const auto place = static_cast<std::int32_t>(placement_.first_lane.size());
      placement_.first_lane.push_back(static_cast<std::int32_t>(placement_.lanes.size()));
      for (auto l = index(all_.first_lane[rank]); l < index(all_.first_lane[rank + 1]); ++l) {
        lanes_.emplace(colours_.of_lane(l), static_cast<std::int32_t>(placement_.lanes.size()));
        PlacedLane lane = all_.lanes[l];
        const auto route = all_.route_of(lane);
        lane.place = place;
        lane.first_link = static_cast<std::uint32_t>(placement_.links.size());
        placement_.links.insert(placement_.links.end(), route.begin(), route.end());
        placement_.lanes.push_back(lane);
      }
    }
    placement_.first_lane.push_back(static_cast<std::int32_t>(placement_.lanes.size()));
  }

  // The lane that stands for this one of all.
  std::int32_t standing_for(std::int32_t lane) const {
    return lane < 0 ? lane : lanes_.at(colours_.of_lane(index(lane)));
  }

  void join_lanes() {
    for (PlacedLane& lane : placement_.lanes) {
      lane.target = standing_for(lane.target);
      lane.source = standing_for(lane.source);
    }
  }

  // As often as all lanes of its colour cross the link that stands for those of its route, and post there.
  void cross_links() {
    std::vector<std::vector<LinkId>> crossed(placement_.lanes.size());
    std::vector<std::int32_t> posters(placement_.lanes.size());
    for (std::size_t l = 0; l < all_.lanes.size(); ++l) {
      const auto stands = index(standing_for(static_cast<std::int32_t>(l)));
      for (const LinkId link : all_.route_of(all_.lanes[l]))
        if (links_[index(link)] == link) crossed[stands].push_back(link);
      const LinkId nic = all_.lanes[l].nic;
      if (nic >= 0 && links_[index(nic)] == nic) ++posters[stands];
    }
    for (std::size_t l = 0; l < crossed.size(); ++l) {
      if (LinkId& nic = placement_.lanes[l].nic; nic >= 0) nic = links_[index(nic)];
      placement_.lanes[l].posters = posters[l];
      placement_.lanes[l].first_crossed = static_cast<std::uint32_t>(placement_.links.size());
      placement_.lanes[l].crossed = static_cast<std::uint32_t>(crossed[l].size());
      placement_.links.insert(placement_.links.end(), crossed[l].begin(), crossed[l].end());
    }
  }

  void join_barriers() {
    const std::vector<std::int32_t> first = first_of_colour(colours_.of_barriers());
    std::unordered_map<std::int32_t, std::int32_t> places;  // of the barriers that stand for others
    for (PlacedLane& lane : placement_.lanes) {
      if (lane.barrier < 0) continue;
      const std::int32_t of_all = first[index(lane.barrier)];
      const auto [place, added] =
          places.try_emplace(of_all, static_cast<std::int32_t>(placement_.barriers.size()));
      if (added) {
        PlacedBarrier barrier;
        for (const std::int32_t member : all_.barriers[index(of_all)].lanes)
          barrier.lanes.push_back(standing_for(member));
        std::ranges::sort(barrier.lanes);
        barrier.lanes.erase(std::ranges::unique(barrier.lanes).begin(), barrier.lanes.end());
        placement_.barriers.push_back(std::move(barrier));
      }
      lane.barrier = place->second;
    }
  }

  const Placement& all_;
  const Colouring& colours_;
  Placement placement_;
  std::vector<LinkId> links_;
  std::unordered_map<Colour, std::int32_t> lanes_;  // of the placement, by colour
};

}  // namespace

std::optional<AlikeRanks> alike_ranks(const RunSetting& run) {
  constexpr std::int64_t least_transfers_of_a_lane = 4;
  const auto lanes = std::ssize(run.placement.lanes);
  if (run.programs.transfers() * run.calls < least_transfers_of_a_lane * lanes) return std::nullopt;
  Colouring colours(run);
  if (!colours.settle()) return std::nullopt;
  if (2 * different(colours.of_ranks()) > colours.of_ranks().size()) return std::nullopt;
  return Reduced(run.placement, colours).build();
}

}  // namespace commlab
