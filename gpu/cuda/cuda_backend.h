#pragma once
// The cuda backend: Programs on the GPUs of this computer, with real data, checked, then timed. Where CMake
// found no CUDA Toolkit, cuda_none.cpp replaces cuda_backend.cpp and reports that.

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/device.h"
#include "gpu/real_run_options.h"

namespace commlab {

// What a run would use: "2 GPUs (NVIDIA L40S); GPUs reach each other's memory". An error (Fault::runtime)
// says what is missing and how to get it. The call starts the driver, which takes a while.
Result<std::string> cuda_state();

// "13.0": of the CUDA Toolkit that this commlab was built with, and of its runtime, which is part of commlab.
// Empty: it was built without.
std::string cuda_toolkit_version();

// How memory is copied between GPUs and within one: by a copy engine, which needs no multiprocessor and takes
// several microseconds to start, or by a kernel, which reads one GPU's memory and writes the other's.
enum class CudaCopies { by_engine, by_kernel };

// As run_on_host(). Rank r runs on GPU r mod the number of GPUs; Run::where says how many ranks share one.
// Errors (Fault::runtime): built without CUDA; no driver; no GPU; a call of CUDA that failed (which call, on
// which GPU, where); copies by kernel where not all GPUs reach each other's memory.
Result<Run> run_on_cuda(const Programs&, const RunOptions&, const RealRunOptions& = {},
                        CudaCopies = CudaCopies::by_engine);

// The GPUs on which `ranks` ranks run, as one device. Each rank has its share of its GPU even if a program
// uses fewer ranks, so a rank that runs alone is as fast as in a collective. Errors: as above.
Result<std::unique_ptr<Device>> make_cuda_device_for(int ranks);

// The PCI addresses ("0000:18:00.0") of the GPUs that CUDA shows, in its order. They tell which GPU is which.
std::vector<std::string> pci_addresses_of_gpus();

}  // namespace commlab
