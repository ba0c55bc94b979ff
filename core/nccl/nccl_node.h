#pragma once
// One node of a machine as NCCL sees it: the rates that NCCL counts for links, and the paths that it takes
// from GPU to GPU and between GPUs and NICs (src/graph/topo.cc, topo.h, paths.cc, 2.28.9). NCCL searches its
// channels on these rates, which are not the measured ones.

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/named_values.h"
#include "core/machine/machine.h"
#include "core/machine/nccl_rates.h"
#include "core/nccl/nccl_version.h"

namespace commlab {

// From the best to the worst, with NCCL's names.
enum class NcclPathType : std::uint8_t { loc, nvl, nvb, pix, pxb, pxn, phb, sys, dis };
inline constexpr NamedValue<NcclPathType> nccl_path_types[] = {
    {"LOC", NcclPathType::loc},  // the same device
    {"NVL", NcclPathType::nvl},  // NVLinks only
    {"NVB", NcclPathType::nvb},  // NVLinks, through one GPU
    {"PIX", NcclPathType::pix},  // at most one PCIe switch
    {"PXB", NcclPathType::pxb},  // several PCIe switches
    {"PXN", NcclPathType::pxn},  // to a NIC through another GPU, which NVLinks join
    {"PHB", NcclPathType::phb},  // through a CPU
    {"SYS", NcclPathType::sys},  // through the link between CPUs
    {"DIS", NcclPathType::dis},  // not connected
};
constexpr std::string_view name_of(NcclPathType type) { return name_in(nccl_path_types, type); }

struct NcclPath {
  NcclPathType type = NcclPathType::dis;
  double bandwidth = 0;  // GB/s, of its narrowest link
  std::vector<int> links;
  // From a GPU through an Intel CPU: a channel takes 6/5 of its speed from PCIe links.
  bool through_intel = false;
};

struct NcclNode {
  int gpus = 0;
  std::vector<int>
      ranks;     // of its GPUs, which NCCL numbers in the order of the bus (core/machine/bus_order.h)
  int nics = 0;  // 0 if there is only one node
  int sm = 0;    // compute capability times ten
  NcclVersion version;
  CpuModel cpu;
  bool rccl = false;  // AMD's GPUs, whose library chooses as NCCL does
  bool nvswitch = false;
  bool multicast = false;                  // NVLink SHARP
  double total_bandwidth = 0;              // GB/s, of all NVLinks of a GPU, or of its PCIe
  std::vector<double> capacity;            // GB/s, per link and direction, as NCCL counts
  std::vector<double> measured;            // and as the machine gives them
  std::vector<char> is_pcie, is_nvlink;    // per link
  std::vector<NcclPath> between_gpus;      // from GPU a to b: at a * gpus + b
  std::vector<NcclPath> to_nic, from_nic;  // between GPU g and NIC n: at g * nics + n

  const NcclPath& path(int from, int to) const;
  const NcclPath& path_to_nic(int gpu, int nic) const;
  const NcclPath& path_from_nic(int nic, int gpu) const;
};

struct NcclHead {
  int gpu = 0;
  int nic = 0;
};
// The GPUs at which data of other nodes enter, each with the NIC nearest to it: all of them if they can share
// the NICs evenly. Else a NIC is dead, and only the GPUs nearest to the others are. REQUIRES: several nodes.
std::vector<NcclHead> heads_of(const NcclNode&);

// GB/s that NCCL counts for one NVLink of GPUs of this compute capability.
double nccl_nvlink_rate(int sm, NcclVersion);

// The first node of the machine, with its first `gpus` GPUs, and with its NICs if there are several nodes.
// A GPU that is not known counts as the A100. REQUIRES: the node has so many GPUs.
NcclNode nccl_node(const Machine&, int gpus, bool several_nodes, NcclVersion);

}  // namespace commlab
