#include "gui/window/topology/marks.h"

#include "gui/window/run/matrix_cell.h"

namespace commlab {

int hue_of(const TopologyLayout& layout, const Partition& partition, const Transfer& transfer) {
  return layout.grid.drawn() ? sector_of(partition, transfer.block, transfer.part)
                             : chunk_number(partition, transfer.block, transfer.part);
}

double rate_of(const Transfer& transfer) {
  const Time taken = transfer.sent - transfer.start;
  return taken.ps > 0 ? static_cast<double>(transfer.bytes) / seconds_of(taken) : 0;
}

bool tells_flows_apart(const Shown& shown) {
  return shown.scene.trace().collective.kind == CollectiveKind::p2p;
}

}  // namespace commlab
