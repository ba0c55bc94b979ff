#include "sim/engine/switch_ports.h"

#include <algorithm>

#include "core/base/index.h"

namespace commlab {

std::optional<SwitchPorts> ports_of_one_switch(const Topology& topology) {
  constexpr LinkId none = -1;
  if (topology.staged) return std::nullopt;
  SwitchPorts ports{.up = std::vector<LinkId>(index(topology.gpus), none),
                    .down = std::vector<LinkId>(index(topology.gpus), none)};
  std::optional<NodeId> hub;
  for (LinkId id = 0; id < static_cast<LinkId>(topology.links.size()); ++id) {
    const Link& link = topology.links[id];
    if (link.type != LinkType::nvlink) continue;
    const auto [gpu, other] = std::minmax({link.from, link.to});
    if (!hub) hub = other;
    if (gpu >= topology.gpus || other != *hub || topology.nodes[other].type != NodeType::nvswitch)
      return std::nullopt;
    LinkId& port = (link.from == gpu ? ports.up : ports.down)[gpu];
    if (port != none) return std::nullopt;
    port = id;
  }
  for (const std::vector<LinkId>* side : {&ports.up, &ports.down})
    if (std::ranges::find(*side, none) != side->end()) return std::nullopt;
  return ports;
}

}  // namespace commlab
