#include "core/algorithms/parts/collnet.h"

#include "core/algorithms/parts/heads_of_nodes.h"
#include "core/algorithms/parts/two_levels.h"
#include "core/base/index.h"
#include "core/schedule/concat.h"
#include "core/schedule/reverse.h"

namespace commlab {

void write_collnet(Schedule& s, const Algorithm& within) {
  const int g = ranks_of_a_node(s.ranks(), s.layout());
  Collective of_a_node = as_kind(CollectiveKind::all_gather, s.collective());
  of_a_node.ranks = g;
  const Schedule inner = schedule_for(within, of_a_node);
  const Schedule back = reverse(inner);
  s.cut_into(g);
  s.overlap_steps();

  const std::vector<std::vector<Rank>>& rings = s.layout().rings;
  std::vector<std::vector<Rank>> nodes(index(s.ranks() / g));
  for (const Rank rank : rings.empty() ? s.layout().order : rings.front())
    nodes[index(rank / g)].push_back(rank);

  std::vector<Inner> rows, rows_back;
  std::vector<std::vector<Rank>> columns(index(g));
  for (const std::vector<Rank>& node : nodes) {
    for (std::size_t place = 0; place < node.size(); ++place) columns[place].push_back(node[place]);
    rows.push_back({.schedule = back, .ranks = node});
    rows_back.push_back({.schedule = inner, .ranks = node, .in = {.input = Buffer::output}});
  }
  s.phase("reduce-scatter");
  side_by_side(s, rows);
  sum_in_network(s, columns);
  s.phase("all-gather");
  side_by_side(s, rows_back);
}

}  // namespace commlab
