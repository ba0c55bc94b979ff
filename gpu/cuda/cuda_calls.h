#pragma once
// Calls of CUDA, checked.

#include <chrono>
#include <functional>
#include <source_location>
#include <string>

#include <cuda_runtime_api.h>

#include "gpu/cuda/checked_calls.h"

namespace commlab {

// For messages: "GPU 2 (NVIDIA H100)", or "GPU 2" if CUDA does not tell the name.
std::string gpu_text(int gpu);
// "0000:18:00.0", the name under which /sys knows it; empty if CUDA does not tell.
std::string pci_address_of(int gpu);

// How long a GPU may take for what is done in milliseconds, or, for gigabytes, in a few seconds.
inline constexpr std::chrono::milliseconds longest_gpu_wait{60'000};

class CudaCalls : public CheckedCalls {
 public:
  explicit CudaCalls(std::chrono::milliseconds longest_wait = longest_gpu_wait)
      : longest_wait_(longest_wait) {}

  // calls.ok(cudaFree(p), "cudaFree"): whether this call and all before it succeeded. The error names the
  // GPU.
  bool ok(cudaError_t code, const char* call, std::source_location place = std::source_location::current());

  // Makes this GPU CUDA's current device.
  bool use(int gpu, std::source_location place = std::source_location::current());

  // Waits until everything that was enqueued on the stream, or before the event, is done. False: a call
  // failed now or before, or the GPU did not get there in time, which is a failure, too: then it
  // hangs(). The error names what was waited for: "a copy". REQUIRES: the current GPU is the stream's, or the
  // event's.
  bool wait(cudaStream_t, const char* what, std::source_location place = std::source_location::current());
  bool wait(cudaEvent_t, const char* what, std::source_location place = std::source_location::current());
  // Whether a wait ended without the GPU. Another wait, and any call that waits for the GPU, would not end.
  bool hangs() const { return hangs_; }

 private:
  void remember_of(int gpu, cudaError_t, const char* call, std::source_location place);
  bool wait(const std::function<cudaError_t()>& query, const char* call, const char* what,
            std::source_location place);
  std::chrono::milliseconds longest_wait_;
  bool hangs_ = false;
};

}  // namespace commlab
