#include "gui/window/topology/stages/hint.h"

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/topology/hint.h"

namespace commlab {

std::vector<std::string> stages_hint(const StageContents& contents, const TopologyIndex& index,
                                     const TopologyMarks& marks, const Shown& shown, const InStages& under) {
  const Selection& thing = under.thing;
  if (!thing.rank || under.column < 0) return topology_hint(index, marks, shown, thing);
  const Rank rank = *thing.rank;
  const int column = under.column;
  const std::string when = column == 0 ? "at the beginning" : fmt::format("after step {}", column);
  const std::string rank_name = fmt::format("rank {}", rank);
  const Replay& replay = *shown.scene.replay;
  const Partition& partition = replay.partition();
  const int sector = thing.block ? sector_of(partition, *thing.block, thing.part) : 0;
  const Time done = contents.done(rank, column);
  if ((thing.block ? contents.filled(rank, column, sector) : done) > shown.view.now)
    return {rank_name, fmt::format("{}: it is not done with the step yet", when)};
  if (!thing.block)
    return {rank_name, column == 0 ? when : fmt::format("done with step {} at {}", column, to_human(done))};
  const int parts = partition.blocks == 1 ? 1 : partition.parts;
  return {cell_name(replay, rank, *thing.block, thing.part, parts),
          fmt::format("{}: {}", when, cell_state(replay, contents.of(rank, column, sector)))};
}

}  // namespace commlab
