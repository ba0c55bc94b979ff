#pragma once
// The GPUs of this computer as NVML reports them, in the order in which CUDA numbers them.

#include <string>
#include <vector>

#include "core/machine_text/computer.h"
#include "gpu/detect/nvml.h"

namespace commlab {

// Which of this computer's GPUs CUDA shows.
struct CudaView {
  std::vector<std::string>
      buses{};  // buses of the GPUs that it shows, in its order; empty: CUDA cannot be asked
  const char* visible = nullptr;  // CUDA_VISIBLE_DEVICES; null: not set
  std::string order{};            // CUDA_DEVICE_ORDER; empty: not set
};

// Adds the GPUs that CUDA shows, or would show, without their PCIe paths. A call that fails is noted in
// looked_for. A GPU without a bus is left out; any other property whose call fails stays unknown.
void add_gpus(Computer&, const nvml::Calls&, const CudaView&);

}  // namespace commlab
