// From the commands that nothing holds to a CUDA graph, its launches, and the stamps they leave.

#include <algorithm>
#include <utility>

#include "gpu/cuda/cuda_device.h"
#include "gpu/host/host_clock.h"

namespace commlab {

// All that takes time on the host is done before the clock is read.
HostTime CudaDevice::launch() {
  wait_until_idle();
  if (!status() || !use(0)) return host_now();
  std::vector<Step> steps = take_steps();
  if (steps.empty()) return launched_ = host_now();
  if (steps != steps_) {
    forget_graph();
    steps_ = std::move(steps);
    if (!build()) return host_now();
  }
  alignment_ = 0;
  for (int g = 0; g < gpus() && use(g); ++g)
    alignment_ = std::max(alignment_, at(g).clock.align(calls_, at(g).stream));
  use(0);
  launched_ = host_now();
  under_way_ = status() && calls_.ok(cudaGraphLaunch(ready_, at(0).stream), "cudaGraphLaunch");
  return launched_;
}

std::vector<CudaDevice::Step> CudaDevice::take_steps() {
  std::vector<Step> steps;
  commands_.take([&](Work& work, std::span<Work* const> before) {
    work.step = steps.size();
    Step step{.gpu = work.gpu, .what = std::move(work.what), .after = {}};
    for (const Work* other : before) step.after.push_back(other->step);
    steps.push_back(std::move(step));
  });
  return steps;
}

bool CudaDevice::build() {
  if (!calls_.ok(cudaGraphCreate(&graph_, 0), "cudaGraphCreate")) return false;
  std::vector<cudaGraphNode_t> nodes;
  for (Step& step : steps_) {
    std::vector<cudaGraphNode_t> after;
    for (const std::size_t other : step.after) after.push_back(nodes[other]);
    nodes.push_back(use(step.gpu) ? add_node(step, after) : nullptr);
    if (!status()) return false;
  }
  return use(0) && calls_.ok(cudaGraphInstantiate(&ready_, graph_, 0), "cudaGraphInstantiate") &&
         calls_.ok(cudaGraphUpload(ready_, at(0).stream), "cudaGraphUpload") &&
         calls_.ok(cudaStreamSynchronize(at(0).stream), "cudaStreamSynchronize");
}

cudaGraphNode_t CudaDevice::add_node(Step& step, const std::vector<cudaGraphNode_t>& after) {
  if (const auto* copy = std::get_if<Copy>(&step.what)) return add_copy(*copy, after);
  if (auto* copy = std::get_if<CopyLaunch>(&step.what)) return add_kernel(step.gpu, *copy, after);
  if (auto* combine = std::get_if<CombineLaunch>(&step.what)) return add_kernel(step.gpu, *combine, after);
  if (auto* divide = std::get_if<DivideLaunch>(&step.what)) return add_kernel(step.gpu, *divide, after);
  return add_stamp(step.gpu, std::get<Stamp>(step.what), after);
}

cudaGraphNode_t CudaDevice::add_copy(const Copy& copy, const std::vector<cudaGraphNode_t>& after) {
  cudaGraphNode_t node = nullptr;
  calls_.ok(cudaGraphAddMemcpyNode1D(&node, graph_, after.data(), after.size(), copy.target, copy.source,
                                     copy.bytes, cudaMemcpyDefault),
            "cudaGraphAddMemcpyNode1D");
  return node;
}

template <class Arguments>
cudaGraphNode_t CudaDevice::add_kernel(int gpu, KernelLaunch<Arguments>& launch,
                                       const std::vector<cudaGraphNode_t>& after) {
  void* arguments[] = {&launch.arguments};  // copied when the node is added
  cudaKernelNodeParams kernel{};
  kernel.func = const_cast<void*>(launch.kernel);
  kernel.gridDim = grid_for(launch.items, most_blocks_on(gpu));
  kernel.blockDim = block_of_threads();
  kernel.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  calls_.ok(cudaGraphAddKernelNode(&node, graph_, after.data(), after.size(), &kernel),
            "cudaGraphAddKernelNode");
  return node;
}

cudaGraphNode_t CudaDevice::add_stamp(int gpu, const Stamp& stamp,
                                      const std::vector<cudaGraphNode_t>& after) {
  const cudaEvent_t event = at(gpu).clock.take(calls_);
  if (event == nullptr) return nullptr;
  stamps_.push_back({gpu, event, stamp.at});
  cudaGraphNode_t node = nullptr;
  calls_.ok(cudaGraphAddEventRecordNode(&node, graph_, after.data(), after.size(), event),
            "cudaGraphAddEventRecordNode");
  return node;
}

// No stamp is before the launch, however the clocks were aligned.
void CudaDevice::collect() {
  if (!std::exchange(under_way_, false)) return;
  for (const TimedEvent& stamp : stamps_) {
    if (!status()) return;
    const HostTime at_host = at(stamp.gpu).clock.at(calls_, stamp.event);
    for (HostTime* const to : stamp.at) *to = std::max(launched_, at_host);
  }
}

void CudaDevice::forget_graph() {
  for (const TimedEvent& stamp : stamps_) at(stamp.gpu).clock.give_back(stamp.event);
  stamps_.clear();
  steps_.clear();
  if (ready_ != nullptr) calls_.ok(cudaGraphExecDestroy(ready_), "cudaGraphExecDestroy");
  if (graph_ != nullptr) calls_.ok(cudaGraphDestroy(graph_), "cudaGraphDestroy");
  ready_ = nullptr;
  graph_ = nullptr;
}

}  // namespace commlab
