#pragma once
// What follows from a GPU's name, its compute capability or its PCI device id: facts from data sheets, which
// help to read a pasted topology. The costs of messages are in files of parameters
// (core/machine_text/server_parameters.h).

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/nccl_rates.h"

namespace commlab {

struct GpuModel {
  std::string_view name;               // "A100"
  int sm = 0;                          // compute capability times ten; 0: not NVIDIA's
  int nvlinks = 0;                     // number of NVLinks; 0: none
  int pcie = 3;                        // PCIe generation, with 16 lanes
  CpuModel usual_cpu{};                // the usual processor of servers with this GPU
  std::array<int, 5> device_ids = {};  // PCI device ids; 0: no more
};

std::span<const GpuModel> gpu_models();
// "A100", "a100", "NVIDIA A100-SXM4-80GB". An error lists the models.
Result<GpuModel> find_gpu_model(std::string_view name);
// The model with this PCI device id; null if the table does not have it.
const GpuModel* gpu_model_of_device(int device_id);
// All models of this compute capability. If there are none, the first model of the next lower capability; if
// there is none either, the first model of the table.
std::vector<GpuModel> gpu_models_of(int sm);

}  // namespace commlab
