#include "gpu/cuda/stream_gate.h"

#include <atomic>

#include "core/base/watchdog.h"
#include "gpu/host/host_clock.h"

namespace commlab {
namespace {

constexpr const char* wait_name = "cuStreamWaitValue32";

// Null if the driver does not have the function.
void* driver_function(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  constexpr unsigned since = 12'000;  // the second version of this function, the only one that CUDA 12 has
  const cudaError_t asked =
      cudaGetDriverEntryPointByVersion(name, &function, since, cudaEnableDefault, &found);
#else
  const cudaError_t asked = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
  if (asked == cudaSuccess && found == cudaDriverEntryPointSuccess) return function;
  cudaGetLastError();  // a gate that does not hold is no failure
  return nullptr;
}

}  // namespace

bool StreamGate::create(CudaCalls& calls) {
  void* word = nullptr;
  if (!calls.ok(cudaHostAlloc(&word, sizeof *word_, cudaHostAllocMapped | cudaHostAllocPortable),
                "cudaHostAlloc"))
    return false;
  word_ = static_cast<std::uint32_t*>(word);
  *word_ = opened_ = 0;
  wait_ = reinterpret_cast<Wait>(driver_function(wait_name));
  return calls.ok(cudaHostGetDevicePointer(&word_on_gpu_, word, 0), "cudaHostGetDevicePointer");
}

void StreamGate::destroy(CudaCalls& calls) {
  if (word_ != nullptr) calls.ok(cudaFreeHost(word_), "cudaFreeHost");
  word_ = nullptr;
  wait_ = nullptr;
}

std::optional<HostTime> StreamGate::start_together(CudaCalls& calls, cudaStream_t stream,
                                                   const std::function<void()>& enqueue) {
  hold(calls, stream);
  return open_after(enqueue);
}

std::optional<HostTime> StreamGate::open_after(const std::function<void()>& enqueue) {
  if (!holds()) {
    enqueue();
    return std::nullopt;
  }
  Watchdog watchdog(std::chrono::steady_clock::now() + longest_held_call, [this] { open(); });
  enqueue();
  if (watchdog.call_off()) return std::nullopt;
  const HostTime now = host_now();
  open();
  return now;
}

// The numbers of CUresult are those of cudaError_t (cuda.h and driver_types.h of CUDA 12 and 13).
bool StreamGate::hold(CudaCalls& calls, cudaStream_t stream) {
  if (!holds()) return true;
  const CUresult held =
      wait_(stream, reinterpret_cast<CUdeviceptr>(word_on_gpu_), opened_ + 1, CU_STREAM_WAIT_VALUE_GEQ);
  if (held != CUDA_ERROR_NOT_SUPPORTED) return calls.ok(static_cast<cudaError_t>(held), wait_name);
  wait_ = nullptr;
  return true;
}

void StreamGate::open() { std::atomic_ref(*word_).store(++opened_, std::memory_order_release); }

}  // namespace commlab
