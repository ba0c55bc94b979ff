#include "gpu/cuda/cuda_clock.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gpu/host/host_clock.h"

namespace commlab {
namespace {

constexpr int trials = 5;
constexpr std::size_t events_in_a_row = 33;

}  // namespace

bool CudaClock::create(CudaCalls& calls) {
  return calls.ok(cudaEventCreate(&reference_), "cudaEventCreate") &&
         calls.ok(cudaEventCreate(&trial_), "cudaEventCreate");
}

void CudaClock::destroy(CudaCalls& calls) {
  for (cudaEvent_t event : {reference_, trial_})
    if (event != nullptr) calls.ok(cudaEventDestroy(event), "cudaEventDestroy");
  for (cudaEvent_t event : unused_) calls.ok(cudaEventDestroy(event), "cudaEventDestroy");
  reference_ = trial_ = nullptr;
  unused_.clear();
}

HostTime CudaClock::align(CudaCalls& calls, cudaStream_t stream) {
  HostTime closest = INT64_MAX;
  for (int trial = 0; trial < trials; ++trial) {
    const HostTime before = host_now();
    if (!calls.ok(cudaEventRecord(trial_, stream), "cudaEventRecord") ||
        !calls.wait(trial_, "the alignment of the clocks"))
      return 0;
    const HostTime after = host_now();
    if (after - before >= closest) continue;
    closest = after - before;
    std::swap(trial_, reference_);
    reference_time_ = before + closest / 2;
  }
  return closest / 2;
}

HostTime CudaClock::resolution(CudaCalls& calls, cudaStream_t stream) {
  std::vector<cudaEvent_t> events;
  for (cudaEvent_t event = nullptr; events.size() < events_in_a_row; events.push_back(event)) {
    event = take(calls);
    if (event == nullptr) break;
    calls.ok(cudaEventRecord(event, stream), "cudaEventRecord");
  }
  calls.wait(stream, "the measurement of the clock's resolution");
  std::vector<float> apart;
  for (std::size_t i = 1; i < events.size() && calls.status(); ++i)
    calls.ok(cudaEventElapsedTime(&apart.emplace_back(), events[i - 1], events[i]), "cudaEventElapsedTime");
  for (cudaEvent_t event : events) give_back(event);

  std::ranges::sort(apart);
  float least = 0;
  for (std::size_t i = 1; i < apart.size(); ++i)
    if (const float step = apart[i] - apart[i - 1]; step > 0 && (least == 0 || step < least)) least = step;
  return static_cast<HostTime>(static_cast<double>(least) * 1e6);
}

HostTime CudaClock::at(CudaCalls& calls, cudaEvent_t event) const {
  assert(reference_time_ != 0 && "aligned");
  float milliseconds = 0;
  calls.ok(cudaEventElapsedTime(&milliseconds, reference_, event), "cudaEventElapsedTime");
  return reference_time_ + static_cast<HostTime>(static_cast<double>(milliseconds) * 1e6);
}

cudaEvent_t CudaClock::take(CudaCalls& calls) {
  cudaEvent_t event = nullptr;
  if (unused_.empty()) {
    calls.ok(cudaEventCreate(&event), "cudaEventCreate");
    return event;
  }
  event = unused_.back();
  unused_.pop_back();
  return event;
}

std::string stamps_text(HostTime alignment, HostTime resolution) {
  return fmt::format("stamps within {:.2f} us of the host's clock, with a resolution of {:.2f} us",
                     static_cast<double>(alignment) / 1e3, static_cast<double>(resolution) / 1e3);
}

}  // namespace commlab
