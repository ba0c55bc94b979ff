#include "gui/window/topology/under_point.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "gui/window/topology/holdings.h"

namespace commlab {
namespace {

// The sector of a GPU's ring at this point; nothing if the point is in the hole, or there are no sectors.
std::optional<int> sector_at(const TopologyLayout& layout, int sectors, PicturePoint center, PicturePoint p) {
  if (sectors > most_sectors || distance(center, p) < layout.hole) return std::nullopt;
  double angle = std::atan2(p.x - center.x, center.y - p.y);
  if (angle < 0) angle += 2 * std::numbers::pi;
  return std::min(sectors - 1, static_cast<int>(angle / (2 * std::numbers::pi) * sectors));
}

}  // namespace

Selection in_buffer(const TopologyLayout& layout, const Area& buffer, const Partition& partition, Rank rank,
                    PicturePoint p) {
  for (int chunk = 0; chunk < layout.grid.chunks; ++chunk) {
    if (!layout.cell_in(buffer, chunk).has(p)) continue;
    if (partition.blocks == 1) return {.rank = rank, .block = 0, .part = chunk};
    return {.rank = rank, .block = chunk};
  }
  return {.rank = rank};
}

Selection topology_at(const TopologyLayout& layout, const TopologyMarks& marks, const Shown& shown,
                      PicturePoint p) {
  if (!layout.has_room()) return {};
  const Trace& trace = shown.scene.trace();
  for (auto token = marks.tokens.rbegin(); token != marks.tokens.rend(); ++token)
    if (token->area.has(p)) return {.transfer = token->transfer};
  const RankRange drawn = trace.recorded_ranks();
  for (Rank rank = drawn.first; rank < drawn.first + drawn.ranks; ++rank) {
    const Area& area = layout.of_rank(rank).area;
    const bool within = layout.round ? distance(area.center(), p) <= layout.radius : area.has(p);
    if (!within) continue;
    if (layout.grid.drawn()) return in_buffer(layout, area, trace.partition, rank, p);
    if (!layout.round || !shown.scene.replay) return {.rank = rank};
    const std::optional<int> sector = sector_at(layout, TopologyHoldings(shown).sectors(), area.center(), p);
    if (!sector) return {.rank = rank};
    if (trace.partition.blocks == 1) return {.rank = rank, .block = 0, .part = *sector};
    return {.rank = rank, .block = *sector};
  }
  // The nearest wire, in the direction on whose side the pointer is.
  int nearest = -1;
  double least = 6 * shown.theme.line;
  for (int i = 0; i < static_cast<int>(layout.wires.size()); ++i) {
    const double away = distance_to(layout.wires[i], p);
    if (away < least) std::tie(least, nearest) = std::tuple(away, i);
  }
  if (nearest < 0) return {};
  std::optional<LinkId> chosen;
  for (LinkId link = 0; link < static_cast<LinkId>(trace.topology.links.size()); ++link) {
    if (layout.wiring.wire_of[link] != nearest) continue;
    const bool forward =
        layout.wiring.box_of[trace.topology.links[link].from] == layout.wiring.wires[nearest].a;
    const double right_side = distance_to(beside(layout.wires[nearest], forward ? 2 : -2), p);
    if (!chosen || right_side < least || (marks.messages_on(link) > 0 && marks.messages_on(*chosen) == 0))
      chosen = link;
  }
  return {.link = chosen};
}

std::optional<LinkId> link_at(const TopologyLayout& layout, const TopologyMarks& marks, const Shown& shown,
                              PicturePoint p) {
  const Selection under = topology_at(layout, marks, shown, p);
  if (!under.transfer) return under.link;
  const auto token = std::find_if(marks.tokens.rbegin(), marks.tokens.rend(),
                                  [&](const TopologyMarks::Token& mark) { return mark.area.has(p); });
  return token->link < 0 ? std::nullopt : std::optional(token->link);
}

}  // namespace commlab
