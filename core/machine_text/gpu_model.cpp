// One table. NVLink rates: published copies where there are (the machine files name them: dgx1-p100,
// v100x4, dgx-a100, gh200x4, mi300x), else NCCL's constants (src/graph/topo.h, 2.28.9: 12 for 8.6, 20.6
// for 9.0, 40.1 from 10.0). PCIe: NCCL's 12, 24, 48 GB/s for x16 of Gen3, 4, 5 (src/graph/xml.cc).
// Sockets: NCCL's 10 GB/s for Skylake beside Gen3, 22 for Sapphire Rapids beside later ones. Launch, step
// and copy: as in the machine files of each generation.
#include "core/machine_text/gpu_model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "core/base/nearest.h"

namespace commlab {
namespace {

constexpr Bandwidth gen3 = GBps(12), gen4 = GBps(24), gen5 = GBps(48);
constexpr Bandwidth early = GBps(10), late = GBps(22);  // between sockets
constexpr Bandwidth no_nvlink{};
constexpr Time us(double n) { return {static_cast<std::int64_t>(n * 1'000'000)}; }

constexpr std::array models = {
    // name, sm, NVLinks, rate of one, PCIe, sockets, launch, step, copy
    GpuModel{"P100", 60, 4, MBps(18'410), gen3, early, us(8.4), us(3.4), us(9.6)},
    GpuModel{"V100", 70, 6, MBps(24'240), gen3, early, us(6), us(6), us(1.9)},
    GpuModel{"T4", 75, 0, no_nvlink, gen3, early, us(9), us(6), us(1.4)},
    GpuModel{"A100", 80, 12, MBps(22'830), gen4, late, us(9), us(7), us(3.2)},
    GpuModel{"A30", 80, 4, MBps(22'830), gen4, late, us(9), us(7), us(3.2)},
    GpuModel{"RTX 3090", 86, 4, GBps(12), gen4, late, us(9), us(6), us(3)},
    GpuModel{"A10", 86, 0, no_nvlink, gen4, late, us(9), us(6), us(1.4)},
    GpuModel{"A40", 86, 4, GBps(12), gen4, late, us(9), us(6), us(3)},
    GpuModel{"A6000", 86, 4, GBps(12), gen4, late, us(9), us(6), us(3)},
    GpuModel{"L4", 89, 0, no_nvlink, gen4, late, us(9), us(6), us(1.4)},
    GpuModel{"L40S", 89, 0, no_nvlink, gen4, late, us(9), us(6), us(1.4)},
    GpuModel{"RTX 4090", 89, 0, no_nvlink, gen4, late, us(9), us(6), us(1.4)},
    GpuModel{"H100", 90, 18, MBps(20'600), gen5, late, us(9), us(4), us(3)},
    GpuModel{"H200", 90, 18, MBps(20'600), gen5, late, us(9), us(4), us(3)},
    GpuModel{"H800", 90, 8, MBps(20'600), gen5, late, us(9), us(4), us(3)},
    GpuModel{"GH200", 90, 18, MBps(22'210), gen5, late, us(6), us(4), us(3)},
    GpuModel{"B200", 100, 18, MBps(40'100), gen5, late, us(9), us(4), us(3)},
    GpuModel{"GB200", 100, 18, MBps(40'100), gen5, late, us(9), us(4), us(3)},
    GpuModel{"RTX 5090", 120, 0, no_nvlink, gen5, late, us(9), us(6), us(1.4)},
    GpuModel{"MI300X", 0, 7, MBps(44'400), gen5, late, us(12), us(6), us(6)},
};

// "RTX 4090" and "rtx4090" are one.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

std::span<const GpuModel> gpu_models() { return models; }

// The longest of the models' names that is in `name`: A100 is in neither GH200 nor L40S.
Result<GpuModel> find_gpu_model(std::string_view name) {
  const std::string asked = plain(name);
  const GpuModel* best = nullptr;
  std::vector<std::string> names;
  for (const GpuModel& model : models) {
    names.emplace_back(model.name);
    const bool longer = best == nullptr || model.name.size() > best->name.size();
    if (longer && asked.find(plain(model.name)) != asked.npos) best = &model;
  }
  if (best != nullptr) return *best;
  return fail("unknown GPU '{}'{}; expected {}", name, suggestion(name, names), fmt::join(names, ", "));
}

GpuModel gpu_model_of(int sm) {
  const GpuModel* best = &models.front();
  for (const GpuModel& model : models)
    if (model.sm > 0 && model.sm <= sm && model.sm > best->sm) best = &model;
  return *best;
}

std::string source_of(const GpuModel& model) {
  std::string text;
  if (model.nvlinks > 0)
    text = fmt::format("nvlink {}: what a link of the {} reaches, measured or as NCCL counts it; ",
                       to_text(model.nvlink), model.name);
  return text + fmt::format(
                    "pcie {} and socket {}: NCCL's rates; collective launch {}, latency {} per step, "
                    "copy latency {}: typical of its generation.",
                    to_text(model.pcie), to_text(model.socket), to_text(model.launch), to_text(model.step),
                    to_text(model.copy));
}

}  // namespace commlab
