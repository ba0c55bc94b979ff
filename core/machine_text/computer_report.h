#pragma once
// What a report says of its computer: PyTorch's collect_env, nvidia-smi -L, the table of nvidia-smi, lscpu.
// People paste these around a matrix of nvidia-smi topo -m, which does not name its GPUs.
//
//   GPU 0: NVIDIA H100 80GB HBM3                       collect_env, nvidia-smi -L
//   |   0  NVIDIA A100-SXM4-80GB          On  | ...    nvidia-smi
//   GPU[0] : Card Series: AMD Instinct MI300X OAM      rocm-smi --showproductname
//   Nvidia driver version: 535.104.05                  collect_env
//   Vendor ID:  GenuineIntel                           lscpu, also in collect_env

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/machine/gpu_model.h"
#include "core/machine/nccl_rates.h"

namespace commlab {

struct ComputerReport {
  std::string gpu;        // of the first GPU: "NVIDIA H100 80GB HBM3"; empty: not said
  int line = 0;           // where that stands
  std::string other_gpu;  // the first GPU with another name; empty: all are alike
  std::string driver;     // "535.104.05"; empty: not said
  std::string processor;  // "Intel(R) Xeon(R) Platinum 8480C"; empty: not said
  std::optional<CpuModel> cpu;
};

// `cpu` names parts of the text.
ComputerReport computer_report(std::string_view text);

// The model that --gpu names and the report, which must not contradict each other. REQUIRES: one of them
// names it.
Result<GpuModel> model_in_report(const ComputerReport&, std::string_view gpu, std::string_view file_name);

}  // namespace commlab
