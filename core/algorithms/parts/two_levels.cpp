#include "core/algorithms/parts/two_levels.h"

#include <algorithm>
#include <numeric>

#include "core/base/index.h"

namespace commlab {
namespace {

// The parts of a hierarchy if the user names none: direct takes one hop inside a node, ring sends the least
// between nodes; binomial for the collectives that have neither.
constexpr std::string_view own_inner = "direct";
constexpr std::string_view own_outer = "ring";
constexpr std::string_view own_of_trees = "binomial";

bool has(CollectiveKind kind, std::string_view name) {
  return std::ranges::any_of(algorithms_for(kind), [&](const Algorithm* a) { return a->name == name; });
}

Result<const Algorithm*> part(CollectiveKind kind, const Layout& layout, std::size_t index) {
  if (!layout.parts.empty()) return find_algorithm(kind, layout.parts[index]);
  const std::string_view own = index == 0 ? own_inner : own_outer;
  return find_algorithm(kind, has(kind, own) ? own : own_of_trees);
}

Status check_part(CollectiveKind kind, const Layout& layout, std::size_t index, int ranks) {
  const char* where = index == 0 ? "within nodes" : "between nodes";
  const Result<const Algorithm*> found = part(kind, layout, index);
  if (!found) return fail("{}: {}", where, found.error().message);
  if ((*found)->check_parts)
    return fail("{}: '{}' is itself a hierarchy; name an algorithm that is not", where, (*found)->name);
  if ((*found)->needs_multicast)
    return fail("{}: '{}' sends no messages, but the parts of a hierarchy must; name an algorithm that does",
                where, (*found)->name);
  if (!(*found)->supports({.kind = kind, .ranks = ranks}))
    return fail("{}: {} {} does not support {} ranks{}{}", where, name_of(kind), (*found)->name, ranks,
                (*found)->needs.empty() ? "" : "; it needs ", (*found)->needs);
  return {};
}

}  // namespace

int ranks_of_a_node(int ranks, const Layout& layout) {
  if (layout.per_node > 0 && layout.per_node < ranks) return std::gcd(ranks, layout.per_node);
  int divisor = 1;
  for (int d = 2; d * d <= ranks; ++d)
    if (ranks % d == 0) divisor = d;
  return divisor;
}

bool is_a_product(const Collective& c) {
  return c.ranks <= most_ranks_of_a_hierarchy && ranks_of_a_node(c.ranks, {}) > 1;
}

Status check_two_levels(CollectiveKind inner, CollectiveKind outer, const Collective& c,
                        const Layout& layout) {
  if (layout.parts.size() != 0 && layout.parts.size() != 2)
    return fail("a hierarchy has two parts, within nodes and between them, as in direct,ring; found {}: '{}'",
                layout.parts.size(), fmt::join(layout.parts, ","));
  const int per_node = ranks_of_a_node(c.ranks, layout);
  if (Status ok = check_part(inner, layout, 0, per_node); !ok) return ok;
  return check_part(outer, layout, 1, c.ranks / per_node);
}

TwoLevels::TwoLevels(const Schedule& s, CollectiveKind inner, CollectiveKind outer)
    : order_(s.layout().order),
      on_one_node_(s.layout().per_node == 0 || s.layout().per_node >= s.ranks()),
      per_node_(ranks_of_a_node(s.ranks(), s.layout())),
      nodes_(s.ranks() / per_node_),
      inner_(*part(inner, s.layout(), 0)),
      outer_(*part(outer, s.layout(), 1)) {}

std::vector<Rank> TwoLevels::node(int node) const {
  std::vector<Rank> ranks(index(per_node_));
  std::iota(ranks.begin(), ranks.end(), node * per_node_);
  return ranks;
}

std::vector<Rank> TwoLevels::column(int place) const {
  std::vector<Rank> ranks;
  for (int node = 0; node < nodes_; ++node) ranks.push_back(node * per_node_ + place);
  return ranks;
}

std::vector<Rank> TwoLevels::in_order(int node) const {
  std::vector<Rank> ranks;
  for (const Rank rank : order_)
    if (rank / per_node_ == node) ranks.push_back(rank);
  return ranks;
}

Schedule TwoLevels::within_node(const Schedule& s, int node) const {
  std::vector<Rank> places = in_order(node);
  for (Rank& rank : places) rank %= per_node_;
  return schedule(*inner_, s, per_node_, s.root() % per_node_, std::move(places));
}

Schedule TwoLevels::within_any_node(const Schedule& s) const {
  return schedule(*inner_, s, per_node_, s.root() % per_node_, {});
}

Schedule TwoLevels::between_nodes(const Schedule& s) const {
  std::vector<Rank> nodes;
  for (const Rank rank : order_)
    if (std::ranges::find(nodes, rank / per_node_) == nodes.end()) nodes.push_back(rank / per_node_);
  return schedule(*outer_, s, nodes_, s.root() / per_node_, std::move(nodes));
}

Schedule TwoLevels::schedule(const Algorithm& algorithm, const Schedule& s, int ranks, Rank root,
                             std::vector<Rank> order) const {
  Collective c = s.collective();
  c.ranks = ranks;
  c = as_kind(algorithm.collective, c);
  c.root = has_root(c.kind) ? root : 0;
  return schedule_for(algorithm, c, Layout{.order = std::move(order)});
}

bool TwoLevels::nodes_are_alike(const Schedule& between_nodes) const {
  return std::ranges::is_sorted(order_) && frame_of(between_nodes) == Frame::shift;
}

std::string TwoLevels::text() const {
  return fmt::format("{} {} of {} ranks: {} within, {} between", nodes_,
                     on_one_node_ ? "groups (as if nodes)" : "nodes", per_node_, inner_->name, outer_->name);
}

}  // namespace commlab
