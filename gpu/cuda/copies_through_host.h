#pragma once
// Copies from one GPU to others that it does not reach, as nodes of a graph. CUDA promises a memcpy node only
// where the GPU that makes the copy reaches both ends; cudaMemcpyPeerAsync, which needs no such reach, is no
// node (CUDA Runtime API 13.0, cudaGraphAddMemcpyNode, cudaMemcpyPeerAsync). So each copy becomes two,
// through pinned host memory. It goes in pieces, so that one piece leaves the host while the next one arrives
// there:
//
//   to the host, by the sender        piece 0 ───── piece 1 ───── piece 2
//                                        └──────┐      └──────┐      └──────┐
//   to the GPU, by the receiver               piece 0 ───── piece 1 ───── piece 2
//
// The pinned memory is a ring of slots, one for a piece. All copies of this sender take the slots in turn, in
// the order in which they are added, and a piece waits until the one before it has left its slot. Each arrow
// leads from a node to one that is added later, so no copies can wait for each other in a circle.
//
// S bytes in pieces of p bytes take about (S/p + 1) (p/B + t), where B is the bandwidth of a link, and t is
// what a node costs. This is least for p = sqrt(S B t): 0.6 MiB for S = 16 MiB, B = 25 GB/s (PCIe 4.0 with 16
// lanes) and t = 1 us.

#include <array>
#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "gpu/cuda/copy_node.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/pinned_memory.h"

namespace commlab {

class CopiesThroughHost {
 public:
  static constexpr std::int64_t piece_bytes = std::int64_t{512} << 10;
  static constexpr int slots = 8;
  static constexpr std::int64_t pinned_bytes = slots * piece_bytes;  // of each sender

  // False: a call failed.
  bool create(CudaCalls& calls) { return pinned_.create(calls, pinned_bytes); }
  void destroy(CudaCalls& calls) { pinned_.destroy(calls); }

  // All copies from here on are of another graph, which never runs at the same time as the earlier one.
  void begin_graph() { left_by_.fill(nullptr); }
  // Adds the nodes of a copy that comes after other nodes. Returns the node that ends it; null: a call
  // failed. REQUIRES: bytes > 0; the numbers are CUDA's numbers of the two GPUs.
  cudaGraphNode_t add(CudaCalls&, cudaGraph_t, int sender, int receiver, const GpuCopy&,
                      const GraphNodes& after);

 private:
  PinnedMemory pinned_;
  std::array<cudaGraphNode_t, slots> left_by_{};  // of each slot: the node that read it last; null: none
  std::size_t next_ = 0;                          // slot
};

}  // namespace commlab
