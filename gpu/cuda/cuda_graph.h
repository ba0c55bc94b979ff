#pragma once
// Steps on the GPUs as one CUDA graph: nodes for copies, kernels and time stamps, and an arrow to each step
// from the steps that it comes after. A copy between GPUs that do not reach each other becomes several nodes
// (copies_through_host.h). Once built, the graph can be launched again and again.

#include <variant>
#include <vector>

#include <cuda_runtime_api.h>

#include "gpu/cuda/copy_node.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_gpu.h"
#include "gpu/cuda/cuda_launch.h"
#include "gpu/device.h"

namespace commlab {

class CudaGraph {
 public:
  struct Stamp {
    std::vector<HostTime*> at;
    bool operator==(const Stamp&) const = default;
  };
  using Work = std::variant<GpuCopy, CopyLaunch, CombineLaunch, DivideLaunch, Stamp>;
  struct Step {
    int gpu;
    Work work;
    std::vector<std::size_t> after;  // steps that come before it
    bool operator==(const Step&) const = default;
  };

  // Both arguments must outlive this object.
  CudaGraph(CudaCalls& calls, std::vector<CudaGpu>& gpus) : calls_(calls), gpus_(gpus) {}

  // Whether it was built of exactly these steps.
  bool is_of(const std::vector<Step>& steps) const { return steps == steps_; }
  // Forgets the earlier graph, builds the graph of these steps, and gives it to the GPUs. False: a call
  // failed.
  bool build(std::vector<Step> steps);
  // Launches the graph on the first GPU's stream. False: a call failed.
  bool launch();

  // The next two functions may be called only while nothing of the graph runs.

  // Writes the host's times of all stamps. No time is before `launched`, even if the alignment of the clocks
  // has an error.
  void read_stamps(HostTime launched);
  void forget();

 private:
  struct TimedEvent {  // a stamp's node
    int gpu;
    cudaEvent_t event;
    std::vector<HostTime*> at;
  };

  bool use(int gpu) { return calls_.use(gpus_[gpu].number); }
  cudaGraphNode_t add_node(Step&, const GraphNodes& after);
  cudaGraphNode_t add_copy(int gpu, const GpuCopy&, const GraphNodes& after);
  template <class Arguments>
  cudaGraphNode_t add_kernel(int gpu, KernelLaunch<Arguments>&, const GraphNodes& after);
  cudaGraphNode_t add_stamp(int gpu, const Stamp&, const GraphNodes& after);

  CudaCalls& calls_;
  std::vector<CudaGpu>& gpus_;
  std::vector<Step> steps_;
  std::vector<TimedEvent> stamps_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t ready_ = nullptr;  // the graph, ready to launch
};

}  // namespace commlab
