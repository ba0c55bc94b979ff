#pragma once
// What decides times on this computer (core/machine/provenance.h): processors and their clocks, the kernel,
// the load; GPUs, their driver, clocks and settings, as NVML reports them; the CUDA Toolkit; the variables of
// NCCL, CUDA and MPI; the wiring.

#include <filesystem>

#include "core/experiment/choices.h"
#include "core/machine/provenance.h"
#include "core/machine_text/computer.h"
#include "gpu/detect/nvml.h"

namespace commlab {

// `root` is "/", and another folder in tests. What is not found is left out.
void add_host_provenance(Provenance&, const std::filesystem::path& root);
// Every GPU that NVML knows. A fact whose call fails is left out.
void add_gpu_provenance(Provenance&, const nvml::Calls&);
// NCCL_* and CUDA_*; and OMPI_MCA_*, MPICH_*, MPIR_CVAR_* and UCX_*, without those by which a launcher tells
// a process its place. `environment` ends with a null pointer. Values are printable (core/base/printable.h).
void add_gpu_variables(Provenance&, const char* const* environment);
void add_mpi_variables(Provenance&, const char* const* environment);
// A number for the wiring: equal for computers whose GPUs, NICs and NUMA nodes are wired alike.
void add_wiring(Provenance&, const Computer&);

// What decides the times of this backend on this computer as it is now: states are equal before and after.
// GPUs are asked only for a backend that uses them, because that takes a while where there are some.
Provenance look_at_provenance(BackendName on);

}  // namespace commlab
