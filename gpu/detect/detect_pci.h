#pragma once
// The tree of PCIe in /sys: /sys/bus/pci/devices/BUS leads to a path in which every bridge on the way is a
// folder. A switch is two bridges; the one towards the socket stands for it, as it does in NCCL.
//
//   /sys/devices/pci0000:15/0000:15:01.0/0000:16:00.0/0000:17:00.0/0000:18:00.0
//                socket     its port     switch: up   down         the GPU

#include <filesystem>

#include "core/machine_text/computer.h"

namespace commlab {

// `root` is "/", and another folder in tests.

// The PCIe above each GPU.
void add_pci_paths(Computer&, const std::filesystem::path& root);
// The NICs of /sys/class/infiniband, with the PCIe above them.
void add_nics(Computer&, const std::filesystem::path& root);

}  // namespace commlab
