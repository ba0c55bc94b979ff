#include "core/algorithms/parts/collnet.h"

#include <vector>

#include "core/algorithms/parts/heads_of_nodes.h"
#include "core/algorithms/parts/two_levels.h"
#include "core/base/index.h"
#include "core/schedule/concat.h"
#include "core/schedule/reverse.h"

namespace commlab {
namespace {

Collective gather_of(Collective all, int ranks) {
  all.ranks = ranks;
  return as_kind(CollectiveKind::all_gather, all);
}

// Parts of the schedule, by round. Round r of the block at place p is block p * rounds + r.
class Collnet {
 public:
  Collnet(const Schedule& s, const Algorithm& within, int rounds)
      : rounds_(rounds),
        per_node_(ranks_of_a_node(s.ranks(), s.layout())),
        nodes_(index(s.ranks() / per_node_)),
        gather_(schedule_for(within, gather_of(s.collective(), per_node_))),
        reduce_(reverse(gather_)) {
    const std::vector<std::vector<Rank>>& rings = s.layout().rings;
    for (const Rank rank : rings.empty() ? s.layout().order : rings.front())
      nodes_[index(rank / per_node_)].push_back(rank);
  }

  int blocks() const { return per_node_ * rounds_; }

  void add_sums(int round, std::vector<Inner>& all) const { add(reduce_, Buffer::input, round, all); }
  void add_shares(int round, std::vector<Inner>& all) const { add(gather_, Buffer::output, round, all); }
  std::vector<Column> columns(int round) const {
    std::vector<Column> all;
    for (int place = 0; place < per_node_; ++place) {
      all.push_back({.ranks = {}, .block = place * rounds_ + round});
      for (const std::vector<Rank>& node : nodes_) all.back().ranks.push_back(node[index(place)]);
    }
    return all;
  }

 private:
  void add(const Schedule& schedule, Buffer input, int round, std::vector<Inner>& all) const {
    for (const std::vector<Rank>& node : nodes_)
      all.push_back({.schedule = schedule,
                     .ranks = node,
                     .blocks = {.first = round, .apart = rounds_},
                     .in = {.input = input}});
  }

  int rounds_;
  int per_node_;
  std::vector<std::vector<Rank>> nodes_;
  Schedule gather_, reduce_;  // within a node
};

}  // namespace

void write_collnet(Schedule& s, const Algorithm& within, int rounds) {
  const Collnet parts(s, within, rounds);
  s.cut_into(parts.blocks());
  s.overlap_steps();
  s.phase("sums in the nodes and in the network");
  std::vector<Inner> in_nodes;
  parts.add_sums(0, in_nodes);
  side_by_side(s, in_nodes);
  for (int round = 0; round < rounds; ++round) {
    sum_in_network(s, parts.columns(round));
    in_nodes.clear();
    parts.add_shares(round, in_nodes);
    if (round + 1 < rounds) parts.add_sums(round + 1, in_nodes);
    side_by_side(s, in_nodes);
  }
}

}  // namespace commlab
