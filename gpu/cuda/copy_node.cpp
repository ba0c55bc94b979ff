#include "gpu/cuda/copy_node.h"

namespace commlab {

cudaGraphNode_t add_copy_node(CudaCalls& calls, cudaGraph_t graph, int gpu, const GpuCopy& copy,
                              const GraphNodes& after) {
  cudaGraphNode_t node = nullptr;
  if (calls.use(gpu))
    calls.ok(cudaGraphAddMemcpyNode1D(&node, graph, after.data(), after.size(), copy.target, copy.source,
                                      static_cast<std::size_t>(copy.bytes), cudaMemcpyDefault),
             "cudaGraphAddMemcpyNode1D");
  return node;
}

}  // namespace commlab
