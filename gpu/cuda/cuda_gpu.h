#pragma once
// One GPU of the cuda device: its stream, its clock, its memory, the GPUs that it reaches, and the ranks that
// live on it.

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include <cuda_runtime_api.h>

#include "core/collective/collective.h"
#include "gpu/cuda/copies_through_host.h"
#include "gpu/cuda/cuda_clock.h"
#include "gpu/cuda/cuda_launch.h"

namespace commlab {

struct CudaGpu {
  int number = 0;  // CUDA's
  int multiprocessors = 1;
  std::set<Rank> ranks;  // ranks that live on this GPU
  cudaStream_t stream = nullptr;
  CudaClock clock;
  std::set<int> reaches;                     // the numbers of other GPUs to whose memory it has access
  CopiesThroughHost through_host;            // created only if it and some other GPU do not reach each other
  std::vector<std::span<std::byte>> blocks;  // of memory
  std::byte* next = nullptr;                 // the free rest of the last block
  std::int64_t left = 0;
  std::byte* differs = nullptr;  // what compare_on_gpu() needs; once there was a comparison

  bool holds(const std::byte* memory) const;

  // The blocks of threads that a kernel may have: its rank's share of what fits on the GPU.
  int most_blocks() const { return commlab::most_blocks(multiprocessors, static_cast<int>(ranks.size())); }
};

// Each the other's memory; a GPU reaches its own.
bool reach_each_other(const CudaGpu&, const CudaGpu&);
// REQUIRES: one of the GPUs holds this memory.
CudaGpu& holder_of(std::vector<CudaGpu>&, const std::byte* memory);

}  // namespace commlab
