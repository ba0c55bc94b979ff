#pragma once
// NVIDIA's management library, loaded at run time: it comes with the driver, so a computer without the driver
// has none. These are the parts of its documented interface that we use (NVML API Reference,
// docs.nvidia.com/deploy/nvml-api, r580). Tests hand in calls of their own.

#include "core/base/error.h"

namespace commlab::nvml {

struct Device;
using Handle = Device*;
using Return = int;  // nvmlReturn_t
inline constexpr Return success = 0;

struct PciInfo {  // nvmlPciInfo_t
  char bus_legacy[16];
  unsigned domain;
  unsigned bus;
  unsigned device;
  unsigned device_id;
  unsigned subsystem_id;
  char bus_id[32];  // "00000000:18:00.0"
};
struct MemoryInfo {  // nvmlMemory_t
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};
// nvmlIntNvLinkDeviceType_t
inline constexpr int leads_to_gpu = 0;
inline constexpr int leads_to_switch = 2;
// nvmlGpuP2PCapsIndex_t, nvmlGpuP2PStatus_t
inline constexpr int reads = 0;
inline constexpr int writes = 1;
inline constexpr int can = 0;
// nvmlClockType_t
inline constexpr int clock_of_sm = 1;
inline constexpr int clock_of_memory = 2;
inline constexpr unsigned most_links = 18;  // NVML_NVLINK_MAX_LINKS

struct Calls {
  Return (*init)();
  Return (*shutdown)();
  const char* (*error_text)(Return);
  Return (*driver_version)(char*, unsigned);
  Return (*count)(unsigned*);
  Return (*handle)(unsigned, Handle*);
  Return (*name)(Handle, char*, unsigned);
  Return (*uuid)(Handle, char*, unsigned);
  Return (*memory)(Handle, MemoryInfo*);
  Return (*pci)(Handle, PciInfo*);
  Return (*capability)(Handle, int* major, int* minor);
  Return (*cores)(Handle, unsigned*);
  Return (*link_state)(Handle, unsigned link, int* enabled);
  Return (*link_remote)(Handle, unsigned link, PciInfo*);
  Return (*link_remote_type)(Handle, unsigned link, int*);
  Return (*peer_status)(Handle, Handle, int what, int* status);
  Return (*cuda_version)(int*);  // 13000 is 13.0
  Return (*clock)(Handle, int type, unsigned* mhz);
  Return (*ecc)(Handle, int* current, int* pending);
  Return (*persistence)(Handle, int* mode);
  Return (*clock_reasons)(Handle, unsigned long long* mask);
};

// Loads libnvidia-ml.so.1, which stays loaded. Errors (Fault::runtime): the library or one of these functions
// is missing.
Result<Calls> load();

}  // namespace commlab::nvml
