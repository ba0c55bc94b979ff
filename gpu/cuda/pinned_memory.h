#pragma once
// Host memory that all GPUs can copy, pinned until it is destroyed.

#include <cstddef>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"

namespace commlab {

class PinnedMemory {
 public:
  // False: a call failed.
  bool create(CudaCalls& calls, std::size_t bytes) {
    void* memory = nullptr;
    const bool made = calls.ok(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), "cudaHostAlloc");
    memory_ = static_cast<std::byte*>(memory);
    return made;
  }
  void destroy(CudaCalls& calls) {
    if (memory_ != nullptr) calls.ok(cudaFreeHost(memory_), "cudaFreeHost");
    memory_ = nullptr;
  }
  std::byte* data() const { return memory_; }

 private:
  std::byte* memory_ = nullptr;
};

}  // namespace commlab
