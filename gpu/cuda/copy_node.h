#pragma once
// A copy as a node of a CUDA graph.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"

namespace commlab {

struct GpuCopy {
  std::byte* target;
  const std::byte* source;
  std::int64_t bytes;
  bool operator==(const GpuCopy&) const = default;
};

using GraphNodes = std::vector<cudaGraphNode_t>;

// Adds the copy to the graph. CUDA's GPU of this number makes it. Null: a call failed. REQUIRES: the GPU
// reaches both ends, which are on GPUs or in pinned memory; no node is twice in `after`.
cudaGraphNode_t add_copy_node(CudaCalls&, cudaGraph_t, int gpu, const GpuCopy&, const GraphNodes& after);

}  // namespace commlab
