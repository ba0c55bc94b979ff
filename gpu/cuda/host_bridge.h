#pragma once
// Fills the memory of GPUs, and reads it. Copies between ordinary host memory and GPUs go through pinned
// memory. A copy of ordinary memory would block in CUDA's call while a GPU hangs; these copies are waited
// for, with a deadline.

#include <cstddef>
#include <span>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/pinned_memory.h"

namespace commlab {

class HostBridge {
 public:
  bool create(CudaCalls&);
  void destroy(CudaCalls&);

  // Done on return; false if a call failed. The stream's GPU must be current; a stream may copy the memory of
  // another GPU (CUDA C++ Programming Guide, "Stream and Event Behavior").
  bool upload(CudaCalls&, cudaStream_t, std::byte* target, std::span<const std::byte> source);
  bool download(CudaCalls&, cudaStream_t, std::span<std::byte> target, const std::byte* source);

 private:
  PinnedMemory pinned_;
};

// Sets all bytes of this memory of the stream's GPU; done on return. False: a call failed.
bool set_memory(CudaCalls&, cudaStream_t, std::span<std::byte> memory, std::byte value);

}  // namespace commlab
