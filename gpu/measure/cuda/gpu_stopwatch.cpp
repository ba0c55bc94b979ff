#include "gpu/measure/cuda/gpu_stopwatch.h"

#include <algorithm>
#include <cassert>

namespace commlab {

Result<std::unique_ptr<GpuStopwatch>> GpuStopwatch::of_all_gpus(const std::filesystem::path& root,
                                                                std::chrono::milliseconds longest_wait) {
  auto device = CudaDevice::of_all_gpus();
  if (!device) return tl::unexpected(device.error());
  std::unique_ptr<GpuStopwatch> stopwatch(new GpuStopwatch(std::move(*device), root, longest_wait));
  if (const Status up = stopwatch->set_up(); !up) return tl::unexpected(up.error());
  return stopwatch;
}

Status GpuStopwatch::set_up() {
  gpus_.resize(gpus());
  if (!use(0) || !gate_.create(calls_)) return status();
  for (int g = 0; g < gpus() && use(g); ++g)
    for (Lane& lane : gpus_[g].lanes) {
      calls_.ok(cudaStreamCreateWithFlags(&lane.stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
      calls_.ok(cudaEventCreate(&lane.start), "cudaEventCreate");
      calls_.ok(cudaEventCreate(&lane.stop), "cudaEventCreate");
    }
  return status();
}

// As with CudaDevice, nothing is freed if a GPU hangs.
GpuStopwatch::~GpuStopwatch() {
  if (calls_.hangs()) device_->leave_as_it_is();
  if (device_->hangs()) return;
  for (int g = 0; g < static_cast<int>(gpus_.size()); ++g) {
    if (cudaSetDevice(number_of(g)) != cudaSuccess) continue;  // the GPU is lost, and all its resources too
    for (Lane& lane : gpus_[g].lanes) {
      for (cudaEvent_t event : {lane.start, lane.stop})
        if (event != nullptr) calls_.ok(cudaEventDestroy(event), "cudaEventDestroy");
      if (lane.stream != nullptr) calls_.ok(cudaStreamDestroy(lane.stream), "cudaStreamDestroy");
    }
  }
  gate_.destroy(calls_);
  for (void* memory : pinned_) calls_.ok(cudaFreeHost(memory), "cudaFreeHost");
}

std::string GpuStopwatch::where(const StayNear& near) const {
  return near.where().empty() ? where() : fmt::format("{}; the host's side on {}", where(), near.where());
}

Result<std::byte*> GpuStopwatch::pinned_memory(Bytes bytes) {
  void* memory = nullptr;
  if (!calls_.ok(cudaHostAlloc(&memory, bytes.count, cudaHostAllocDefault), "cudaHostAlloc"))
    return fail(Fault::runtime, "cannot allocate {} of pinned host memory: {}", to_human(bytes),
                calls_.status().error().message);
  pinned_.push_back(memory);
  return static_cast<std::byte*>(memory);
}

Status GpuStopwatch::write(std::byte* target, std::span<const std::byte> source) {
  device_->upload(target, source);
  return status();
}

Status GpuStopwatch::read(std::span<std::byte> target, const std::byte* source) {
  device_->download(target, source);
  return status();
}

Result<Time> GpuStopwatch::time_together(std::span<const GpuTask> tasks) {
  assert(!tasks.empty() && tasks.size() <= streams);
  const Lane& first = gpus_[tasks[0].gpu].lanes[0];
  if (std::ranges::any_of(tasks, &GpuTask::waits))
    enqueue(tasks);
  else if (use(tasks[0].gpu))
    gate_.start_together(calls_, first.stream, [&] { enqueue(tasks); });
  float milliseconds = 0;
  if (!use(tasks[0].gpu) || !calls_.wait(first.stream, "the measured work") ||
      !calls_.ok(cudaEventElapsedTime(&milliseconds, first.start, first.stop), "cudaEventElapsedTime"))
    return tl::unexpected(calls_.status().error());
  return Time{static_cast<std::int64_t>(static_cast<double>(milliseconds) * 1e9)};
}

// The other streams begin after the first stream's start event, and the first stream's stop event comes after
// they end.
void GpuStopwatch::enqueue(std::span<const GpuTask> tasks) {
  const Lane& first = gpus_[tasks[0].gpu].lanes[0];
  if (!use(tasks[0].gpu) || !calls_.ok(cudaEventRecord(first.start, first.stream), "cudaEventRecord")) return;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const Lane& lane = gpus_[tasks[i].gpu].lanes[i];
    if (!use(tasks[i].gpu)) return;
    if (i > 0 && !calls_.ok(cudaStreamWaitEvent(lane.stream, first.start, 0), "cudaStreamWaitEvent")) return;
    tasks[i].enqueue(calls_, lane.stream);
    if (i == 0) continue;
    if (!calls_.ok(cudaEventRecord(lane.stop, lane.stream), "cudaEventRecord") || !use(tasks[0].gpu) ||
        !calls_.ok(cudaStreamWaitEvent(first.stream, lane.stop, 0), "cudaStreamWaitEvent"))
      return;
  }
  if (use(tasks[0].gpu)) calls_.ok(cudaEventRecord(first.stop, first.stream), "cudaEventRecord");
}

}  // namespace commlab
