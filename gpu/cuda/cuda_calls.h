#pragma once
// Calls of CUDA, checked.

#include <source_location>
#include <string>

#include <cuda_runtime_api.h>

#include "gpu/cuda/checked_calls.h"

namespace commlab {

// For messages: "GPU 2 (NVIDIA H100)", or "GPU 2" if CUDA does not tell the name.
std::string gpu_text(int gpu);

class CudaCalls : public CheckedCalls {
 public:
  // calls.ok(cudaFree(p), "cudaFree"): whether this call and all before it succeeded. The error names the
  // GPU.
  bool ok(cudaError_t code, const char* call, std::source_location place = std::source_location::current());
};

}  // namespace commlab
