#pragma once
// Times work on GPUs whose parts start together, each on its own stream. The times are those of events, so
// they come from the GPU itself.
//
//   first stream    gate ─ start ─┬─ task 0 ──────────────┬─ stop
//   second stream                 └─ task 1 ── done ──────┘
//
// The gate opens when everything is enqueued, so the speed of the host's calls is not measured: on an H200, a
// copy of 4 KiB within the GPU takes 1.9 us, but the host issues one only every 4.8 us.

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "core/base/error.h"
#include "core/base/units.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_device.h"
#include "gpu/cuda/stream_gate.h"
#include "gpu/host/stay_near.h"

namespace commlab {

struct GpuTask {
  int gpu;
  std::function<void(CudaCalls&, cudaStream_t)> enqueue;  // a few hundred calls at most, all checked
  bool waits = false;  // its calls wait for the stream, as with pageable memory; so the stream is not held
};

class GpuStopwatch {
 public:
  // All GPUs that CUDA shows, with access to each other's memory where that is possible. `root` is "/", and
  // another folder in tests. Errors (Fault::runtime): as CudaDevice's.
  static Result<std::unique_ptr<GpuStopwatch>> of_all_gpus(
      const std::filesystem::path& root = "/", std::chrono::milliseconds longest_wait = longest_gpu_wait);
  ~GpuStopwatch();

  int gpus() const { return device_->gpus(); }
  int number_of(int gpu) const { return device_->number_of(gpu); }  // CUDA's number
  bool holds() const { return gate_.holds(); }  // whether tasks that do not wait begin at a gate
  std::string where() const { return device_->text(); }
  // The same, and where this thread and its memory are.
  std::string where(const StayNear&) const;
  bool all_reach_each_other() const { return device_->all_reach_each_other(); }

  // Keeps this thread near the GPU, and so the memory that it touches or pins first.
  StayNear stay_near(int gpu) const { return StayNear(pci_address_of(number_of(gpu)), root_); }

  // This memory lives as long as the stopwatch.
  Result<std::byte*> device_memory(int gpu, Bytes bytes) { return device_->allocate(gpu, bytes); }
  Result<std::byte*> pinned_memory(Bytes bytes);
  // Copies between any memory that CUDA reaches and the host; done on return.
  Status write(std::byte* target, std::span<const std::byte> source);
  Status read(std::span<std::byte> target, const std::byte* source);

  // The time from the start of the first task to the end of the last. Errors (Fault::runtime): a call that
  // failed; no end within the longest wait. REQUIRES: one or two tasks.
  Result<Time> time_together(std::span<const GpuTask> tasks);

 private:
  static constexpr std::size_t streams = 2;
  struct Lane {
    cudaStream_t stream = nullptr;
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
  };
  struct Gpu {
    Lane lanes[streams];
  };

  GpuStopwatch(std::unique_ptr<CudaDevice> device, const std::filesystem::path& root,
               std::chrono::milliseconds longest_wait)
      : device_(std::move(device)), root_(root), calls_(longest_wait) {}
  Status set_up();
  Status status() const { return device_->status() ? calls_.status() : device_->status(); }
  bool use(int gpu) { return calls_.use(number_of(gpu)); }
  void enqueue(std::span<const GpuTask> tasks);

  std::unique_ptr<CudaDevice> device_;  // brings the GPUs up, and holds their memory
  std::filesystem::path root_;
  CudaCalls calls_;
  StreamGate gate_;
  std::vector<Gpu> gpus_;
  std::vector<void*> pinned_;
};

}  // namespace commlab
