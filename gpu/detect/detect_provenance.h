#pragma once
// What decides times on this computer (core/machine/provenance.h): processors and their clocks, the kernel,
// the load; GPUs, their driver, clocks and settings, as NVML reports them; the variables of NCCL and CUDA;
// the wiring.

#include <filesystem>

#include "core/machine/provenance.h"
#include "core/machine_text/computer.h"
#include "gpu/detect/nvml.h"

namespace commlab {

// `root` is "/", and another folder in tests. What is not found is left out.
void add_host_provenance(Provenance&, const std::filesystem::path& root);
// Every GPU that NVML knows. A fact whose call fails is left out.
void add_gpu_provenance(Provenance&, const nvml::Calls&);
// NCCL_* and CUDA_*. `environment` ends with a null pointer.
void add_variables(Provenance&, const char* const* environment);
// A number for the wiring: equal for computers whose GPUs, NICs and NUMA nodes are wired alike.
void add_wiring(Provenance&, const Computer&);

// All of this for this computer as it is now: states are equal before and after. Without `gpus`, GPUs are not
// asked, which takes a while where there are some.
Provenance look_at_provenance(bool gpus);

}  // namespace commlab
