#pragma once
// NVIDIA's library NCCL. It is loaded when it is used, so that the program starts on computers without it.

#include <string>

#include "core/base/error.h"

namespace commlab {

// Versions are numbers as ncclGetVersion tells them: 22809 is 2.28.9.
inline constexpr int oldest_nccl = 2'18'00;         // as in the images of CUDA 12.1 to 12.4
inline constexpr int nccl_with_estimate = 2'22'00;  // ncclGroupSimulateEnd
inline constexpr int nccl_with_float8 = 2'24'00;    // its reductions
inline constexpr int nccl_with_gather = 2'28'00;    // and scatter, and all_to_all; before, they are messages

// Loads libnccl.so.2 once, and returns its version. Before this has succeeded, no function of nccl.h may be
// called. Errors (Fault::runtime): as load_nccl().
Result<int> nccl_version();
// Loads NCCL from this file. Errors (Fault::runtime): there is no such library, or it is older than
// oldest_nccl.
Result<int> load_nccl(const char* file);

inline std::string nccl_version_text(int version) {
  return fmt::format("{}.{}.{}", version / 10'000, version / 100 % 100, version % 100);
}

}  // namespace commlab
