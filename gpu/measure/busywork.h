#pragma once
// Computation that needs no memory, to see what else can run at the same time. It has four chains, so that
// additions need not wait for each other. nvcc compiles it for a kernel; any compiler compiles it for the
// host.

#include <cstdint>

#ifdef __CUDACC__
#define COMMLAB_BUSYWORK __host__ __device__
#else
#define COMMLAB_BUSYWORK
#endif

namespace commlab {

// Does `steps` multiplications and additions in each chain. Use the result, or the compiler may leave out the
// work.
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
