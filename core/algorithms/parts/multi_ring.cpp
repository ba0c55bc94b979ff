#include "core/algorithms/parts/multi_ring.h"

#include <algorithm>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr std::ptrdiff_t ranks_shown = 16;

// "0-1-4-5-2-3-6-7"; for long rings, the beginning.
std::string ring_text(const std::vector<Rank>& ring) {
  if (std::ssize(ring) <= ranks_shown) return fmt::format("{}", fmt::join(ring, "-"));
  return fmt::format("{}-...", fmt::join(ring.begin(), ring.begin() + ranks_shown, "-"));
}

// Whether every ring visits each node as it visits the node before.
bool nodes_are_alike(const std::vector<std::vector<Rank>>& rings, int ranks, int per_node) {
  if (per_node == 0 || ranks % per_node != 0) return false;
  return std::ranges::all_of(rings, [&](const std::vector<Rank>& ring) {
    for (int i = 0; i < ranks; ++i)
      if (ring[(i + per_node) % ranks] != (ring[i] + per_node) % ranks) return false;
    return true;
  });
}

}  // namespace

std::vector<std::vector<Rank>> split_over_rings(Schedule& s) {
  std::vector<std::vector<Rank>> rings = s.layout().rings;
  if (rings.empty()) {
    s.note("no rings of direct links between GPUs are known here: one ring, in rank order");
    return {s.layout().order};
  }
  s.split_into(static_cast<int>(rings.size()));
  std::vector<std::string> orders;
  for (const auto& ring : rings) orders.push_back(ring_text(ring));
  s.note(fmt::format("{}: {}", rings.size() == 1 ? "1 ring" : fmt::format("{} rings", rings.size()),
                     fmt::join(orders, ", ")));
  return rings;
}

void on_every_ring(Schedule& s, const Algorithm& ring, const std::vector<std::vector<Rank>>& rings,
                   BuffersIn in) {
  const Schedule one = schedule_for(ring, s);
  const int per_node = s.layout().per_node;
  const bool ranks_are_alike = frame_of(one) == Frame::shift;
  if (s.steps() == 0 && ranks_are_alike && nodes_are_alike(rings, s.ranks(), per_node))
    s.repeat_every(per_node, {.run = s.ranks(), .by = per_node});
  const Collective& c = one.collective();
  std::vector<Inner> all;
  for (std::size_t i = 0; i < rings.size(); ++i)
    all.push_back({.schedule = schedule_for(ring, c, Layout{.order = rings[i]}),
                   .in = in,
                   .share = rings.size() == 1 ? every_share : static_cast<int>(i)});
  side_by_side(s, all);
}

}  // namespace commlab
