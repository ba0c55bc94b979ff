#pragma once
// What is known of a GPU by its name: the rates of its links and what messages cost, for machines
// whose description does not say them (a pasted `nvidia-smi topo -m`, NCCL's topology XML).

#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

struct GpuModel {
  std::string_view name;  // "A100"
  int sm = 0;             // compute capability times ten; 0: not NVIDIA's
  int nvlinks = 0;        // it has; 0: none
  Bandwidth nvlink{};     // of one, in one direction
  Bandwidth pcie{};
  Bandwidth socket{};  // between sockets of its time
  Time launch{};       // of a collective
  Time step{};
  Time copy{};  // latency of a copy
};

std::span<const GpuModel> gpu_models();
// "A100", "a100", "NVIDIA A100-SXM4-80GB". An error lists the models.
Result<GpuModel> find_gpu_model(std::string_view name);
// The first of this compute capability, or the last before it. REQUIRES: sm > 0.
GpuModel gpu_model_of(int sm);
// The sentences that say where a machine's numbers come from.
std::string source_of(const GpuModel&);

}  // namespace commlab
