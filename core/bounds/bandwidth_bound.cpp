// Take any group X of ranks. What the collective promises fixes how much must leave X and how
// much must enter it, and the links across its narrowest cut fix how fast that can happen:
//
//      +-- X ----------+
//      | gpu0     gpu1 |===> out: at least so many units, at this capacity
//      |               |<=== in:  at least so many units, at this capacity
//      +---------------+
//
// The bound is the worst over all groups X. For all_reduce a second argument gives more: cut all ranks
// into k groups. Then 2(k-1) vectors must travel between the groups in total (each result is gathered
// from k groups and handed back to them), so the sum of the groups' capacities bounds the time, too.
// This argument assumes switches that only forward. A switch that reduces and copies must lie in one of
// the groups, and p ranks around it no longer need 2(p-1) vectors. The first argument holds always.
//
// Up to 8 ranks every group and every partition is tried, which for broadcast, all_gather,
// reduce_scatter and reduce is the exact optimum (Edmonds; ForestColl, arXiv 2402.06787). With more
// ranks, only single ranks and contiguous blocks (nodes among them) are tried, because the narrow
// places of machines are there. Up to 32 ranks, maximum flows also find the worst groups elsewhere.
#include "core/bounds/bandwidth_bound.h"

#include <algorithm>
#include <numeric>

namespace commlab {
namespace {

constexpr int every_group_up_to = 8;  // ranks: 254 groups, 4,140 partitions
constexpr int by_flows_up_to = 32;
constexpr int many_blocks_up_to = 1024;  // with more ranks, only halves

using Ranks = std::vector<Rank>;  // rising

bool contains(const Ranks& ranks, Rank rank) { return std::ranges::binary_search(ranks, rank); }

// The least that must cross the border of a group. The unit is the full vector, or one block where
// the collective has blocks, or one element where blocks are uneven.
struct Crossing {
  Flow out;
  Flow in;
};

Bytes unit_of(const Collective& c) {
  if (is_uneven(c)) return {size_of(c.dtype)};
  return {has_blocks(c.kind) ? size_of(c).count / c.ranks : size_of(c).count};
}

// What the group's ranks have for others, and others for them.
Crossing crossing_of(const CountMatrix& counts, const Ranks& group) {
  Crossing crossing{0, 0};
  for (const Rank rank : group) {
    crossing.out += counts.sent(rank);
    crossing.in += counts.received(rank);
    for (const Rank other : group) {
      crossing.out -= counts.count(rank, other);
      crossing.in -= counts.count(other, rank);
    }
  }
  return crossing;
}

Crossing crossing_of(const Collective& c, const Ranks& group) {
  const Flow inside = static_cast<Flow>(group.size());
  const Flow outside = c.ranks - inside;
  switch (c.kind) {
    case CollectiveKind::broadcast: return contains(group, c.root) ? Crossing{1, 0} : Crossing{0, 1};
    case CollectiveKind::reduce: return contains(group, c.root) ? Crossing{0, 1} : Crossing{1, 0};
    case CollectiveKind::scatter: return contains(group, c.root) ? Crossing{outside, 0} : Crossing{0, inside};
    case CollectiveKind::gather: return contains(group, c.root) ? Crossing{0, outside} : Crossing{inside, 0};
    case CollectiveKind::all_reduce: return {1, 1};
    case CollectiveKind::all_gather: return {inside, outside};
    case CollectiveKind::reduce_scatter: return {outside, inside};
    case CollectiveKind::all_to_all:
      if (is_uneven(c)) return crossing_of(c.counts, group);
      return {inside * outside, inside * outside};
    case CollectiveKind::sendrecv: {
      const auto leaves = [&](Rank rank) { return !contains(group, (rank + 1) % c.ranks); };
      const Flow leaving = std::ranges::count_if(group, leaves);
      return {leaving, leaving};  // the ring enters a group as often as it leaves it
    }
    case CollectiveKind::p2p: {
      const auto is_inside = [&](Rank rank) { return contains(group, rank); };
      if (is_inside(c.from)) return {std::ranges::all_of(c.to, is_inside) ? 0 : 1, 0};
      return {0, std::ranges::any_of(c.to, is_inside) ? 1 : 0};
    }
  }
  return {0, 0};
}

// The least time, units / capacity, and the cut that sets it.
struct Limit {
  Flow units = 0;
  Flow capacity = 1;
  Cut cut{};
};

// If two limits are equally tight, the first one stays.
void tighten(Limit& worst, Flow units, Flow capacity, const Cut& cut) {
  if (units * worst.capacity > worst.units * capacity) worst = {units, capacity, cut};
}

// A group, what must cross its border, and the narrowest ways out of it and into it: where nothing must cross,
// no way was looked for.
struct Surrounded {
  Ranks ranks;
  Crossing crossing;
  Cut out;
  Cut in;
};

class GroupCutter {
 public:
  GroupCutter(const Collective& collective, const Fabric& fabric)
      : collective_(collective),
        ranks_(fabric.ranks),
        per_node_(fabric.topology.per_node),
        out_(fabric, Way::out),
        in_(fabric, Way::in) {}

