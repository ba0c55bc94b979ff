// Streams, events and launches of the paper CUDA.

#include <algorithm>
#include <atomic>
#include <string_view>
#include <thread>

#include <cuda.h>

#include "tests/cuda/paper_cuda_state.h"

namespace commlab::paper_cuda {
namespace {

constexpr int most_looks = 5'000;  // a GPU would wait forever; looks, not time, because a computer may pause
constexpr std::size_t most_queued = 1'000;  // pieces of work; a GPU would make the host wait

CUresult wait_for_value(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
  const cudaError_t enqueued = call([&] {
    auto* const word = reinterpret_cast<std::uint32_t*>(address);
    const Allocation* const memory = allocation_of(word);
    if (memory == nullptr || memory->gpu || flags != CU_STREAM_WAIT_VALUE_GEQ) return cudaErrorInvalidValue;
    enqueue(stream, [=] {
      const std::uint32_t now = std::atomic_ref(*word).load(std::memory_order_acquire);
      return static_cast<std::int32_t>(now - value) >= 0;
    });
    return cudaSuccess;
  });
  return static_cast<CUresult>(enqueued);
}

}  // namespace

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

cudaError_t wait_until(const std::function<bool()>& done) {
  for (int look = 0; look < most_looks; ++look) {
    {
      const std::lock_guard hold(lock());
      run_streams();
      if (!state.fault.empty()) return cudaErrorIllegalAddress;
      if (done()) return cudaSuccess;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return cudaErrorLaunchTimeout;
}

cudaError_t wait_until_idle(cudaStream_t stream) {
  return wait_until([&] { return stream->queue.empty(); });
}

bool is_capturing() {
  return std::ranges::any_of(state.streams, [](cudaStream_t stream) {
    return stream->captured != nullptr && stream->captured_by == std::this_thread::get_id();
  });
}

bool is_captured(cudaStream_t stream) { return stream->captured != nullptr; }

void enqueue_again(cudaStream_t stream, std::function<std::function<bool()>()> make) {
  if (is_captured(stream))
    stream->captured->captured.push_back(std::move(make));
  else
    enqueue(stream, make());
}

void enqueue(cudaStream_t stream, std::function<bool()> work) {
  if (is_captured(stream)) state.fault = "the paper CUDA cannot capture this work";
  stream->queue.push_back(std::move(work));
  if (stream->queue.size() > most_queued) run_streams();
  if (stream->queue.size() > most_queued && state.fault.empty())
    state.fault = "the host waits forever for a stream that holds 1,000 pieces of work";
  if (lot(2) == 0) run_streams();
  state.most_held = std::max(state.most_held, stream->queue.size());
}

}  // namespace commlab::paper_cuda

using commlab::paper_cuda::call;
using commlab::paper_cuda::current;
using commlab::paper_cuda::destroy;
using commlab::paper_cuda::enqueue;
using commlab::paper_cuda::is_capturing;
using commlab::paper_cuda::launched;
using commlab::paper_cuda::lock;
using commlab::paper_cuda::make;
using commlab::paper_cuda::run_streams;
using commlab::paper_cuda::state;
using commlab::paper_cuda::wait_until;

extern "C" {

cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* found) {
  return call([&] {
    const bool known = state.settings.streams_wait && name == std::string_view("cuStreamWaitValue32");
    *found = known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    *function = known ? reinterpret_cast<void*>(&commlab::paper_cuda::wait_for_value) : nullptr;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return call([&] {
    make(stream, CUstream_st{.gpu = current});
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
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return call([&] {
    if (stream->captured != nullptr || mode == cudaStreamCaptureModeGlobal)  // other threads allocate, too
      return cudaErrorIllegalState;
    stream->captured_by = std::this_thread::get_id();
    return make(&stream->captured, CUgraph_st{});
  });
}
// A call that fails ends the capture, too.
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const std::lock_guard hold(lock());
  CUgraph_st* const captured = std::exchange(stream->captured, nullptr);
  const cudaError_t ended = call([&] {
    if (captured == nullptr || stream->captured_by != std::this_thread::get_id())
      return cudaErrorIllegalState;
    *graph = captured;
    return cudaSuccess;
  });
  if (ended != cudaSuccess && captured != nullptr) destroy(captured);
  return ended;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (const cudaError_t counted = call([] { return cudaSuccess; }); counted != cudaSuccess) return counted;
  return wait_until([&] { return stream->queue.empty(); });
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call([&] {
    if (is_capturing()) return cudaErrorStreamCaptureUnsupported;
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
    if (is_capturing()) return cudaErrorStreamCaptureUnsupported;
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
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t,
                             cudaStream_t stream) {
  return call([&] {
    if (grid.x * block.x == 0) return cudaErrorInvalidConfiguration;
    enqueue(stream, [run = launched(kernel, stream->gpu, grid, block, arguments)] {
      run();
      return true;
    });
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
