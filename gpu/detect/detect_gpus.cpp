#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

#include "core/numbers.h"
#include "core/words.h"
#include "gpu/detect/detect.h"

namespace commlab {
namespace {

// NVML writes domains with eight digits, /sys with four.
std::string bus_of(const nvml::PciInfo& pci) {
  std::string bus(pci.bus_id, std::find(std::begin(pci.bus_id), std::end(pci.bus_id), '\0'));
  bus = lower_case(bus);
  if (bus.size() > 12 && bus.starts_with("0000")) bus.erase(0, 4);
  return bus;
}

class GpuFinder {
 public:
  GpuFinder(Computer& computer, const nvml::Calls& calls) : computer_(computer), calls_(calls) {}

  void find(const char* visible) {
    if (!ok(calls_.init(), "nvmlInit_v2")) return;
    std::array<char, 96> text{};
    if (ok(calls_.driver_version(text.data(), text.size()), "nvmlSystemGetDriverVersion"))
      computer_.driver = text.data();
    find_all();
    if (visible != nullptr) show_only(visible);
    ask_who_reaches_whom();
    computer_.looked_for.push_back(fmt::format(
        "NVML: driver {} has {}{}", computer_.driver, counted(static_cast<std::int64_t>(all_), "GPU"),
        visible ? fmt::format(", and CUDA_VISIBLE_DEVICES='{}' shows {}", visible, computer_.gpus.size())
                : ""));
    ok(calls_.shutdown(), "nvmlShutdown");
  }

 private:
  bool ok(nvml::Return code, const char* call) {
    if (code != nvml::success)
      computer_.looked_for.push_back(fmt::format("NVML: {} failed: {}", call, calls_.error_text(code)));
    return code == nvml::success;
  }

  void find_all() {
    if (!ok(calls_.count(&all_), "nvmlDeviceGetCount_v2")) return;
    for (unsigned i = 0; i < all_; ++i) {
      nvml::Handle handle = nullptr;
      nvml::PciInfo pci{};
      if (!ok(calls_.handle(i, &handle), "nvmlDeviceGetHandleByIndex_v2") ||
          !ok(calls_.pci(handle, &pci), "nvmlDeviceGetPciInfo_v3"))
        continue;  // a GPU that is lost is none
      handles_.push_back(handle);
      computer_.gpus.push_back(describe(handle, bus_of(pci)));
    }
  }

  Computer::Gpu describe(nvml::Handle handle, std::string bus) {
    Computer::Gpu gpu{.bus = std::move(bus)};
    std::array<char, 96> text{};
    if (ok(calls_.name(handle, text.data(), text.size()), "nvmlDeviceGetName")) gpu.name = text.data();
    if (ok(calls_.uuid(handle, text.data(), text.size()), "nvmlDeviceGetUUID")) gpu.uuid = text.data();
    nvml::MemoryInfo memory{};
    if (ok(calls_.memory(handle, &memory), "nvmlDeviceGetMemoryInfo"))
      gpu.memory = {static_cast<std::int64_t>(memory.total)};
    int major = 0, minor = 0;
    if (ok(calls_.capability(handle, &major, &minor), "nvmlDeviceGetCudaComputeCapability"))
      gpu.capability = 10 * major + minor;
    unsigned cores = 0;
    if (ok(calls_.cores(handle, &cores), "nvmlDeviceGetNumGpuCores"))
      gpu.multiprocessors = static_cast<int>(cores) / cores_of_multiprocessor(gpu.capability);
    gpu.nvlinks = nvlinks_of(handle);
    return gpu;
  }

  // A link that is not there, or not in use, is "not supported" or not enabled: no failure.
  std::vector<Computer::NvLink> nvlinks_of(nvml::Handle handle) {
    std::vector<Computer::NvLink> links;
    for (unsigned link = 0; link < nvml::most_links; ++link) {
      int enabled = 0;
      if (calls_.link_state(handle, link, &enabled) != nvml::success || enabled == 0) continue;
      nvml::PciInfo remote{};
      if (!ok(calls_.link_remote(handle, link, &remote), "nvmlDeviceGetNvLinkRemotePciInfo_v2")) break;
      const std::string target = bus_of(remote);
      const auto known = std::ranges::find(links, target, &Computer::NvLink::target);
      if (known != links.end())
        ++known->count;
      else if (const auto to_switch = leads_to_switch(handle, link, target))
        links.push_back({target, *to_switch ? "0x068000" : "0x030200", 1});
      else
        break;
    }
    return links;
  }

  // What a virtual machine does not show is taken for an NVSwitch, as NCCL does (2.28, src/graph/xml.cc).
  std::optional<bool> leads_to_switch(nvml::Handle handle, unsigned link, std::string_view target) {
    if (target.starts_with("fffffff")) return true;
    int type = nvml::leads_to_gpu;
    if (!ok(calls_.link_remote_type(handle, link, &type), "nvmlDeviceGetNvLinkRemoteDeviceType"))
      return std::nullopt;
    return type == nvml::leads_to_switch;
  }

  void show_only(const char* visible) {
    computer_.visible = visible;
    const std::vector<int> shown = visible_gpus(visible, computer_.gpus);
    std::vector<Computer::Gpu> gpus;
    std::vector<nvml::Handle> handles;
    for (const int gpu : shown) {
      gpus.push_back(computer_.gpus[static_cast<std::size_t>(gpu)]);
      handles.push_back(handles_[static_cast<std::size_t>(gpu)]);
    }
    computer_.hidden_gpus = static_cast<int>(computer_.gpus.size() - gpus.size());
    computer_.gpus = std::move(gpus);
    handles_ = std::move(handles);
  }

  void ask_who_reaches_whom() {
    computer_.reaches.assign(handles_.size(), std::vector<bool>(handles_.size(), true));
    for (std::size_t a = 0; a < handles_.size(); ++a)
      for (std::size_t b = 0; b < handles_.size(); ++b)
        for (const int what : {nvml::reads, nvml::writes}) {
          int status = -1;
          if (a == b) continue;
          if (!ok(calls_.peer_status(handles_[a], handles_[b], what, &status), "nvmlDeviceGetP2PStatus") ||
              status != nvml::can)
            computer_.reaches[a][b] = false;
        }
  }

  Computer& computer_;
  const nvml::Calls& calls_;
  unsigned all_ = 0;
  std::vector<nvml::Handle> handles_;
};

}  // namespace

int cores_of_multiprocessor(int capability) {
  switch (capability) {
    case 60:
    case 70:
    case 72:
    case 75:
    case 80: return 64;
    default: return 128;
  }
}

void add_gpus(Computer& computer, const nvml::Calls& calls, const char* visible) {
  GpuFinder(computer, calls).find(visible);
}

}  // namespace commlab
