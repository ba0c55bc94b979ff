#include "core/plan/least_time.h"

#include <algorithm>
#include <utility>

#include "core/base/index.h"
#include "core/schedule/frame.h"
#include "core/schedule/tile_members.h"

namespace commlab {
namespace {

using Rule = Schedule::Rule;

constexpr int most_watched = 16;

// The ranks whose sending is counted: a node of the root's, or some of it if nodes are large.
std::pair<Rank, Rank> watched(const Schedule& s) {
  const int per_node = s.layout().per_node > 0 ? s.layout().per_node : s.ranks();
  const Rank root = has_root(s.collective().kind) ? s.root() : 0;
  const Rank first = root / per_node * per_node;
  const int known = s.has_only_first_tile() ? s.tile() : s.ranks();
  return {first, std::min({known, first + per_node, first + most_watched})};
}

// Whether the run of blocks that begins with `first` contains `block`.
bool contains(const Move& move, int first, int block, int all) {
  const int distance = (block - first + all) % all;
  if (move.spacing.apart == 0) return distance < move.blocks;
  const int run = distance / move.spacing.apart;
  const int in_run = distance % move.spacing.apart;
  return in_run < move.spacing.run && run * move.spacing.run + in_run < move.blocks;
}

std::uint64_t ends(Rank from, Rank to) {
  return static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint32_t>(to);
}

Time time_for(std::int64_t bytes, std::int64_t bytes_per_second) {
  const __int128 ps = static_cast<__int128>(bytes) * 1'000'000'000'000 / bytes_per_second;
  return {static_cast<std::int64_t>(std::min<__int128>(ps, never.ps / 4))};
}

std::int64_t on_the_wire(std::int64_t bytes, const Protocol& protocol) {
  const std::int64_t stretch = (std::int64_t{1} << 20) * protocol.wire / protocol.data;
  return static_cast<std::int64_t>(static_cast<__int128>(bytes) * stretch >> 20);
}

Partition partition_of(const Schedule& s, int parts) {
  return {elements_of(s.collective()), s.blocks(), s.shares() * parts, s.partition_rule()};
}

constexpr std::size_t buffers = 3;

// Since when each place of memory has its value. What a step sends is what its source held before the step.
class Arrivals {
 public:
  explicit Arrivals(std::size_t places) : held_(places) {}

  Time at(std::size_t place) const { return held_[place]; }
  // REQUIRES: steps never go back.
  void begin_step(int step) {
    if (step != std::exchange(step_, step)) end_step();
  }
  // In this step. `adds`: to what is there, which comes no later.
  void add(std::size_t place, Time at, bool adds) { arriving_.push_back({place, at, adds}); }
  // The latest time of all steps.
  Time last() {
    end_step();
    return last_;
  }

 private:
  struct Arrival {
    std::size_t place;
    Time at;
    bool adds;
  };
  void end_step() {
    for (const Arrival& a : arriving_) {
      held_[a.place] = a.adds ? std::max(held_[a.place], a.at) : a.at;
      last_ = std::max(last_, a.at);
    }
    arriving_.clear();
  }