  Surrounded cut_around(const Ranks& ranks) {
    Surrounded group{ranks, crossing_of(collective_, ranks)};
    if (group.crossing.out > 0) group.out = out_.around(ranks);
    if (group.crossing.in > 0) group.in = in_.around(ranks);
    return group;
  }

  std::vector<Surrounded> singles() {
    std::vector<Surrounded> groups;
    for (Rank rank = 0; rank < ranks_; ++rank) {
      if (ranks_ <= by_flows_up_to) {
        groups.push_back(cut_around({rank}));
      } else {
        groups.push_back({{rank},
                          crossing_of(collective_, {rank}),
                          out_.around_alone(rank),
                          in_.around_alone(rank)});
      }
    }
    return groups;
  }

  // All ranks in contiguous groups of `size`, the last perhaps smaller.
  std::vector<Surrounded> blocks(int size) {
    std::vector<Surrounded> groups;
    for (Rank first = 0; first < ranks_; first += size) {
      Ranks ranks(std::min(size, ranks_ - first));
      std::iota(ranks.begin(), ranks.end(), first);
      groups.push_back(cut_around(ranks));
    }
    return groups;
  }

  std::vector<int> block_sizes() const {
    const int most_blocks = ranks_ <= by_flows_up_to ? ranks_ : ranks_ <= many_blocks_up_to ? 16 : 2;
    std::vector<int> sizes;
    for (int size = 2; size <= (ranks_ + 1) / 2; ++size) {
      const bool is_even = ranks_ % size == 0 || ranks_ <= by_flows_up_to;
      const bool is_node = size == per_node_ && ranks_ <= many_blocks_up_to;
      if (is_node || (is_even && (ranks_ + size - 1) / size <= most_blocks)) sizes.push_back(size);
    }
    return sizes;
  }

