#include "core/algorithms/parts/heads_of_nodes.h"

#include <algorithm>

#include "core/algorithms/parts/two_levels.h"
#include "core/base/index.h"

namespace commlab {

HeadsOfNodes::HeadsOfNodes(const Schedule& s) {
  const int g = ranks_of_a_node(s.ranks(), s.layout());
  heads_ = g;
  nodes_.resize(index(s.ranks() / g));
  for (Rank rank = 0; rank < s.ranks(); ++rank) nodes_[index(rank / g)].push_back(rank);
  const std::vector<std::vector<Rank>>& heads = s.layout().heads;
  if (heads.size() != nodes_.size()) return;
  heads_ = static_cast<int>(heads.front().size());
  for (std::size_t node = 0; node < heads.size(); ++node)
    std::ranges::stable_partition(nodes_[node],
                                  [&](Rank r) { return std::ranges::count(heads[node], r) > 0; });
}

std::vector<Rank> HeadsOfNodes::column(int place) const {
  std::vector<Rank> ranks;
  for (const std::vector<Rank>& node : nodes_) ranks.push_back(node[index(place)]);
  return ranks;
}

Members HeadsOfNodes::who() const {
  return heads_ < std::ssize(nodes_.front()) ? Members{.last = heads_} : Members{};
}

std::vector<Group> sum_in_switches(Schedule& s, const HeadsOfNodes& nodes) {
  std::vector<Group> groups;
  for (const std::vector<Rank>& ranks : nodes.nodes()) groups.push_back(s.group(ranks));
  s.phase("sum in the switch");
  s.next_step();
  for (const Group node : groups) s.barrier(node);
  s.next_step();
  for (const Group node : groups)
    s.load_reduce(node, {.block = shift(0), .from = Buffer::input, .who = nodes.who()});
  return groups;
}

void share_through_switches(Schedule& s, const HeadsOfNodes& nodes, const std::vector<Group>& groups) {
  s.phase("store through the switch");
  s.next_step();
  for (const Group node : groups) {
    s.multicast(node, {.block = shift(0), .who = nodes.who()});
    s.barrier(node);
  }
}

void sum_in_network(Schedule& s, const std::vector<Column>& columns) {
  // The ranks meet before the sum and after it. In another order they are another group, whose meetings do
  // not wait for those of the first.
  struct Sum {
    Group before, after;
    GroupMove move;
  };
  std::vector<Sum> sums;
  for (const auto& [ranks, block] : columns) {
    const int stands_for_switches = block % static_cast<int>(ranks.size());
    std::vector<Rank> turned = ranks;
    std::ranges::rotate(turned, turned.begin() + 1);
    sums.push_back({s.group(ranks), s.group(turned), {.block = at(block), .who = only(stands_for_switches)}});
  }
  s.next_step();
  for (const Sum& sum : sums) s.barrier_by_piece(sum.before, sum.move.block.by);
  s.next_step();
  for (const Sum& sum : sums) s.load_reduce(sum.before, sum.move);
  s.next_step();
  for (const Sum& sum : sums) s.multicast(sum.before, sum.move);
  s.next_step();
  for (const Sum& sum : sums) s.barrier_by_piece(sum.after, sum.move.block.by);
}

}  // namespace commlab
