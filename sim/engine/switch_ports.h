#pragma once
// The NVLinks of GPUs that one NVSwitch joins: one from each GPU to the switch, and one back. A message
// between two of these GPUs leaves by the sender's port and arrives by the receiver's; there is no other way
// as short.
//
//   gpu0   gpu1   gpu2
//    | ^    | ^    | ^
//    v |    v |    v |     up: gpu -> switch, down: switch -> gpu
//      NVSwitch

#include <optional>
#include <vector>

#include "core/machine/topology.h"

namespace commlab {

struct SwitchPorts {
  std::vector<LinkId> up, down;  // per GPU
};

// Nothing if the topology's NVLinks are not like this, or messages do not take the direct way.
std::optional<SwitchPorts> ports_of_one_switch(const Topology&);

}  // namespace commlab
