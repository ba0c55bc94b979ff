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

void sum_in_network(Schedule& s, const std::vector<std::vector<Rank>>& columns) {
  // The ranks meet before the sum and after it. In another order they are another group, whose meetings do not
  // wait for those of the first.
  struct Column {
    Group before, after;
    GroupMove move;
  };
  std::vector<Column> all;
  for (int block = 0; block < std::ssize(columns); ++block) {
    std::vector<Rank> ranks = columns[index(block)];
    const int stands_for_switches = block % static_cast<int>(ranks.size());
    const Group before = s.group(ranks);
    std::ranges::rotate(ranks, ranks.begin() + 1);
    all.push_back({before, s.group(ranks), {.block = at(block), .who = only(stands_for_switches)}});
  }
  s.phase("sum in the network");
  s.next_step();
  for (const Column& column : all) s.barrier_by_piece(column.before);
  s.next_step();
  for (const Column& column : all) s.load_reduce(column.before, column.move);
  s.next_step();
  for (const Column& column : all) s.multicast(column.before, column.move);
  s.next_step();
  for (const Column& column : all) s.barrier_by_piece(column.after);
}

}  // namespace commlab
