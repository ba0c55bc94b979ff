#pragma once
// The time of one GPU's events on the host's clock. A GPU tells how far two of its events are apart (CUDA
// resolves that to about half a microsecond), not when they were; so a reference event is needed that
// the host saw happen, between two looks at its own clock.

#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/device.h"

namespace commlab {

class CudaClock {
 public:
  // REQUIRES of all calls: the GPU is the current one.
  bool create(CudaCalls&);
  void destroy(CudaCalls&);

  // Takes a new reference on the stream, the closest of a few trials; returns how far it may be off.
  // REQUIRES: the stream is idle.
  HostTime align(CudaCalls&, cudaStream_t);
  // The least by which the distances of neighbouring events are found to differ; 0 where they never do.
  // REQUIRES: the stream is idle.
  HostTime resolution(CudaCalls&, cudaStream_t);
  // REQUIRES: aligned; the event, of this GPU, has happened.
  HostTime at(CudaCalls&, cudaEvent_t) const;

  // Events to be timed, used again and again. Null where CUDA gave none.
  cudaEvent_t take(CudaCalls&);
  void give_back(cudaEvent_t event) { unused_.push_back(event); }

 private:
  cudaEvent_t reference_ = nullptr;  // happened at reference_time_
  cudaEvent_t trial_ = nullptr;
  HostTime reference_time_ = 0;
  std::vector<cudaEvent_t> unused_;
};

// "stamps within 1.20 us of the host's clock, told apart from 0.50 us on"
std::string stamps_text(HostTime alignment, HostTime resolution);

}  // namespace commlab
