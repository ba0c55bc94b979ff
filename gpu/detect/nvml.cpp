#include "gpu/detect/nvml.h"

#include <dlfcn.h>

namespace commlab::nvml {
namespace {

class Library {
 public:
  explicit Library(void* library) : library_(library) {}

  template <class Function>
  void find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library_, name));
    if (function == nullptr && missing_ == nullptr) missing_ = name;
  }
  const char* missing() const { return missing_; }

 private:
  void* library_;
  const char* missing_ = nullptr;
};

}  // namespace

Result<Calls> load() {
  constexpr const char* name = "libnvidia-ml.so.1";
  void* const opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr)
    return fail(Fault::runtime, "NVML: {}, which comes with NVIDIA's driver, was not found", name);
  Library library(opened);
  Calls calls{};
  library.find("nvmlInit_v2", calls.init);
  library.find("nvmlShutdown", calls.shutdown);
  library.find("nvmlErrorString", calls.error_text);
  library.find("nvmlSystemGetDriverVersion", calls.driver_version);
  library.find("nvmlDeviceGetCount_v2", calls.count);
  library.find("nvmlDeviceGetHandleByIndex_v2", calls.handle);
  library.find("nvmlDeviceGetName", calls.name);
  library.find("nvmlDeviceGetUUID", calls.uuid);
  library.find("nvmlDeviceGetMemoryInfo", calls.memory);
  library.find("nvmlDeviceGetPciInfo_v3", calls.pci);
  library.find("nvmlDeviceGetCudaComputeCapability", calls.capability);
  library.find("nvmlDeviceGetNumGpuCores", calls.cores);
  library.find("nvmlDeviceGetNvLinkState", calls.link_state);
  library.find("nvmlDeviceGetNvLinkRemotePciInfo_v2", calls.link_remote);
  library.find("nvmlDeviceGetNvLinkRemoteDeviceType", calls.link_remote_type);
  library.find("nvmlDeviceGetP2PStatus", calls.peer_status);
  if (library.missing() != nullptr)
    return fail(Fault::runtime, "NVML: {} has no {}; expected a driver of version 510 or newer", name,
                library.missing());
  return calls;
}

}  // namespace commlab::nvml
