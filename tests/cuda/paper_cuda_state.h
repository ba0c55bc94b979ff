#pragma once
// What the files of the paper CUDA share: its objects, its counters, and how a call is carried out.

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <cuda_runtime_api.h>

#include "tests/cuda/paper_cuda.h"

using PaperWork = std::function<bool()>;  // done when it returns true; until then it is called again
struct CUgraph_st;
struct CUstream_st {
  int gpu;
  std::deque<PaperWork> queue;
  CUgraph_st* captured = nullptr;  // what is enqueued now goes into this graph
  std::thread::id captured_by{};
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
  std::vector<std::function<PaperWork()>> captured;  // makes the works of each launch, which run in order
};
struct CUgraphExec_st {
  CUgraph_st* graph;
};

namespace commlab::paper_cuda {

struct Allocation {
  std::size_t bytes;
  std::optional<int> gpu;  // empty: the host's memory
};

struct State {
  Settings settings;
  int calls = 0;
  int alive = 0;
  int nodes = 0;
  int launches = 0;
  int copies = 0;
  std::size_t most_held = 0;
  bool hangs = false;
  std::set<std::pair<int, int>> peers;
  std::set<cudaStream_t> streams;
  std::map<void*, Allocation> allocations;
  std::string fault;  // the first fault of a kernel: from then on every call reports it
  std::mt19937 lots;
};
extern State state;
extern thread_local int current;  // the current GPU of this thread

// Carries out a call under the lock, unless this is the call that must fail.
template <class Carry>
cudaError_t call(Carry carry) {
  const std::lock_guard hold(lock());
  if (!counted()) return cudaErrorUnknown;
  const cudaError_t carried = carry();
  return state.fault.empty() ? carried : cudaErrorIllegalAddress;
}

// Runs every stream as far as possible, in random order.
void run_streams();

// Whether this thread captures a stream. Then it may make only calls that enqueue.
bool is_capturing();

// The allocation that this memory lies in; null: the host's own, which is pageable.
const Allocation* allocation_of(const void* memory);
// Whether this GPU can use this memory: its own, the host's, or that of a GPU to which it has access.
bool reaches(int gpu, const Allocation&);

// Called by every call that waits until the GPUs are idle.
void tear_if_hanging(const char* call);

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

// What a kernel does with these arguments, which are copied. Each test program chooses the code:
// paper_kernels.cpp runs the host's, tests/ptx what nvcc makes for GPUs.
std::function<void()> launched(const void* kernel, int gpu, dim3 grid, dim3 block, void** arguments);

}  // namespace commlab::paper_cuda
