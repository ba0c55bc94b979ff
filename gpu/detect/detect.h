#pragma once
// Looks at this computer: GPUs by NVML, the tree of PCIe, NICs and NUMA nodes by /sys, processors by /proc.
// Nothing is measured, no GPU is woken for computing.

#include <filesystem>
#include <string>
#include <vector>

#include "core/machine_text/computer.h"
#include "gpu/detect/nvml.h"

namespace commlab {

// What is not there is left out, and looked_for says so.
Computer look_at_this_computer();

// What CUDA makes of this computer's GPUs.
struct CudaView {
  std::vector<std::string> buses{};  // of those that it shows, in its order; empty: it cannot be asked
  const char* visible = nullptr;     // CUDA_VISIBLE_DEVICES; null: not set
  std::string order{};               // CUDA_DEVICE_ORDER; empty: not set
};

// Parts of it. `root` is "/" but in tests.

// Processors, memory, NUMA nodes.
void add_host(Computer&, const std::filesystem::path& root);
// GPUs that CUDA shows, or would show, without their PCIe. Whatever call fails is in
// looked_for: without a count or a bus there is no GPU; a fact that is not told stays unknown.
void add_gpus(Computer&, const nvml::Calls&, const CudaView&);
// The PCIe above each GPU.
void add_pci_paths(Computer&, const std::filesystem::path& root);
// NICs of /sys/class/infiniband, with their PCIe.
void add_nics(Computer&, const std::filesystem::path& root);

// Of NVIDIA's cores a multiprocessor has so many, by compute capability times ten (CUDA C++ Programming
// Guide, "Compute Capabilities").
int cores_of_multiprocessor(int capability);

}  // namespace commlab
