// From the commands that nothing holds to a CUDA graph, its launch, and the stamps it leaves.

#include <algorithm>

#include "gpu/cuda/cuda_device.h"
#include "gpu/host_clock.h"

namespace commlab {
// All that takes time on the host is done before the clock is read.
HostTime CudaDevice::launch() {
  wait_until_idle();
  if (!status() || !use(0) || !calls_.ok(cudaGraphCreate(&graph_, 0), "cudaGraphCreate")) return host_now();
  bool any = false;
  commands_.take([&](Work& work, std::span<Work* const> before) { any |= add_node(graph_, work, before); });
  if (any && status() && use(0)) {
    calls_.ok(cudaGraphInstantiate(&running_, graph_, 0), "cudaGraphInstantiate");
    if (status()) calls_.ok(cudaGraphUpload(running_, at(0).stream), "cudaGraphUpload");
    if (status()) calls_.ok(cudaStreamSynchronize(at(0).stream), "cudaStreamSynchronize");
    alignment_ = 0;
    for (int g = 0; g < gpus() && use(g); ++g)
      alignment_ = std::max(alignment_, at(g).clock.align(calls_, at(g).stream));
    use(0);
  }
  launched_ = host_now();
  if (running_ != nullptr && status()) calls_.ok(cudaGraphLaunch(running_, at(0).stream), "cudaGraphLaunch");
  return launched_;
}

bool CudaDevice::add_node(cudaGraph_t graph, Work& work, std::span<Work* const> before) {
  if (!use(work.gpu)) return false;
  std::vector<cudaGraphNode_t> after;
  for (const Work* other : before) after.push_back(other->node);
  if (std::holds_alternative<Copy>(work.what)) return add_copy(graph, work, after);
  if (auto* copy = std::get_if<CopyLaunch>(&work.what)) return add_kernel(graph, work, after, *copy);
  if (auto* combine = std::get_if<CombineLaunch>(&work.what)) return add_kernel(graph, work, after, *combine);
  if (auto* divide = std::get_if<DivideLaunch>(&work.what)) return add_kernel(graph, work, after, *divide);
  return add_stamp(graph, work, after);
}

bool CudaDevice::add_copy(cudaGraph_t graph, Work& work, std::span<const cudaGraphNode_t> after) {
  const Copy& copy = std::get<Copy>(work.what);
  return calls_.ok(
      cudaGraphAddMemcpyNode1D(&work.node, graph, after.data(), after.size(), copy.target, copy.source,
                               static_cast<std::size_t>(copy.bytes), cudaMemcpyDefault),
      "cudaGraphAddMemcpyNode1D");
}

template <class Arguments>
bool CudaDevice::add_kernel(cudaGraph_t graph, Work& work, std::span<const cudaGraphNode_t> after,
                            KernelLaunch<Arguments>& launch) {
  const Gpu& gpu = at(work.gpu);
  void* arguments[] = {&launch.arguments};  // copied when the node is added
  cudaKernelNodeParams node{};
  node.func = const_cast<void*>(launch.kernel);
  node.gridDim = grid_for(launch.items, most_blocks(gpu.multiprocessors, static_cast<int>(gpu.ranks.size())));
  node.blockDim = block_of_threads();
  node.kernelParams = arguments;
  return calls_.ok(cudaGraphAddKernelNode(&work.node, graph, after.data(), after.size(), &node),
                   "cudaGraphAddKernelNode");
}

bool CudaDevice::add_stamp(cudaGraph_t graph, Work& work, std::span<const cudaGraphNode_t> after) {
  const cudaEvent_t event = at(work.gpu).clock.take(calls_);
  if (event == nullptr) return false;
  stamps_.push_back({work.gpu, event, std::get<Stamp>(work.what).at});
  return calls_.ok(cudaGraphAddEventRecordNode(&work.node, graph, after.data(), after.size(), event),
                   "cudaGraphAddEventRecordNode");
}

// No stamp is before the launch, however the clocks were aligned.
void CudaDevice::collect() {
  for (Launched& stamp : stamps_) {
    if (status() && running_ != nullptr) {
      const HostTime at_host = at(stamp.gpu).clock.at(calls_, stamp.event);
      for (HostTime* const to : stamp.at) *to = std::max(launched_, at_host);
    }
    at(stamp.gpu).clock.give_back(stamp.event);
  }
  stamps_.clear();
  if (running_ != nullptr) calls_.ok(cudaGraphExecDestroy(running_), "cudaGraphExecDestroy");
  if (graph_ != nullptr) calls_.ok(cudaGraphDestroy(graph_), "cudaGraphDestroy");
  running_ = nullptr;
  graph_ = nullptr;
}

}  // namespace commlab
