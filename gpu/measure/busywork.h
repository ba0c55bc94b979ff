#pragma once
// Computation that needs no memory: for looking at what else can take place meanwhile. Four chains, so that
// additions need not wait for each other. Compiled by nvcc for a kernel, and by any compiler for the host.

#include <cstdint>

#ifdef __CUDACC__
#define COMMLAB_BUSYWORK __host__ __device__
#else
#define COMMLAB_BUSYWORK
#endif

namespace commlab {

// So many multiplications and additions of each chain. Whoever drops the result may find that nothing was
// done.
COMMLAB_BUSYWORK inline float multiply_and_add(std::int64_t steps, float start) {
  float a = start, b = start + 1, c = start + 2, d = start + 3;
  for (std::int64_t i = 0; i < steps; ++i) {
    a = a * 0.999f + 0.1f;
    b = b * 0.998f + 0.2f;
    c = c * 0.997f + 0.3f;
    d = d * 0.996f + 0.4f;
  }
  return a + b + c + d;
}

}  // namespace commlab
