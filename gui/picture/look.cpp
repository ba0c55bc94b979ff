#include "gui/picture/look.h"

#include <fmt/format.h>

#include "gui/picture/svg.h"

namespace commlab {

// Okabe and Ito, Color Universal Design, 2008.
std::string_view color_of(LinkType type) {
  switch (type) {
    case LinkType::nvlink: return "#0072B2";
    case LinkType::pcie: return "#7a7a7a";
    case LinkType::socket: return "#D55E00";
    case LinkType::network: return "#CC79A7";
    case LinkType::memory: return "#009E73";
    case LinkType::other: return "#8A5A00";
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
    case NodeType::gpu: return {"#e6f1f8", "#0072B2"};
    case NodeType::nvswitch: return {"#cfe4f2", "#0072B2"};
    case NodeType::pcie_switch: return {"#f0f0f0", "#7a7a7a"};
    case NodeType::cpu: return {"#fbeadf", "#D55E00"};
    case NodeType::memory: return {"#e0f3ed", "#009E73"};
    case NodeType::nic: return {"#f8eaf2", "#CC79A7"};
    case NodeType::network_switch: return {"#f3dbe8", "#CC79A7"};
  }
  return {"#ffffff", ink};
}

std::string rate_text(Bandwidth bandwidth) {
  const double GBps = static_cast<double>(bandwidth.bytes_per_second) / 1e9;
  return GBps >= 100  ? fmt::format("{:.0f}", GBps)
         : GBps >= 10 ? fmt::format("{:.1f}", GBps)
                      : fmt::format("{:.2f}", GBps);
}

}  // namespace commlab
