#pragma once
// The time of one GPU's events on the host's clock. A GPU tells the time between two of its events (with a
// resolution of about half a microsecond in CUDA), but not when they happened. So the clock uses a reference
// event that the host saw happen between two readings of the host's own clock.

#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/device.h"

namespace commlab {

class CudaClock {
 public:
  // All calls REQUIRE: the GPU is CUDA's current device.
  bool create(CudaCalls&);
  void destroy(CudaCalls&);

  // Makes the most precise of a few trials on the stream the new reference. Returns its largest error.
  // REQUIRES: the stream is idle.
  HostTime align(CudaCalls&, cudaStream_t);
  // The smallest difference found between distances of neighbouring events; 0: the distances never differ.
  // REQUIRES: the stream is idle.
  HostTime resolution(CudaCalls&, cudaStream_t);
  // REQUIRES: align() succeeded; the event is of this GPU, and has happened.
  HostTime at(CudaCalls&, cudaEvent_t) const;

  // Events for stamps, which are used again and again. Null: CUDA could not create an event.
  cudaEvent_t take(CudaCalls&);
  void give_back(cudaEvent_t event) { unused_.push_back(event); }

 private:
  cudaEvent_t reference_ = nullptr;  // happened at reference_time_
  cudaEvent_t trial_ = nullptr;
  HostTime reference_time_ = 0;
  std::vector<cudaEvent_t> unused_;
};

// "stamps within 1.20 us of the host's clock, with a resolution of 0.50 us"
std::string stamps_text(HostTime alignment, HostTime resolution);

}  // namespace commlab
