#pragma once
// How links and boxes look in every picture of a machine, and how rates are written.

#include <string>
#include <string_view>

#include "core/machine/topology.h"
#include "gui/picture/canvas.h"

namespace commlab {

std::string_view color_of(LinkType);
// NVLink and memory are solid, PCIe and links between sockets are dashed, networks are dotted.
Dash dash_of(LinkType);

struct BoxLook {
  std::string_view fill;
  std::string_view edge;
};

BoxLook look_of(NodeType);

std::string rate_text(Bandwidth);  // in GB/s, without the unit: "9.50", "22.8", "450"

}  // namespace commlab
