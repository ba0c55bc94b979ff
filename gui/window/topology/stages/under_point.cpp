#include "gui/window/topology/stages/under_point.h"

#include "gui/window/topology/under_point.h"

namespace commlab {

InStages stages_at(const StagedLayout& staged, const TopologyMarks& marks, const Partition& partition,
                   PicturePoint p) {
  if (!staged.has_room()) return {};
  for (auto token = marks.tokens.rbegin(); token != marks.tokens.rend(); ++token)
    if (token->area.has(p)) return {.thing = {.transfer = token->transfer}, .area = token->area};
  for (int column = staged.first; column < staged.first + staged.visible; ++column)
    for (Rank rank = 0; rank < staged.ranks; ++rank)
      if (const Area& box = staged.box(rank, column); box.has(p))
        return {.thing = in_buffer(staged.drawn, box, partition, rank, p), .column = column, .area = box};
  return {};
}

}  // namespace commlab
