// Memory of the paper CUDA, which is the host's, and copies.

#include <cstdlib>
#include <cstring>
#include <iterator>

#include "tests/cuda/paper_cuda_state.h"

namespace commlab::paper_cuda {
namespace {

constexpr std::size_t boundary = 256;

cudaError_t allocate(void** memory, std::size_t bytes, std::optional<int> gpu) {
  return call([&] {
    if (is_capturing()) return cudaErrorStreamCaptureUnsupported;
    *memory = std::aligned_alloc(boundary, (bytes + boundary - 1) / boundary * boundary);
    state.allocations[*memory] = {bytes, gpu};
    ++state.alive;
    return cudaSuccess;
  });
}

std::size_t pinned_memory_left() {
  std::size_t pinned = 0;
  for (const auto& [first, allocation] : state.allocations)
    if (!allocation.gpu) pinned += allocation.bytes;
  return state.settings.pinned - pinned;
}

}  // namespace

const Allocation* allocation_of(const void* memory) {
  const auto after = state.allocations.upper_bound(const_cast<void*>(memory));
  if (after == state.allocations.begin()) return nullptr;
  const auto& [begin, allocation] = *std::prev(after);
  const auto* const end = static_cast<const std::byte*>(begin) + allocation.bytes;
  return memory < end ? &allocation : nullptr;
}

bool reaches(int gpu, const Allocation& allocation) {
  return !allocation.gpu || *allocation.gpu == gpu || state.peers.contains({gpu, *allocation.gpu});
}

}  // namespace commlab::paper_cuda

using commlab::paper_cuda::allocate;
using commlab::paper_cuda::allocation_of;
using commlab::paper_cuda::call;
using commlab::paper_cuda::current;
using commlab::paper_cuda::enqueue;
using commlab::paper_cuda::hang;
using commlab::paper_cuda::pinned_memory_left;
using commlab::paper_cuda::state;
using commlab::paper_cuda::tear_if_hanging;
using commlab::paper_cuda::wait_until;

extern "C" {

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* all) {
  return call([&] {
    *free = *all = state.settings.memory;
    return cudaSuccess;
  });
}
cudaError_t cudaMalloc(void** memory, std::size_t bytes) { return allocate(memory, bytes, current); }
cudaError_t cudaFree(void* memory) {
  return call([&] {
    tear_if_hanging("cudaFree");
    std::free(memory);
    state.allocations.erase(memory);
    --state.alive;
    return cudaSuccess;
  });
}
cudaError_t cudaMemcpyAsync(void* target, const void* source, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  bool pageable = false;
  const cudaError_t enqueued = call([&] {
    pageable = allocation_of(target) == nullptr || allocation_of(source) == nullptr;
    if (state.copies++ == state.settings.hanging_copy) {
      enqueue(stream, [] { return false; });
      hang();
      return cudaSuccess;
    }
    enqueue(stream, [=] {
      std::memcpy(target, source, bytes);
      return true;
    });
    return cudaSuccess;
  });
  if (enqueued != cudaSuccess || !pageable) return enqueued;
  return wait_until([&] { return stream->queue.empty(); });
}

cudaError_t cudaMemsetAsync(void* target, int value, std::size_t bytes, cudaStream_t stream) {
  return call([&] {
    const auto* const allocation = allocation_of(target);
    if (allocation == nullptr || allocation->gpu != stream->gpu) return cudaErrorInvalidValue;
    enqueue(stream, [=] {
      std::memset(target, value, bytes);
      return true;
    });
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetDevicePointer(void** on_gpu, void* memory, unsigned) {
  return call([&] {
    const auto* const allocation = allocation_of(memory);
    if (allocation == nullptr || allocation->gpu) return cudaErrorInvalidValue;
    *on_gpu = memory;
    return cudaSuccess;
  });
}
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
  if (bytes > pinned_memory_left()) return cudaErrorMemoryAllocation;
  return allocate(memory, bytes, std::nullopt);
}
cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
cudaError_t cudaMemcpyPeerAsync(void* target, int, const void* source, int, std::size_t bytes, cudaStream_t) {
  return call([&] {
    std::memcpy(target, source, bytes);
    return cudaSuccess;
  });
}

}  // extern "C"
