#pragma once
// NCCL's calls of one rank as a CUDA graph: they are captured once and replayed again and again, as training
// does it, and nccl-tests with -G. A replay costs the host one launch, and NCCL decides nothing again.
//
// NCCL recommends a process for each GPU: where one thread launches the graphs of several GPUs, a launch may
// wait for the others' (NCCL User Guide, "Using NCCL with CUDA Graphs"). From 2.26 on, the end of a
// communicator waits for the end of the graphs that hold its work.

#include <functional>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"

namespace commlab {

class CapturedCalls {
 public:
  // The calls must outlive this object.
  explicit CapturedCalls(CudaCalls& calls) : calls_(calls) {}

  // Captures what `enqueue` enqueues on the stream, and gives the graph to the GPU. False: a call failed.
  // REQUIRES: the stream is idle, and its GPU is current; the ranks are connected.
  bool capture(cudaStream_t, const std::function<void()>& enqueue);
  bool launch(cudaStream_t stream) { return calls_.ok(cudaGraphLaunch(ready_, stream), "cudaGraphLaunch"); }
  // A graph that runs still ends (CUDA Driver API, cuGraphExecDestroy).
  void forget();

 private:
  CudaCalls& calls_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t ready_ = nullptr;
};

}  // namespace commlab
