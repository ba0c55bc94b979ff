#pragma once
// What follows from a GPU's name, its compute capability or its PCI device id: facts from data sheets. One
// table for all readers: logs, traces, pasted topologies and --gpu. The costs of messages are in files of
// parameters (core/machine_text/server_parameters.h).

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/nccl_rates.h"

namespace commlab {

struct GpuModel {
  std::string_view name;               // "A100"
  int sm = 0;                          // compute capability times ten; 0: not NVIDIA's
  int nvlinks = 0;                     // number of NVLinks, or of AMD's xGMI links; 0: none
  int pcie = 3;                        // PCIe generation, with 16 lanes
  CpuModel usual_cpu{};                // the usual processor of servers with this GPU
  bool is_card = false;                // in a slot of PCIe, not on a board whose GPUs NVLinks join
  std::array<int, 6> device_ids = {};  // PCI device ids; 0: no more
  // What it is called apart from its name: "A100 PCIe". A card that shares its name with the GPU of a board
  // has only these.
  std::array<std::string_view, 4> other_names = {};
};

// From old to new. A GPU that is sold on boards and as a card is in it twice.
std::span<const GpuModel> gpu_models();
// "A100", "a100", "NVIDIA A100-SXM4-80GB", "Tesla V100-PCIE-16GB". An error lists the models.
Result<GpuModel> find_gpu_model(std::string_view name);
// A card that shares its name with the GPU of a board has its form in it, "A100 PCIe"; others have their
// name.
std::string_view full_name(const GpuModel&);
// The model with this PCI device id, if the table has it.
std::optional<GpuModel> gpu_model_of_device(int device_id);
// All models of this compute capability, each name once. If there are none, the first model of the next lower
// capability; if there is none either, the first model of the table.
std::vector<GpuModel> gpu_models_of(int sm);

}  // namespace commlab
