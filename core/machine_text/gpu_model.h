#pragma once
// What a GPU's name, its compute capability or its PCI device id tells: facts from data sheets, by which a
// pasted topology is read. What messages cost on it is in files of parameters
// (core/machine_text/server_parameters.h).

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine_text/nccl_rates.h"

namespace commlab {

struct GpuModel {
  std::string_view name;               // "A100"
  int sm = 0;                          // compute capability times ten; 0: not NVIDIA's
  int nvlinks = 0;                     // it has; 0: none
  int pcie = 3;                        // generation, with 16 lanes
  CpuModel usual_cpu{};                // of servers with it
  std::array<int, 5> device_ids = {};  // PCI; 0: no more
};

std::span<const GpuModel> gpu_models();
// "A100", "a100", "NVIDIA A100-SXM4-80GB". An error lists the models.
Result<GpuModel> find_gpu_model(std::string_view name);
// The one with this PCI device id; null: it is not in the table.
const GpuModel* gpu_model_of_device(int device_id);
// All of this compute capability, or else the first of the last one before it; the first GPU of all where
// there is none.
std::vector<GpuModel> gpu_models_of(int sm);

}  // namespace commlab
