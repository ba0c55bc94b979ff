#include "gpu/nccl/captured_calls.h"

namespace commlab {

// While this thread captures, it makes only calls that enqueue. In this mode other threads, such as NCCL's
// own, may make any call.
bool CapturedCalls::capture(cudaStream_t stream, const std::function<void()>& enqueue) {
  forget();
  if (!calls_.ok(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture"))
    return false;
  enqueue();
  return calls_.ok(cudaStreamEndCapture(stream, &graph_), "cudaStreamEndCapture") &&
         calls_.ok(cudaGraphInstantiate(&ready_, graph_, 0), "cudaGraphInstantiate") &&
         calls_.ok(cudaGraphUpload(ready_, stream), "cudaGraphUpload") &&
         calls_.wait(stream, "the upload of a graph");
}

void CapturedCalls::forget() {
  if (ready_ != nullptr) calls_.ok(cudaGraphExecDestroy(ready_), "cudaGraphExecDestroy");
  if (graph_ != nullptr) calls_.ok(cudaGraphDestroy(graph_), "cudaGraphDestroy");
  ready_ = nullptr;
  graph_ = nullptr;
}

}  // namespace commlab
