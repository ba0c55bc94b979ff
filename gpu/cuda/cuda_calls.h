#pragma once
// Every call of CUDA is checked. The first that fails is remembered, with its place, and from
// then on a device does nothing more.

#include <source_location>

#include <cuda_runtime_api.h>

#include "core/error.h"

namespace commlab {

class CudaCalls {
 public:
  // calls.ok(cudaFree(p), "cudaFree"): whether it, and all before, succeeded.
  bool ok(cudaError_t code, const char* call, std::source_location place = std::source_location::current());
  // Of the first failure: the call, what CUDA says, the GPU, file and line.
  const Status& status() const { return status_; }

 private:
  Status status_;
};

}  // namespace commlab
