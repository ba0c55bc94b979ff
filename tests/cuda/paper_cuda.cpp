#include "tests/cuda/paper_cuda.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include <cuda_runtime_api.h>

#include "core/element_type.h"
#include "gpu/cuda/cuda_kernels.h"
#include "gpu/cuda/element_loops.h"
#include "gpu/measure/busywork.h"
#include "gpu/measure/cuda/measure_kernels.h"

struct CUstream_st {
  int gpu;
  std::deque<std::function<bool()>> queue;
};
struct CUevent_st {
  int gpu;
  bool recorded;
  std::chrono::steady_clock::time_point at;
};
struct CUgraphNode_st {
  std::function<void()> run;
  std::vector<cudaGraphNode_t> after;
};
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};
struct CUgraphExec_st {
  CUgraph_st* graph;
};

namespace commlab::paper_cuda {
namespace {

struct State {
  Settings settings;
  int calls = 0;
  int alive = 0;
  int nodes = 0;
  std::set<std::pair<int, int>> peers;
  std::set<cudaStream_t> streams;
  std::mt19937 lots;
};
State state;
thread_local int current = 0;  // GPU
std::recursive_mutex one_at_a_time;

constexpr std::chrono::seconds most_patience{5};  // a GPU would wait forever

template <class Carry>
cudaError_t call(Carry carry) {
  const std::lock_guard hold(one_at_a_time);
  if (!counted()) return cudaErrorUnknown;
  return carry();
}

// Every stream as far as it gets, in an order drawn by lot.
void run_streams() {
  for (bool moved = true; moved;) {
    moved = false;
    std::vector<cudaStream_t> busy;
    for (cudaStream_t stream : state.streams)
      if (!stream->queue.empty()) busy.push_back(stream);
    std::shuffle(busy.begin(), busy.end(), state.lots);
    for (cudaStream_t stream : busy)
      if (stream->queue.front()()) {
        stream->queue.pop_front();
        moved = true;
      }
  }
}

// Waits, the lock in no one's hands, for other threads to let the streams go on.
template <class Done>
cudaError_t wait_until(Done done) {
  const auto end = std::chrono::steady_clock::now() + most_patience;
  while (std::chrono::steady_clock::now() < end) {
    {
      const std::lock_guard hold(one_at_a_time);
      run_streams();
      if (done()) return cudaSuccess;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return cudaErrorLaunchTimeout;
}

template <class T>
cudaError_t make(T** where, T value) {
  *where = new T(std::move(value));
  ++state.alive;
  return cudaSuccess;
}

template <class T>
cudaError_t destroy(T* what) {
  delete what;
  --state.alive;
  return cudaSuccess;
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                std::function<void()> run) {
  graph->nodes.push_back(std::make_unique<CUgraphNode_st>(std::move(run), std::vector(after, after + count)));
  *node = graph->nodes.back().get();
  ++state.nodes;
  return cudaSuccess;
}

// Every node after those it has arrows from, and otherwise as the lot falls.
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

// What a kernel's address leads to here: from its arguments to what one of its threads does.
struct Kernel {
  std::function<std::function<void(int thread, int threads)>(void* arguments)> with;
};

template <class Element, class Operation>
const Kernel combining{[](void* arguments) {
  return [a = *static_cast<CombineArguments*>(arguments)](int thread, int threads) {
    combine_part<Element>(a, Operation{}, thread, threads);
  };
}};
template <class Word>
const Kernel copying{[](void* arguments) {
  return [a = *static_cast<CopyArguments*>(arguments)](int thread, int threads) {
    copy_part<Word>(a, thread, threads);
  };
}};
template <class Element>
const Kernel dividing{[](void* arguments) {
  return [a = *static_cast<DivideArguments*>(arguments)](int thread, int threads) {
    divide_part<Element>(a, thread, threads);
  };
}};

}  // namespace

void reset(const Settings& settings) {
  state = {.settings = settings};
  state.lots.seed(settings.seed);
  current = 0;
}
int calls() { return state.calls; }
int leaks() { return state.alive; }
int nodes() { return state.nodes; }

std::recursive_mutex& lock() { return one_at_a_time; }
bool counted() { return state.calls++ != state.settings.failing_call; }
void created() { ++state.alive; }
void destroyed() { --state.alive; }
std::uint32_t lot(std::uint32_t sides) { return static_cast<std::uint32_t>(state.lots()) % sides; }

void enqueue(cudaStream_t stream, std::function<bool()> work) {
  stream->queue.push_back(std::move(work));
  if (lot(2) == 0) run_streams();
}

}  // namespace commlab::paper_cuda

namespace commlab {

const void* combine_kernel(int type, int op) {
  return with_element_type(static_cast<DataType>(type),
                           [&]<class Element>(ElementType<Element>) -> const void* {
                             switch (static_cast<ReduceOp>(op)) {
                               case ReduceOp::prod: return &paper_cuda::combining<Element, Product>;
                               case ReduceOp::min: return &paper_cuda::combining<Element, Smaller>;
                               case ReduceOp::max: return &paper_cuda::combining<Element, Larger>;
                               default: return &paper_cuda::combining<Element, Sum>;
                             }
                           });
}

const void* copy_kernel(int word) {
  if (word == 16) return &paper_cuda::copying<Pack<std::uint32_t>>;
  if (word == 4) return &paper_cuda::copying<std::uint32_t>;
  return &paper_cuda::copying<std::uint8_t>;
}

const void* divide_kernel(int type) {
  return with_element_type(
      static_cast<DataType>(type),
      []<class Element>(ElementType<Element>) -> const void* { return &paper_cuda::dividing<Element>; });
}

}  // namespace commlab

using commlab::paper_cuda::add;
using commlab::paper_cuda::call;
using commlab::paper_cuda::current;
using commlab::paper_cuda::destroy;
using commlab::paper_cuda::enqueue;
using commlab::paper_cuda::make;
using commlab::paper_cuda::run_streams;
using commlab::paper_cuda::state;
using commlab::paper_cuda::wait_until;

extern "C" {

const char* cudaGetErrorString(cudaError_t) { return "paper tore"; }
const char* cudaGetErrorName(cudaError_t) { return "cudaErrorPaper"; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaGetDevice(int* gpu) {
  *gpu = current;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  return call([&] {
    *version = state.settings.driver;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceCount(int* count) {
  return call([&] {
    *count = state.settings.gpus;
    return *count > 0 ? cudaSuccess : cudaErrorNoDevice;
  });
}
cudaError_t cudaSetDevice(int gpu) {
  return call([&] {
    if (gpu < 0 || gpu >= state.settings.gpus) return cudaErrorInvalidDevice;
    current = gpu;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  return call([&] {
    std::strcpy(properties->name, "paper");
    properties->multiProcessorCount = 2;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int from, int to) {
  return call([&] {
    *can = state.settings.all_reach || (from + to) % 2 != 0;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return call([&] {
    return state.peers.emplace(current, peer).second ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled;
  });
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* all) {
  return call([&] {
    *free = *all = state.settings.memory;
    return cudaSuccess;
  });
}
cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  return call([&] {
    *memory = std::aligned_alloc(256, bytes);
    ++state.alive;
    return cudaSuccess;
  });
}
cudaError_t cudaFree(void* memory) {
  return call([&] {
    std::free(memory);
    --state.alive;
    return cudaSuccess;
  });
}
cudaError_t cudaMemcpyAsync(void* target, const void* source, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  return call([&] {
    enqueue(stream, [=] {
      std::memcpy(target, source, bytes);
      return true;
    });
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return call([&] {
    make(stream, CUstream_st{current, {}});
    state.streams.insert(*stream);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&] {
    state.streams.erase(stream);
    return destroy(stream);
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (const cudaError_t counted = call([] { return cudaSuccess; }); counted != cudaSuccess) return counted;
  return wait_until([&] { return stream->queue.empty(); });
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call([&] {
    run_streams();
    return stream->queue.empty() ? cudaSuccess : cudaErrorNotReady;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return call([&] { return make(event, CUevent_st{current, false, {}}); });
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&] { return destroy(event); });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call([&] {
    if (event->gpu != stream->gpu) return cudaErrorInvalidResourceHandle;
    event->recorded = false;
    enqueue(stream, [=] {
      *event = {event->gpu, true, std::chrono::steady_clock::now()};
      return true;
    });
    return cudaSuccess;
  });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (const cudaError_t counted = call([] { return cudaSuccess; }); counted != cudaSuccess) return counted;
  return wait_until([&] { return event->recorded; });
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call([&] {
    run_streams();
    return event->recorded ? cudaSuccess : cudaErrorNotReady;
  });
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return call([&] {
    if (from->gpu != to->gpu || !from->recorded || !to->recorded) return cudaErrorInvalidResourceHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  return call([&] { return make(graph, CUgraph_st{}); });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
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
  return call([&] {
    enqueue(stream, [=] {
      commlab::paper_cuda::run(*exec->graph);
      return true;
    });
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t,
                             cudaStream_t stream) {
  return call([&] {
    const auto* kernel = static_cast<const commlab::paper_cuda::Kernel*>(function);
    const auto threads = static_cast<int>(grid.x * block.x);
    if (threads == 0) return cudaErrorInvalidConfiguration;
    enqueue(stream, [=, thread = kernel->with(arguments[0])] {
      for (int t = 0; t < threads; ++t) thread(t, threads);
      return true;
    });
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* target, const void* source, std::size_t bytes,
                                     cudaMemcpyKind) {
  return call([&] { return add(node, graph, after, count, [=] { std::memcpy(target, source, bytes); }); });
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
    const auto* kernel = static_cast<const commlab::paper_cuda::Kernel*>(parameters->func);
    const auto threads = static_cast<int>(parameters->gridDim.x * parameters->blockDim.x);
    if (threads == 0) return cudaErrorInvalidConfiguration;
    return add(node, graph, after, count, [=, thread = kernel->with(parameters->kernelParams[0])] {
      for (int t = 0; t < threads; ++t) thread(t, threads);
    });
  });
}

}  // extern "C"

// What gpu/measure/ needs beside it.

namespace commlab {
namespace paper_cuda {
namespace {

// How long a kernel takes, paper does not say: a few steps stand for all.
const Kernel computing{[](void* arguments) {
  return [a = *static_cast<ComputeArguments*>(arguments)](int thread, int) {
    a.results[thread] = multiply_and_add(std::min<std::int64_t>(a.steps, 2), 1);
  };
}};
// All load before any stores: of so many additions at once one counts.
const Kernel adding_plainly{[](void* arguments) {
  return [a = *static_cast<AddArguments*>(arguments)](int thread, int) {
    if (thread == 0) *a.counters += static_cast<unsigned long long>(a.additions);
  };
}};
const Kernel adding_atomically{[](void* arguments) {
  return [a = *static_cast<AddArguments*>(arguments)](int, int) {
    *a.counters += static_cast<unsigned long long>(a.additions);
  };
}};
const Kernel adding_to_own{[](void* arguments) {
  return [a = *static_cast<AddArguments*>(arguments)](int thread, int) {
    a.counters[thread] += static_cast<unsigned long long>(a.additions);
  };
}};

}  // namespace
}  // namespace paper_cuda

const void* compute_kernel() { return &paper_cuda::computing; }

const void* add_kernel(Adding adding) {
  switch (adding) {
    case Adding::plain: return &paper_cuda::adding_plainly;
    case Adding::own: return &paper_cuda::adding_to_own;
    default: return &paper_cuda::adding_atomically;
  }
}

}  // namespace commlab

extern "C" {

cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
  return cudaMalloc(memory, (bytes + 255) / 256 * 256);
}
cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
cudaError_t cudaMemcpyPeerAsync(void* target, int, const void* source, int, std::size_t bytes, cudaStream_t) {
  return call([&] {
    std::memcpy(target, source, bytes);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return call([&] {
    enqueue(stream, [=] { return event->recorded; });
    return cudaSuccess;
  });
}

}  // extern "C"
