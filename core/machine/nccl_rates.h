#pragma once
// The rates that NCCL counts for PCIe and between sockets (src/graph/topo.cc and topo.h, 2.28.9). NCCL uses
// them to choose its rings and trees; they are not measured rates.

#include <string_view>

#include "core/base/units.h"

namespace commlab {

// The speed of a lane, as the kernel writes it: "16.0 GT/s PCIe" for generation 4.
// REQUIRES: 1 <= generation <= 6.
std::string_view pcie_speed(int generation);
// `speed` is the speed of one lane; an unknown speed counts as Gen3, 8 GT/s.
Bandwidth nccl_pcie_rate(int lanes, std::string_view speed);

struct CpuModel {
  std::string_view architecture;  // "x86_64", "arm64", "ppc64"
  std::string_view vendor;        // "GenuineIntel", "AuthenticAMD"
  int family = 0;
  int model = 0;
};
// The rate between the sockets of a host with such processors; 6 GB/s if the processors are not known.
Bandwidth nccl_socket_rate(const CpuModel&);

}  // namespace commlab
