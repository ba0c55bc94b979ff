#pragma once
// The cuda backend: Programs on the GPUs of this computer, with real data, checked, then timed.
// Built from gpu/cuda/ where CMake found the CUDA Toolkit, else from gpu/cuda_none.cpp.

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/device.h"
#include "gpu/host_backend.h"

namespace commlab {

// What it would run on, or what is missing and how to get it. Wakes the driver up, which takes a while.
std::string cuda_state();

// Who copies between GPUs and within one: its copy engines, which leave its multiprocessors alone and take
// several microseconds to start, or a kernel, which reads one GPU's memory and writes the other's.
enum class CudaCopies { by_engine, by_kernel };

// As run_on_host(); rank r runs on GPU r mod their number, and Run::where says how many share one.
// Errors (Fault::runtime): built without CUDA, no driver, no GPU, a call of CUDA that failed (which, on
// which GPU, where), copies by kernel where not all GPUs reach each other's memory.
Result<Run> run_on_cuda(const Programs&, const RunOptions&, const HostOptions& = {},
                        CudaCopies = CudaCopies::by_engine);

// All GPUs as one device. Errors: as above.
Result<std::unique_ptr<Device>> make_cuda_device();
// Those that so many ranks run on, shared out among all of them even where a program has fewer: what runs
// there alone is as fast as within a collective. Errors: as above.
Result<std::unique_ptr<Device>> make_cuda_device_for(int ranks);

// Of the GPUs that CUDA shows, in its order ("0000:18:00.0"): which they really are. None: it shows none.
std::vector<std::string> pci_addresses_of_gpus();

}  // namespace commlab
