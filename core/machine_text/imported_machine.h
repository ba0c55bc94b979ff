#pragma once
// The last step of every import (nvidia-smi topo -m, NCCL's XML, a computer that was detected): a file of
// parameters gives rates and costs to the wiring that was read.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/machine/gpu_model.h"

namespace commlab {

struct ImportedWiring {
  std::string name;
  std::string title;
  GpuModel gpu;
  Topology topology;                 // NVLinks say their lanes; PCIe and sockets have the rates NCCL counts
  Bandwidth nic{};                   // bandwidth of the slowest NIC; 0: not known
  std::string network;               // name of the network's parameters: "infiniband"
  std::vector<std::string> sources;  // one sentence each
  std::vector<std::string> assumed;
};

// The rate of NVLinks until parameters are known: more lanes have a higher rate.
constexpr Bandwidth unrated_nvlinks(int lanes) { return GBps(lanes); }

// The class of the network (core/machine/network_classes.h), by what the driver calls the NICs: "mlx5_0",
// "rdmap16s27", "cxi0", "eth1". InfiniBand, the most usual, where the name says nothing: "NIC0", or none.
std::string network_of_nic(std::string_view name);

// The assumption about GPUs without NVLinks, if the text does not say how they reach one another.
inline constexpr std::string_view peers_over_pcie =
    "Assumed: GPUs reach each other's memory over PCIe (peer to peer); where the driver does not let them, "
    "copies go "
    "through host memory: --route staged.";

Result<Machine> with_parameters(const ImportedWiring&, const std::filesystem::path& parameter_folder);

}  // namespace commlab
