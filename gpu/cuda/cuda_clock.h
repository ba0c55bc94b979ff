#pragma once
// The time of one GPU's events on the host's clock. A GPU tells the time between two of its events (CUDA
// resolves that to about half a microsecond), but not when they happened. So there is a reference event that
// the host saw happen between two readings of its own clock.

#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/device.h"

namespace commlab {

class CudaClock {
 public:
  // All calls REQUIRE: the GPU is the current one.
  bool create(CudaCalls&);
  void destroy(CudaCalls&);

  // Takes a new reference on the stream, the most precise of a few trials. Returns its largest error.
  // REQUIRES: the stream is idle.
  HostTime align(CudaCalls&, cudaStream_t);
  // The smallest difference found between distances of neighbouring events; 0: they never differ.
  // REQUIRES: the stream is idle.
  HostTime resolution(CudaCalls&, cudaStream_t);
  // REQUIRES: align() succeeded; the event is of this GPU, and has happened.
  HostTime at(CudaCalls&, cudaEvent_t) const;

  // Events to be timed; they are used again and again. Null: CUDA gave none.
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
