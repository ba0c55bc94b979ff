#include "gui/window/topology/placer/groups_of_ranks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "gui/window/topology/placer/boxes.h"

namespace commlab {
namespace {

constexpr double most_height = 0.12;  // of the picture; a last row may be more
constexpr double least_side = 4, most_side = 18;  // pixels

std::string title_of(const Trace& trace, int groups) {
  const RankRange& group = *trace.recorded;
  if (group.ranks == trace.topology.per_node)
    return fmt::format("node {}: 1 of {} equal nodes, which all do the same", group.first / group.ranks,
                       with_commas(groups));
  return fmt::format("ranks {}..{}: {} of {}, which all do the same", group.first,
                     group.first + group.ranks - 1, group.ranks, with_commas(trace.collective.ranks));
}

}  // namespace

void place_groups(TopologyLayout& layout, const Trace& trace) {
  if (!trace.recorded) return;
  const Area room = room_for_boxes(layout);
  TopologyLayout::Groups groups;
  groups.count = trace.collective.ranks / trace.recorded->ranks;
  groups.open = trace.recorded->first / trace.recorded->ranks;
  groups.side = std::clamp(std::sqrt(most_height * room.height * room.width / groups.count), least_side,
                           std::min(most_side, 1.6 * layout.letters));
  groups.columns = std::max(1, static_cast<int>(room.width / groups.side));
  const int rows = (groups.count + groups.columns - 1) / groups.columns;
  const double height = rows * groups.side;
  if (height > most_height * room.height + 2 * groups.side) return;
  groups.area = {room.x, room.bottom() - height, room.width, height};
  groups.title = title_of(trace, groups.count);
  groups.label = {room.x, groups.area.y - 0.9 * layout.letters};
  layout.groups = groups;
}

}  // namespace commlab
