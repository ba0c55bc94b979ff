// From the commands that nothing holds to a CUDA graph, its launch, and the stamps it leaves.

#include <algorithm>

#include "gpu/cuda/cuda_device.h"
#include "gpu/host_clock.h"

namespace commlab {
namespace {

constexpr unsigned threads_of_block = 256;
constexpr std::int64_t most_blocks = 512;  // several ranks may run side by side
constexpr int trials_of_clock = 5;

}  // namespace

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
    for (int g = 0; g < gpus(); ++g) align_clock(g);
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
  if (auto* copy = std::get_if<Copy>(&work.what))
    return calls_.ok(
        cudaGraphAddMemcpyNode1D(&work.node, graph, after.data(), after.size(), copy->target, copy->source,
                                 static_cast<std::size_t>(copy->bytes), cudaMemcpyDefault),
        "cudaGraphAddMemcpyNode1D");
  if (auto* combine = std::get_if<Combine>(&work.what))
    return add_kernel(graph, work, after, combine->kernel, &combine->arguments, combine->arguments.elements);
  if (auto* divide = std::get_if<Divide>(&work.what))
    return add_kernel(graph, work, after, divide->kernel, &divide->arguments, divide->arguments.elements);
  return add_stamp(graph, work, after);
}

bool CudaDevice::add_kernel(cudaGraph_t graph, Work& work, std::span<const cudaGraphNode_t> after,
                            const void* kernel, void* arguments, std::int64_t threads) {
  const std::int64_t blocks = (threads + threads_of_block - 1) / threads_of_block;
  cudaKernelNodeParams node{};
  node.func = const_cast<void*>(kernel);
  node.gridDim = dim3(static_cast<unsigned>(std::min(blocks, most_blocks)));
  node.blockDim = dim3(threads_of_block);
  node.kernelParams = &arguments;  // copied when the node is added
  return calls_.ok(cudaGraphAddKernelNode(&work.node, graph, after.data(), after.size(), &node),
                   "cudaGraphAddKernelNode");
}

bool CudaDevice::add_stamp(cudaGraph_t graph, Work& work, std::span<const cudaGraphNode_t> after) {
  Gpu& gpu = at(work.gpu);
  if (gpu.unused.empty()) {
    cudaEvent_t event = nullptr;
    if (!calls_.ok(cudaEventCreate(&event), "cudaEventCreate")) return false;
    gpu.unused.push_back(event);
  }
  stamps_.push_back({work.gpu, gpu.unused.back(), std::get<Stamp>(work.what).at});
  gpu.unused.pop_back();
  return calls_.ok(
      cudaGraphAddEventRecordNode(&work.node, graph, after.data(), after.size(), stamps_.back().event),
      "cudaGraphAddEventRecordNode");
}

// An event that the host sees happen: between two looks at its clock, the closest pair of a few.
void CudaDevice::align_clock(int g) {
  Gpu& gpu = at(g);
  HostTime closest = INT64_MAX;
  for (int trial = 0; trial < trials_of_clock && use(g); ++trial) {
    const HostTime before = host_now();
    if (!calls_.ok(cudaEventRecord(gpu.trial, gpu.stream), "cudaEventRecord") ||
        !calls_.ok(cudaEventSynchronize(gpu.trial), "cudaEventSynchronize"))
      return;
    const HostTime after = host_now();
    if (after - before >= closest) continue;
    closest = after - before;
    std::swap(gpu.trial, gpu.reference);
    gpu.reference_time = before + closest / 2;
  }
  alignment_ = std::max(alignment_, closest / 2);
}

// No stamp is before the launch, however the clocks were aligned.
void CudaDevice::collect() {
  for (Launched& stamp : stamps_) {
    float milliseconds = 0;
    if (status() && running_ != nullptr &&
        calls_.ok(cudaEventElapsedTime(&milliseconds, at(stamp.gpu).reference, stamp.event),
                  "cudaEventElapsedTime")) {
      const auto since = static_cast<HostTime>(static_cast<double>(milliseconds) * 1e6);
      for (HostTime* const to : stamp.at) *to = std::max(launched_, at(stamp.gpu).reference_time + since);
    }
    at(stamp.gpu).unused.push_back(stamp.event);
  }
  stamps_.clear();
  if (running_ != nullptr) calls_.ok(cudaGraphExecDestroy(running_), "cudaGraphExecDestroy");
  if (graph_ != nullptr) calls_.ok(cudaGraphDestroy(graph_), "cudaGraphDestroy");
  running_ = nullptr;
  graph_ = nullptr;
}

}  // namespace commlab
