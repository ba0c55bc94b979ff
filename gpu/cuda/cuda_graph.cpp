#include "gpu/cuda/cuda_graph.h"

#include <algorithm>

namespace commlab {

bool CudaGraph::build(std::vector<Step> steps) {
  forget();
  steps_ = std::move(steps);
  if (!calls_.ok(cudaGraphCreate(&graph_, 0), "cudaGraphCreate")) return false;
  for (CudaGpu& gpu : gpus_) gpu.through_host.begin_graph();
  GraphNodes nodes;
  for (Step& step : steps_) {
    GraphNodes after;
    for (const std::size_t other : step.after) after.push_back(nodes[other]);
    nodes.push_back(use(step.gpu) ? add_node(step, after) : nullptr);
    if (!calls_.status()) return false;
  }
  return use(0) && calls_.ok(cudaGraphInstantiate(&ready_, graph_, 0), "cudaGraphInstantiate") &&
         calls_.ok(cudaGraphUpload(ready_, gpus_[0].stream), "cudaGraphUpload") &&
         calls_.wait(gpus_[0].stream, "the upload of a graph");
}

bool CudaGraph::launch() { return calls_.ok(cudaGraphLaunch(ready_, gpus_[0].stream), "cudaGraphLaunch"); }

cudaGraphNode_t CudaGraph::add_node(Step& step, const GraphNodes& after) {
  if (const auto* copy = std::get_if<GpuCopy>(&step.work)) return add_copy(step.gpu, *copy, after);
  if (auto* copy = std::get_if<CopyLaunch>(&step.work)) return add_kernel(step.gpu, *copy, after);
  if (auto* combine = std::get_if<CombineLaunch>(&step.work)) return add_kernel(step.gpu, *combine, after);
  if (auto* divide = std::get_if<DivideLaunch>(&step.work)) return add_kernel(step.gpu, *divide, after);
  return add_stamp(step.gpu, std::get<Stamp>(step.work), after);
}

cudaGraphNode_t CudaGraph::add_copy(int gpu, const GpuCopy& copy, const GraphNodes& after) {
  CudaGpu& sender = holder_of(gpus_, copy.source);
  const CudaGpu& receiver = holder_of(gpus_, copy.target);
  if (reach_each_other(sender, receiver))
    return add_copy_node(calls_, graph_, gpus_[gpu].number, copy, after);
  return sender.through_host.add(calls_, graph_, sender.number, receiver.number, copy, after);
}

template <class Arguments>
cudaGraphNode_t CudaGraph::add_kernel(int gpu, KernelLaunch<Arguments>& launch, const GraphNodes& after) {
  void* arguments[] = {&launch.arguments};  // copied when the node is added
  cudaKernelNodeParams kernel{};
  kernel.func = const_cast<void*>(launch.kernel);
  kernel.gridDim = grid_for(launch.items, gpus_[gpu].most_blocks());
  kernel.blockDim = block_of_threads();
  kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  calls_.ok(cudaGraphAddKernelNode(&node, graph_, after.data(), after.size(), &kernel),
            "cudaGraphAddKernelNode");
  return node;
}

cudaGraphNode_t CudaGraph::add_stamp(int gpu, const Stamp& stamp, const GraphNodes& after) {
  const cudaEvent_t event = gpus_[gpu].clock.take(calls_);
  if (event == nullptr) return nullptr;
  stamps_.push_back({gpu, event, stamp.at});
  cudaGraphNode_t node = nullptr;
  calls_.ok(cudaGraphAddEventRecordNode(&node, graph_, after.data(), after.size(), event),
            "cudaGraphAddEventRecordNode");
  return node;
}

void CudaGraph::read_stamps(HostTime launched) {
  for (const TimedEvent& stamp : stamps_) {
    if (!calls_.status()) return;
    const HostTime at_host = gpus_[stamp.gpu].clock.at(calls_, stamp.event);
    for (HostTime* const to : stamp.at) *to = std::max(launched, at_host);
  }
}

void CudaGraph::forget() {
  for (const TimedEvent& stamp : stamps_) gpus_[stamp.gpu].clock.give_back(stamp.event);
  stamps_.clear();
  steps_.clear();
  if (ready_ != nullptr) calls_.ok(cudaGraphExecDestroy(ready_), "cudaGraphExecDestroy");
  if (graph_ != nullptr) calls_.ok(cudaGraphDestroy(graph_), "cudaGraphDestroy");
  ready_ = nullptr;
  graph_ = nullptr;
}

}  // namespace commlab
