#include "gpu/detect/nvml.h"

#include "core/base/shared_library.h"

namespace commlab::nvml {

Result<Calls> load() {
  constexpr const char* name = "libnvidia-ml.so.1";
  Result<SharedLibrary> library = SharedLibrary::load(name);
  if (!library)
    return fail(Fault::runtime, "NVML: {}, which comes with NVIDIA's driver, was not found", name);
  Calls calls{};
  library->find("nvmlInit_v2", calls.init);
  library->find("nvmlShutdown", calls.shutdown);
  library->find("nvmlErrorString", calls.error_text);
  library->find("nvmlSystemGetDriverVersion", calls.driver_version);
  library->find("nvmlDeviceGetCount_v2", calls.count);
  library->find("nvmlDeviceGetHandleByIndex_v2", calls.handle);
  library->find("nvmlDeviceGetName", calls.name);
  library->find("nvmlDeviceGetUUID", calls.uuid);
  library->find("nvmlDeviceGetMemoryInfo", calls.memory);
  library->find("nvmlDeviceGetPciInfo_v3", calls.pci);
  library->find("nvmlDeviceGetCudaComputeCapability", calls.capability);
  library->find("nvmlDeviceGetNumGpuCores", calls.cores);
  library->find("nvmlDeviceGetNvLinkState", calls.link_state);
  library->find("nvmlDeviceGetNvLinkRemotePciInfo_v2", calls.link_remote);
  library->find("nvmlDeviceGetNvLinkRemoteDeviceType", calls.link_remote_type);
  library->find("nvmlDeviceGetP2PStatus", calls.peer_status);
  library->find("nvmlSystemGetCudaDriverVersion_v2", calls.cuda_version);
  library->find("nvmlDeviceGetClockInfo", calls.clock);
  library->find("nvmlDeviceGetEccMode", calls.ecc);
  library->find("nvmlDeviceGetPersistenceMode", calls.persistence);
  library->find("nvmlDeviceGetCurrentClocksThrottleReasons", calls.clock_reasons);
  if (const Status complete = library->has_all(); !complete)
    return fail(Fault::runtime, "NVML: {}; expected a driver of version 510 or newer",
                complete.error().message);
  return calls;
}

}  // namespace commlab::nvml
