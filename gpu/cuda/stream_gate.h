#pragma once
// Holds streams until the host opens the gate. What was enqueued in the meantime then starts at once, so that
// the speed at which the host enqueues is not part of a measured time. The stream waits for a word in the
// host's memory, with cuStreamWaitValue32 (CUDA Driver API, "Stream Memory Operations").
//
// Nothing that makes the host wait for the stream may be enqueued behind a shut gate: no copy from or to
// pageable memory, no more than some 1,000 pieces of work, no kernel that CUDA has not loaded yet (CUDA C++
// Programming Guide, "Lazy Loading": loading may wait for the GPU). Where that cannot be known, a watchdog
// opens the gate after longest_held_call.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/device.h"

namespace commlab {

// A call takes microseconds; one that takes longer waits for the stream that is held.
inline constexpr std::chrono::milliseconds longest_held_call{500};

class StreamGate {
 public:
  // REQUIRES: CUDA's current device is one of those whose streams are held. Where the driver has no such
  // wait, hold() does nothing, and holds() is false.
  bool create(CudaCalls&);
  // REQUIRES: no stream waits at the gate.
  void destroy(CudaCalls&);

  bool holds() const { return wait_ != nullptr; }
  // Holds the stream while `enqueue` is called, and then lets it start: hold(), and open_after(). REQUIRES:
  // as hold().
  std::optional<HostTime> start_together(CudaCalls&, cudaStream_t, const std::function<void()>& enqueue);
  // Calls `enqueue`, and then opens the gate for the streams that are held. Returns the time just before
  // that; nullopt: they were not held until then, because the driver has no such wait, or the watchdog was
  // needed.
  std::optional<HostTime> open_after(const std::function<void()>& enqueue);

  // What is enqueued on the stream from now on waits for the next open(). REQUIRES: the stream's GPU is
  // current.
  bool hold(CudaCalls&, cudaStream_t);
  void open();

 private:
  using Wait = CUresult (*)(CUstream, CUdeviceptr, cuuint32_t value, unsigned flags);

  Wait wait_ = nullptr;
  std::uint32_t* word_ = nullptr;  // how often the gate was opened
  void* word_on_gpu_ = nullptr;
  std::uint32_t opened_ = 0;
};

}  // namespace commlab
