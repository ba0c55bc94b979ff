#include "gui/picture/look.h"

#include <fmt/format.h>

#include "core/base/gbps.h"
#include "gui/picture/okabe_ito.h"
#include "gui/picture/svg.h"

namespace commlab {

std::string_view color_of(LinkType type) {
  switch (type) {
    case LinkType::nvlink: return okabe_ito::blue;
    case LinkType::pcie: return "#7a7a7a";
    case LinkType::socket: return okabe_ito::vermilion;
    case LinkType::network: return okabe_ito::purple;
    case LinkType::memory: return okabe_ito::green;
    case LinkType::other: return okabe_ito::brown;
  }
  return ink;
}

Dash dash_of(LinkType type) {
  switch (type) {
    case LinkType::nvlink:
    case LinkType::memory: return Dash::solid;
    case LinkType::pcie:
    case LinkType::socket:
    case LinkType::other: return Dash::dashed;
    case LinkType::network: return Dash::dotted;
  }
  return Dash::solid;
}

BoxLook look_of(NodeType type) {
  switch (type) {
    case NodeType::gpu: return {"#e6f1f8", okabe_ito::blue};
    case NodeType::nvswitch: return {"#cfe4f2", okabe_ito::blue};
    case NodeType::pcie_switch: return {"#f0f0f0", "#7a7a7a"};
    case NodeType::cpu: return {"#fbeadf", okabe_ito::vermilion};
    case NodeType::memory: return {"#e0f3ed", okabe_ito::green};
    case NodeType::nic: return {"#f8eaf2", okabe_ito::purple};
    case NodeType::network_switch: return {"#f3dbe8", okabe_ito::purple};
  }
  return {"#ffffff", ink};
}

std::string rate_text(Bandwidth bandwidth) {
  const double GBps = GBps_of(bandwidth);
  return GBps >= 100  ? fmt::format("{:.0f}", GBps)
         : GBps >= 10 ? fmt::format("{:.1f}", GBps)
                      : fmt::format("{:.2f}", GBps);
}

}  // namespace commlab