  std::vector<Time> held_;
  std::vector<Arrival> arriving_;
  int step_ = 0;
  Time last_;
};

// Only of the first share, where data keep their place.
bool can_be_followed(const Move& move) {
  return move.share <= 0 && move.into_block.value_or(move.block) == move.block;
}

bool adds(const Move& move) { return move.combine == Combine::reduce && move.with == move.into; }

}  // namespace

bool ranks_do_the_same(const Schedule& schedule) {
  return schedule.has_only_first_tile() || frame_of(schedule) != Frame::absolute;
}

bool has_least_time(const Setup& setup, const Schedule& schedule) {
  const Experiment& e = setup.experiment;
  return setup.collective.kind != CollectiveKind::p2p && !is_uneven(setup.collective) && e.loop == 1 &&
         e.absent.empty() && elements_of(setup.collective) > 0 &&
         std::ranges::all_of(schedule.rules(), [](const Rule& r) { return r.kind == Rule::Kind::move; });
}

LeastTimes::LeastTimes(const Setup& setup) : machine_(*setup.machine), router_(machine_.topology) {}

const LeastTimes::Way& LeastTimes::way(Rank from, Rank to) {
  const auto [found, is_new] = ways_.try_emplace(ends(from, to));
  Way& way = found->second;
  if (!is_new) return way;
  const Result<std::vector<LinkId>> route = router_.route(from, to);
  if (!route) return way;  // prediction will say so
  way.links = *route;
  for (const LinkId id : way.links) {
    const Link& link = machine_.topology.links[index(id)];
    way.latency += link.latency;
    if (link.type == LinkType::network && !way.network) way.network = id;
    const std::int64_t rate = link.bandwidth.bytes_per_second;
    if (way.narrowest == 0 || rate < way.narrowest) way.narrowest = rate;
  }
  return way;
}

Time LeastTimes::cost(const Way& way, const Protocol& protocol, std::int64_t bytes) const {
  Time hop;
  for (const LinkId id : way.links)
    hop = std::max(hop, protocol.hop_over(machine_.topology.links[index(id)].type));
  const Time sent = way.narrowest > 0 ? time_for(on_the_wire(bytes, protocol), way.narrowest) : Time{};
  // A flow ends up to a picosecond early, when nearly nothing is left.
  return each_ + way.latency + hop + std::max(Time{}, sent - Time{1});
}

Time LeastTimes::traffic(const Schedule& s, const Protocol& protocol, bool links_are_shared) {
  const auto [first, last] = watched(s);
  const Partition whole = partition_of(s, 1);
  const std::int64_t element = size_of(s.collective().dtype);
  std::vector<std::vector<int>> positions(s.groups().size());  // of the watched ranks, -1 where not a member
  std::unordered_map<std::uint64_t, Bytes> sent;               // by ends
  for (const Rule& rule : s.rules()) {
    const Move& move = rule.move;
    const std::vector<Rank>& group = s.ranks_of(rule.group);
    const int members = static_cast<int>(group.size());
    std::vector<int>& places = positions[index(rule.group.id)];
    if (places.empty()) {
      places.assign(index(last - first), -1);
      for (int i = 0; i < members; ++i)
        if (group[index(i)] >= first && group[index(i)] < last) places[index(group[index(i)] - first)] = i;
    }
    for (const int i : places) {
      if (i < 0 || !is_admitted(move.who, i)) continue;
      const int j = apply(move.to, i, members);
      if (j == i || j < 0 || j >= members) continue;
      const int block = s.block_of(rule.group, move.block, i, move.blocks);
      std::int64_t elements = 0;
      for (int k = 0; k < move.blocks; ++k) {
        const int here = (block + move.spacing.offset(k)) % s.blocks();
        elements +=
            move.share == every_share ? whole.block(here).size() : whole.chunk(here, move.share).size();
      }
      // A flow ends when less than 2^-20 of a byte is left, which a byte less for each block covers.
      sent[ends(group[index(i)], group[index(j)])] +=
          Bytes{std::max<std::int64_t>(0, elements * element - 1)};
    }
  }
  Time longest;
  std::unordered_map<LinkId, Bytes> on_link;
  std::unordered_map<LinkId, Time> posting;  // by the link of the NIC
  for (const auto& [pair, bytes] : sent) {
    const Way& along = way(static_cast<Rank>(pair >> 32), static_cast<Rank>(pair & 0xffffffff));
    if (along.network) longest = std::max(longest, posting[*along.network] += protocol.peer);
    if (along.narrowest == 0) continue;
    if (links_are_shared)
      for (const LinkId link : along.links) on_link[link] += bytes;
  }
  for (const auto& [link, bytes] : on_link)
    longest = std::max(longest, time_for(on_the_wire(bytes.count, protocol),
                                         machine_.topology.links[index(link)].bandwidth.bytes_per_second));
  return std::max(Time{}, longest - Time{1});
}

// Follows block 0, and of it only what goes with the first share.
Time LeastTimes::longest_way(const Schedule& s, const Protocol& protocol, bool streams, int parts) {
  constexpr int followed = 0;
  const Partition partition = partition_of(s, parts);
  const std::int64_t least = partition.block(followed).size() / partition.parts;
  const std::int64_t bytes = streams ? 0 : least * size_of(s.collective().dtype);
  const auto place = [](Rank rank, Buffer buffer) {
    return index(rank) * buffers + index(static_cast<int>(buffer));
  };
  Arrivals arrivals(index(s.ranks()) * buffers);
  for (const Rule& rule : s.rules()) {
    arrivals.begin_step(rule.step);
    const Move& move = rule.move;
    if (!can_be_followed(move)) continue;
    const std::vector<Rank>& group = s.ranks_of(rule.group);
    const int members = static_cast<int>(group.size());
    for (int i = move.who.first; i < std::min(members, move.who.last); i += move.who.stride) {
      const int first = s.block_of(rule.group, move.block, i, move.blocks);
      if (!contains(move, first, followed, s.blocks())) continue;
      const int j = apply(move.to, i, members);
      if (j < 0 || j >= members) continue;
      const Rank from = group[index(i)], to = group[index(j)];
      Time at = arrivals.at(place(from, move.from));
      if (from != to) at += cost(way(from, to), protocol, bytes);
      if (move.combine == Combine::reduce) at = std::max(at, arrivals.at(place(to, move.with)));
      arrivals.add(place(to, move.into), at, adds(move));
    }
  }
  return arrivals.last();
}

// Follows all blocks of the first tile's ranks, and of them only what goes with the first share.
Time LeastTimes::longest_way_of_tiles(const Schedule& s, const Protocol& protocol, bool streams, int parts) {
  const int tile = s.tile(), tiles = s.ranks() / tile;
  const BlockTurn turn = s.turn();
  if (turn.run > 0 && std::int64_t{tiles} * turn.by % turn.run != 0) return {};
  const Partition partition = partition_of(s, parts);
  const std::int64_t least = partition.elements / partition.blocks / partition.parts;
  const std::int64_t bytes = streams ? 0 : least * size_of(s.collective().dtype);
  const auto place = [&](Rank rank, int block, Buffer buffer) {
    const int seen = turn.turned(block, tiles - rank / tile);  // by the same rank of the first tile
    return (index(rank % tile) * index(s.blocks()) + index(seen)) * buffers + index(static_cast<int>(buffer));
  };
  TileMembers tile_members(s);
  // Tiles do the same, but their links may differ.
  std::unordered_map<std::uint64_t, Time> costs;  // by the ends of a message of the first tile
  const auto cost_in_any_tile = [&](Rank from, Rank to) {
    const auto [known, is_new] = costs.try_emplace(ends(from, to), never);
    for (int t = 0; is_new && t < tiles; ++t) {
      const Way& there = way((from + t * tile) % s.ranks(), (to + t * tile) % s.ranks());
      known->second = std::min(known->second, cost(there, protocol, bytes));
    }
    return known->second;
  };
  Arrivals arrivals(index(tile) * index(s.blocks()) * buffers);
  for (const Rule& rule : s.rules()) {
    arrivals.begin_step(rule.step);
    const Move& move = rule.move;
    if (!can_be_followed(move)) continue;
    const std::vector<Rank>& group = s.ranks_of(rule.group);
    const int members = static_cast<int>(group.size());
    for (const int i : tile_members.in_tile(rule.group)) {
      const int j = apply(move.to, i, members);
      if (!is_admitted(move.who, i) || j < 0 || j >= members) continue;
      const Rank from = group[index(i)], to = group[index(j)];
      const int first = s.block_of(rule.group, move.block, i, move.blocks);
      const auto block = [&](int k) { return (first + move.spacing.offset(k)) % s.blocks(); };
      Time at;  // a message leaves when all its blocks are there
      for (int k = 0; k < move.blocks; ++k) at = std::max(at, arrivals.at(place(from, block(k), move.from)));
      if (from != to) at += cost_in_any_tile(from, to);
      for (int k = 0; move.combine == Combine::reduce && k < move.blocks; ++k)
        at = std::max(at, arrivals.at(place(to, block(k), move.with)));
      for (int k = 0; k < move.blocks; ++k) arrivals.add(place(to, block(k), move.into), at, adds(move));
    }
  }
  return arrivals.last();
}

Time LeastTimes::of(const Setup& setup, const Schedule& schedule, int pieces) {
  const Experiment& e = setup.experiment;
  const std::int64_t parts = std::int64_t{e.channels} * pieces;
  const bool can_be_cut = parts > 0 && parts <= INT32_MAX / schedule.shares();
  if (!can_be_cut || !has_least_time(setup, schedule)) return {};
  Protocol protocol;
  if (e.protocol != ProtocolChoice::automatic)
    protocol = find_protocol(*setup.machine, name_of(e.protocol)).value_or(Protocol{});
  if (e.link_model == LinkModel::fifo) protocol.hop = {};  // store and forward counts only the links' latency
  const bool streams = e.streaming || (e.protocol != ProtocolChoice::automatic && protocol.streams());
  const Costs& costs = setup.machine->collective;
  each_ = costs.overhead + costs.latency;
  const Time launch = launch_time(costs, protocol.start, setup.machine->launching, e.launch);
  Time least = traffic(schedule, protocol, e.link_model != LinkModel::ideal);
  const bool is_simulated_once = ranks_do_the_same(schedule) && e.link_model != LinkModel::fifo;
  if (schedule.has_only_first_tile())
    least = std::max(least, longest_way_of_tiles(schedule, protocol, streams, static_cast<int>(parts)));
  else if (!is_simulated_once)
    least = std::max(least, longest_way(schedule, protocol, streams, static_cast<int>(parts)));
  return launch + least;
}

}  // namespace commlab
