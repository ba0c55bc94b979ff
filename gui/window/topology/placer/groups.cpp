#include "gui/window/topology/placer/groups.h"

#include <map>

namespace commlab {

BoxGroups groups_of(const Topology& topology, const Wiring& wiring) {
  BoxGroups groups;
  if (topology.per_node > 0 && topology.gpus > topology.per_node) {
    groups.boxes.resize(wiring.nodes);
    for (int id = 0; id < static_cast<int>(wiring.boxes.size()); ++id)
      if (wiring.boxes[id].node >= 0) groups.boxes[wiring.boxes[id].node].push_back(id);
    return groups;
  }
  std::map<int, std::vector<int>> under;  // leaf -> GPUs
  for (const Wire& wire : wiring.wires)
    if (wiring.boxes[wire.a].type == NodeType::gpu && wiring.boxes[wire.b].type == NodeType::network_switch)
      under[wire.b].push_back(wire.a);
  for (auto& [leaf, below] : under) groups.boxes.push_back(std::move(below));
  groups.under_leaves = !groups.boxes.empty();
  return groups;
}

}  // namespace commlab
