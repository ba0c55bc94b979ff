#include "gpu/cuda/copies_through_host.h"

#include <algorithm>

namespace commlab {
namespace {

// Null stands for no node; CUDA refuses a node that is there twice.
GraphNodes with(GraphNodes nodes, cudaGraphNode_t another) {
  if (another != nullptr && std::ranges::count(nodes, another) == 0) nodes.push_back(another);
  return nodes;
}

}  // namespace

cudaGraphNode_t CopiesThroughHost::add(CudaCalls& calls, cudaGraph_t graph, int sender, int receiver,
                                       const GpuCopy& copy, const GraphNodes& after) {
  cudaGraphNode_t to_host = nullptr;
  cudaGraphNode_t to_gpu = nullptr;
  for (std::int64_t done = 0; done < copy.bytes && calls.status(); done += piece_bytes) {
    const std::int64_t bytes = std::min(piece_bytes, copy.bytes - done);
    const std::size_t slot = next_++ % slots;
    std::byte* const staged = pinned_.data() + static_cast<std::int64_t>(slot) * piece_bytes;
    const GraphNodes before = to_host == nullptr ? after : GraphNodes{to_host};
    to_host = add_copy_node(calls, graph, sender, {staged, copy.source + done, bytes},
                            with(before, left_by_[slot]));
    to_gpu =
        add_copy_node(calls, graph, receiver, {copy.target + done, staged, bytes}, with({to_host}, to_gpu));
    left_by_[slot] = to_gpu;
  }
  return to_gpu;
}

}  // namespace commlab
