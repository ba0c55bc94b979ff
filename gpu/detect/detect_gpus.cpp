#include "gpu/detect/detect_gpus.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

// The address as /sys writes it. NVML writes eight digits for the domain, and CUDA capital letters.
std::string bus_of(std::string_view text) {
  std::string bus = lower_case(text);
  if (bus.size() > 12 && bus.starts_with("0000")) bus.erase(0, 4);
  return bus;
}

std::string bus_of(const nvml::PciInfo& pci) {
  return bus_of(std::string(pci.bus_id, std::find(std::begin(pci.bus_id), std::end(pci.bus_id), '\0')));
}

struct Found {
  nvml::Handle handle;
  Computer::Gpu gpu;
};

bool are_alike(const std::vector<Found>& all) {
  return std::ranges::all_of(all, [&](const Found& one) { return one.gpu.name == all.front().gpu.name; });
}

bool names_by_number(const char* visible) {
  return visible == nullptr || std::ranges::any_of(split_at(visible, ','), [](std::string_view word) {
           return parse_number<int>(word).has_value();
         });
}

// How many cores a multiprocessor of NVIDIA has, by compute capability times ten (CUDA C++ Programming Guide,
// "Compute Capabilities").
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

class GpuFinder {
 public:
  GpuFinder(Computer& computer, const nvml::Calls& calls) : computer_(computer), calls_(calls) {}

  void find(const CudaView& cuda) {
    if (!ok(calls_.init(), "nvmlInit_v2")) return;
    std::array<char, 96> text{};
    if (ok(calls_.driver_version(text.data(), text.size()), "nvmlSystemGetDriverVersion"))
      computer_.driver = text.data();
    find_all();
    if (cuda.visible != nullptr) computer_.visible = cuda.visible;
    show_only(cuda.buses.empty() ? visible_by_bus(cuda) : visible_to_cuda(cuda));
    ask_who_reaches_whom();
    computer_.looked_for.push_back(fmt::format(
        "NVML: driver {} has {}{}", computer_.driver, counted(static_cast<std::int64_t>(all_), "GPU"),
        cuda.visible
            ? fmt::format(", and CUDA_VISIBLE_DEVICES='{}' shows {}", cuda.visible, computer_.gpus.size())
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
        continue;  // a lost GPU is left out
      found_.push_back({handle, describe(handle, bus_of(pci))});
    }
    std::ranges::sort(found_, {}, [](const Found& one) { return one.gpu.bus; });
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

  // NVML reports a missing or unused link as "not supported" or as not enabled, which is no failure.
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

  // A device that a virtual machine hides counts as an NVSwitch, as in NCCL (2.28, src/graph/xml.cc).
  std::optional<bool> leads_to_switch(nvml::Handle handle, unsigned link, std::string_view target) {
    if (target.starts_with("fffffff")) return true;
    int type = nvml::leads_to_gpu;
    if (!ok(calls_.link_remote_type(handle, link, &type), "nvmlDeviceGetNvLinkRemoteDeviceType"))
      return std::nullopt;
    return type == nvml::leads_to_switch;
  }

  // Several parts of one GPU (MIG) have the same bus, and count as one GPU.
  std::vector<Found> visible_to_cuda(const CudaView& cuda) const {
    std::vector<Found> shown;
    for (const std::string& address : cuda.buses) {
      const auto has_it = [bus = bus_of(address)](const Found& one) { return one.gpu.bus == bus; };
      const auto known = std::ranges::find_if(found_, has_it);
      if (known != found_.end() && std::ranges::none_of(shown, has_it)) shown.push_back(*known);
    }
    return shown;
  }

  // CUDA numbers the fastest GPU first and does not specify the rest of the order, unless CUDA_DEVICE_ORDER
  // does (CUDA C++ Programming Guide, "CUDA Environment Variables"). It numbers GPUs of one model in the
  // order of their buses.
  std::vector<Found> visible_by_bus(const CudaView& cuda) {
    if (!are_alike(found_) && cuda.order != "PCI_BUS_ID" && names_by_number(cuda.visible)) {
      computer_.numbering =
          "GPUs are numbered by their PCI buses, because CUDA could not be asked; CUDA itself numbers the "
          "fastest GPU first, unless CUDA_DEVICE_ORDER=PCI_BUS_ID is set.";
      computer_.looked_for.push_back(computer_.numbering);
    }
    if (cuda.visible == nullptr) return found_;
    std::vector<Computer::Gpu> gpus;
    for (const Found& one : found_) gpus.push_back(one.gpu);
    std::vector<Found> shown;
    for (const int gpu : visible_gpus(cuda.visible, gpus)) shown.push_back(found_[gpu]);
    return shown;
  }

  void show_only(std::vector<Found> shown) {
    computer_.hidden_gpus = static_cast<int>(found_.size() - shown.size());
    found_ = std::move(shown);
    for (const Found& one : found_) computer_.gpus.push_back(one.gpu);
  }

  void ask_who_reaches_whom() {
    computer_.reaches.assign(found_.size(), std::vector<bool>(found_.size(), true));
    for (std::size_t a = 0; a < found_.size(); ++a)
      for (std::size_t b = 0; b < found_.size(); ++b)
        for (const int what : {nvml::reads, nvml::writes}) {
          int status = -1;
          if (a == b) continue;
          if (!ok(calls_.peer_status(found_[a].handle, found_[b].handle, what, &status),
                  "nvmlDeviceGetP2PStatus") ||
              status != nvml::can)
            computer_.reaches[a][b] = false;
        }
  }

  Computer& computer_;
  const nvml::Calls& calls_;
  unsigned all_ = 0;
  std::vector<Found> found_;
};

}  // namespace

void add_gpus(Computer& computer, const nvml::Calls& calls, const CudaView& cuda) {
  GpuFinder(computer, calls).find(cuda);
}

}  // namespace commlab
