// Graphs of the paper CUDA.

#include <algorithm>
#include <cstring>

#include "tests/cuda/paper_cuda_state.h"

namespace commlab::paper_cuda {
namespace {

// The launch of a larger graph waits until its stream has begun with it.
constexpr std::size_t most_held_nodes = 20'000;

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                std::function<void()> run) {
  if (std::set(after, after + count).size() != count) return cudaErrorInvalidValue;  // no arrow twice
  graph->nodes.push_back(std::make_unique<CUgraphNode_st>(std::move(run), std::vector(after, after + count)));
  *node = graph->nodes.back().get();
  ++state.nodes;
  return cudaSuccess;
}

// A node copies only pinned memory, and memory that the GPU that was current reaches.
bool can_copy(const void* memory, std::size_t bytes) {
  const Allocation* const allocation = allocation_of(memory);
  return allocation != nullptr &&
         allocation_of(static_cast<const std::byte*>(memory) + bytes - 1) == allocation &&
         reaches(current, *allocation);
}

// Runs every node after those that it depends on, otherwise in random order.
void run(const CUgraph_st& graph) {
  std::set<const CUgraphNode_st*> done;
  std::vector<const CUgraphNode_st*> waiting;
  for (const auto& node : graph.nodes) waiting.push_back(node.get());
  while (!waiting.empty()) {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < waiting.size() && ready.size() < 8; ++i)
      if (std::ranges::all_of(waiting[i]->after, [&](auto* other) { return done.contains(other); }))
        ready.push_back(i);
    const std::size_t drawn = ready.at(state.lots() % ready.size());
    waiting[drawn]->run();
    done.insert(waiting[drawn]);
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(drawn));
  }
}

std::vector<PaperWork> works_of(const CUgraph_st& graph) {
  std::vector<PaperWork> works;
  for (const auto& make : graph.captured) works.push_back(make());
  return works;
}

}  // namespace
}  // namespace commlab::paper_cuda

using commlab::paper_cuda::add;
using commlab::paper_cuda::call;
using commlab::paper_cuda::can_copy;
using commlab::paper_cuda::current;
using commlab::paper_cuda::destroy;
using commlab::paper_cuda::enqueue;
using commlab::paper_cuda::hang;
using commlab::paper_cuda::launched;
using commlab::paper_cuda::lock;
using commlab::paper_cuda::make;
using commlab::paper_cuda::most_held_nodes;
using commlab::paper_cuda::run_streams;
using commlab::paper_cuda::state;
using commlab::paper_cuda::wait_until;

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  return call([&] { return make(graph, CUgraph_st{}); });
}
// A call that fails leaves the graph, but not the work that it captured: communicators would wait for that.
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  {
    const std::lock_guard hold(lock());
    graph->captured.clear();
  }
  return call([&] { return destroy(graph); });
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  return call([&] { return make(exec, CUgraphExec_st{graph}); });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return call([&] { return destroy(exec); });
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) {
  return call([] { return cudaSuccess; });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  bool held = false;
  const cudaError_t launched = call([&] {
    run_streams();
    held = exec->graph->nodes.size() > most_held_nodes && !stream->queue.empty();
    if (state.launches++ == state.settings.hanging_launch) {
      enqueue(stream, [] { return false; });
      hang();
      return cudaSuccess;
    }
    enqueue(stream,
            [=, works = commlab::paper_cuda::works_of(*exec->graph), next = std::size_t{0}]() mutable {
              if (next == 0) commlab::paper_cuda::run(*exec->graph);
              while (next < works.size() && works[next]()) ++next;
              return next == works.size();
            });
    return cudaSuccess;
  });
  if (launched != cudaSuccess || !held) return launched;
  return wait_until([&] { return stream->queue.empty(); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* target, const void* source, std::size_t bytes,
                                     cudaMemcpyKind) {
  return call([&] {
    if (bytes == 0 || !can_copy(target, bytes) || !can_copy(source, bytes)) return cudaErrorInvalidValue;
    return add(node, graph, after, count, [=] { std::memcpy(target, source, bytes); });
  });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, std::size_t count, cudaEvent_t event) {
  return call([&] {
    if (event->gpu != current) return cudaErrorInvalidResourceHandle;
    return add(node, graph, after, count, [=] {
      *event = {event->gpu, true, std::chrono::steady_clock::now()};
    });
  });
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaKernelNodeParams* parameters) {
  return call([&] {
    if (parameters->gridDim.x * parameters->blockDim.x == 0) return cudaErrorInvalidConfiguration;
    return add(node, graph, after, count,
               launched(parameters->func, current, parameters->gridDim, parameters->blockDim,
                        parameters->kernelParams));
  });
}

}  // extern "C"
