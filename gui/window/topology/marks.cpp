#include "gui/window/topology/marks.h"

namespace commlab {

double rate_of(const Transfer& transfer) {
  const Time taken = transfer.sent - transfer.start;
  return taken.ps > 0 ? static_cast<double>(transfer.bytes) / seconds_of(taken) : 0;
}

bool tells_flows_apart(const Shown& shown) {
  return shown.scene.trace().collective.kind == CollectiveKind::p2p;
}

}  // namespace commlab
