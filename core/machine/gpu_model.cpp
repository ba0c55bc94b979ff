// One table: compute capabilities and NVLinks from the GPUs' data sheets, PCI device ids from pci-ids.ucw.cz.
// The CPUs of a server, if its file does not name them: Intel's Skylake for GPUs with PCIe Gen3, AMD's (the
// first with Gen4) for the A100, Intel's Sapphire Rapids for later GPUs.
#include "core/machine/gpu_model.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "core/base/nearest.h"

namespace commlab {
namespace {

constexpr CpuModel skylake = {.architecture = "x86_64", .vendor = "GenuineIntel", .family = 6, .model = 0x55};
constexpr CpuModel sapphire_rapids = {
    .architecture = "x86_64", .vendor = "GenuineIntel", .family = 6, .model = 0x8F};
constexpr CpuModel amd = {.architecture = "x86_64", .vendor = "AuthenticAMD"};

constexpr std::array models = {
    // name, sm, NVLinks, PCIe, CPUs, device ids
    GpuModel{"P100", 60, 4, 3, skylake, {0x15F7, 0x15F8, 0x15F9}},
    GpuModel{"V100", 70, 6, 3, skylake, {0x1DB1, 0x1DB4, 0x1DB5, 0x1DB6, 0x1DB8}},
    GpuModel{"T4", 75, 0, 3, skylake, {0x1EB8}},
    GpuModel{"A100", 80, 12, 4, amd, {0x20B0, 0x20B2, 0x20B3, 0x20B5, 0x20F1}},
    GpuModel{"A30", 80, 4, 4, amd, {0x20B7}},
    GpuModel{"RTX 3090", 86, 4, 4, sapphire_rapids, {0x2204}},
    GpuModel{"A10", 86, 0, 4, sapphire_rapids, {0x2236}},
    GpuModel{"A40", 86, 4, 4, sapphire_rapids, {0x2235}},
    GpuModel{"A6000", 86, 4, 4, sapphire_rapids, {0x2230}},
    GpuModel{"L4", 89, 0, 4, sapphire_rapids, {0x27B8}},
    GpuModel{"L40S", 89, 0, 4, sapphire_rapids, {0x26B9}},
    GpuModel{"RTX 4090", 89, 0, 4, sapphire_rapids, {0x2684}},
    GpuModel{"H100", 90, 18, 5, sapphire_rapids, {0x2330, 0x2331, 0x2339}},
    GpuModel{"H200", 90, 18, 5, sapphire_rapids, {0x2335, 0x233B}},
    GpuModel{"H800", 90, 8, 5, sapphire_rapids, {0x2322, 0x2324}},
    GpuModel{"GH200", 90, 18, 5, sapphire_rapids, {0x2342, 0x2348}},
    GpuModel{"B200", 100, 18, 5, sapphire_rapids, {0x2901}},
    GpuModel{"GB200", 100, 18, 5, sapphire_rapids, {0x2941}},
    GpuModel{"RTX 5090", 120, 0, 5, sapphire_rapids, {0x2B85}},
    GpuModel{"MI300X", 0, 7, 5, sapphire_rapids, {0x74A1}},
};

// "RTX 4090" and "rtx4090" are the same name.
std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

std::span<const GpuModel> gpu_models() { return models; }

// The longest model name that `name` contains: "GH200" contains H200, too, but GH200 is longer.
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

const GpuModel* gpu_model_of_device(int device_id) {
  if (device_id == 0) return nullptr;
  const auto found = std::ranges::find_if(models, [&](const GpuModel& model) {
    return std::ranges::find(model.device_ids, device_id) != model.device_ids.end();
  });
  return found == models.end() ? nullptr : &*found;
}

std::vector<GpuModel> gpu_models_of(int sm) {
  std::vector<GpuModel> alike;
  std::ranges::copy_if(models, std::back_inserter(alike), [&](const GpuModel& m) { return m.sm == sm; });
  if (sm > 0 && !alike.empty()) return alike;
  const GpuModel* best = &models.front();
  for (const GpuModel& model : models)
    if (model.sm > 0 && model.sm <= sm && model.sm > best->sm) best = &model;
  return {*best};
}

}  // namespace commlab