 private:
  const Collective& collective_;
  int ranks_;
  int per_node_;
  CutFinder out_;
  CutFinder in_;
};

void try_group(const Surrounded& group, Limit& worst) {
  if (group.crossing.out > 0) tighten(worst, group.crossing.out, group.out.capacity, group.out);
  if (group.crossing.in > 0) tighten(worst, group.crossing.in, group.in.capacity, group.in);
}

using DisjointGroups = std::vector<const Surrounded*>;

bool is_in_one(NodeId node, const DisjointGroups& partition, const Cut Surrounded::*way) {
  return std::ranges::count_if(partition, [&](const Surrounded* group) {
           return std::ranges::count((group->*way).inside, node) > 0;
         }) == 1;
}

// all_reduce: k groups send, and receive, 2(k-1) vectors in total. `reducers`: switches that reduce.
void try_partition(const DisjointGroups& partition, const std::vector<NodeId>& reducers, Limit& worst) {
  const Flow vectors = 2 * (static_cast<Flow>(partition.size()) - 1);
  for (const Cut Surrounded::*way : {&Surrounded::out, &Surrounded::in}) {
    const auto in_one = [&](NodeId node) { return is_in_one(node, partition, way); };
    if (!std::ranges::all_of(reducers, in_one)) continue;
    const auto capacity_of = [way](const Surrounded* group) { return (group->*way).capacity; };
    Flow capacity = 0;
    for (const Surrounded* group : partition) capacity += capacity_of(group);
    const Surrounded* const narrowest = *std::ranges::min_element(partition, {}, capacity_of);
    tighten(worst, vectors, capacity, narrowest->*way);
  }
}

void try_partition_of(const Collective& c, const std::vector<Surrounded>& groups,
                      const std::vector<NodeId>& reducers, Limit& worst) {
  if (c.kind == CollectiveKind::all_reduce) {
    DisjointGroups partition;
    for (const Surrounded& group : groups) partition.push_back(&group);
    try_partition(partition, reducers, worst);
  }
  for (const Surrounded& group : groups) try_group(group, worst);
}

// Tries every partition of the ranks of `left` (a bit set): the lowest rank joins any subset of the others.
void try_every_partition(const std::vector<Surrounded>& group_of_set, unsigned left,
                         DisjointGroups& partition, const std::vector<NodeId>& reducers, Limit& worst) {
  if (left == 0) {
    if (partition.size() > 1) try_partition(partition, reducers, worst);
    return;
  }
  const unsigned lowest = left & -left;
  const unsigned others = left & ~lowest;
  unsigned chosen = others;
  while (true) {
    partition.push_back(&group_of_set[chosen | lowest]);
    try_every_partition(group_of_set, others & ~chosen, partition, reducers, worst);
    partition.pop_back();
    if (chosen == 0) return;
    chosen = (chosen - 1) & others;
  }
}

void try_every_group(const Collective& c, GroupCutter& cutter, const std::vector<NodeId>& reducers,
                     Limit& worst) {
  const unsigned everyone = (1u << c.ranks) - 1;
  std::vector<Surrounded> group_of_set(everyone + 1);  // the empty set and the full set have no cut
  for (unsigned set = 1; set < everyone; ++set) {
    Ranks ranks;
    for (Rank rank = 0; rank < c.ranks; ++rank)
      if (set >> rank & 1) ranks.push_back(rank);
    group_of_set[set] = cutter.cut_around(ranks);
    try_group(group_of_set[set], worst);
  }
  if (c.kind != CollectiveKind::all_reduce) return;
  DisjointGroups partition;
  try_every_partition(group_of_set, everyone, partition, reducers, worst);
}

// A cut that a maximum flow found; any ranks may be inside.
void try_cut(const Collective& c, const Cut& cut, Limit& worst) {
  const auto first_other = std::ranges::lower_bound(cut.inside, c.ranks);  // GPUs come first
  const Crossing crossing = crossing_of(c, Ranks(cut.inside.begin(), first_other));
  tighten(worst, cut.way == Way::out ? crossing.out : crossing.in, cut.capacity, cut);
}

// The narrowest cut between the rank that sends the vector (or receives it) and every other rank;
// in a ring, between every rank and the next.
void try_pairs(const Collective& c, CutFinder& finder, Limit& worst) {
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const bool is_ring = c.kind == CollectiveKind::sendrecv;
    const Rank hub = is_ring ? (rank + 1) % c.ranks : c.kind == CollectiveKind::p2p ? c.from : c.root;
    if (rank != hub) try_cut(c, finder.between(hub, rank), worst);
  }
}

// Every rank has a unit that must reach each rank of `ends`. Asks whether all units arrive within the
// worst time so far. If not, the cut that holds them up gives a worse time. Repeats until all arrive.
// (Newton's iteration.)
void try_gathering(const Collective& c, CutFinder& finder, const Ranks& ends, Limit& worst) {
  for (bool found = true; found;) {
    found = false;
    for (const Rank end : ends) {
      while (const std::optional<Cut> cut = finder.fuller_than(worst.units, worst.capacity, end)) {
        try_cut(c, *cut, worst);
        found = true;
      }
    }
  }
}

void try_worst_groups(const Collective& c, const Fabric& fabric, Limit& worst) {
  CutFinder out(fabric, Way::out);
  CutFinder in(fabric, Way::in);
  try_pairs(c, out, worst);
  try_pairs(c, in, worst);

  Ranks everyone(c.ranks);
  std::iota(everyone.begin(), everyone.end(), 0);
  if (c.kind == CollectiveKind::gather) try_gathering(c, out, {c.root}, worst);
  if (c.kind == CollectiveKind::all_gather) try_gathering(c, out, everyone, worst);
  if (c.kind == CollectiveKind::scatter) try_gathering(c, in, {c.root}, worst);
  if (c.kind == CollectiveKind::reduce_scatter) try_gathering(c, in, everyone, worst);
}

// bytes * limit, rounded down. Whole seconds are computed first, so that nothing overflows.
Time time_of(const Limit& limit, Bytes unit) {
  constexpr Flow ps_per_second = 1'000'000'000'000;
  const Flow bytes = limit.units * unit.count;
  const Flow seconds = bytes / limit.capacity;
  if (seconds > never.ps / ps_per_second - 1) return never;
  const Flow rest = bytes % limit.capacity * ps_per_second / limit.capacity;
  return {static_cast<std::int64_t>(seconds * ps_per_second + rest)};
}

}  // namespace

BandwidthBound bandwidth_bound(const Collective& c, const Fabric& fabric) {
  Limit worst;
  if (c.ranks == 1) return {};
  GroupCutter cutter(c, fabric);
  const std::vector<NodeId> reducers = switches_that_reduce(fabric.topology);
  try_partition_of(c, cutter.singles(), reducers, worst);
  if (c.ranks <= every_group_up_to) {
    try_every_group(c, cutter, reducers, worst);
  } else {
    for (const int size : cutter.block_sizes()) try_partition_of(c, cutter.blocks(size), reducers, worst);
    if (c.ranks <= by_flows_up_to) try_worst_groups(c, fabric, worst);
  }
  return {time_of(worst, unit_of(c)), worst.cut};
}

}  // namespace commlab
