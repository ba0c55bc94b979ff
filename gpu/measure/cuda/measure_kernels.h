#pragma once
// The kernels of `commlab measure`, as addresses for cudaLaunchKernel. Each takes one struct.

#include <cstdint>

namespace commlab {

// Each thread stores its result: a compiler may leave out work whose result is not used.
struct ComputeArguments {
  float* results;  // one for each thread
  std::int64_t steps;
};
const void* compute_kernel();

// Each thread makes `additions` additions of 1.
struct AddArguments {
  unsigned long long* counters;  // the first is shared; `own` has one for each thread
  std::int64_t additions;
};
enum class Adding { plain, atomic, by_blocks, own };
const void* add_kernel(Adding);

}  // namespace commlab
