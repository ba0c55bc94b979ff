#pragma once
// CUDA's calls, checked.

#include <source_location>
#include <string>

#include <cuda_runtime_api.h>

#include "gpu/cuda/checked_calls.h"

namespace commlab {

// For messages: "GPU 2 (NVIDIA H100)"; without its name where CUDA does not even say that any more.
std::string gpu_text(int gpu);

class CudaCalls : public CheckedCalls {
 public:
  // calls.ok(cudaFree(p), "cudaFree"): whether it, and all before, succeeded. A failure is told with the GPU.
  bool ok(cudaError_t code, const char* call, std::source_location place = std::source_location::current());
};

}  // namespace commlab
