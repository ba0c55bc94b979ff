#include "gpu/cuda/cuda_calls.h"

namespace commlab {

std::string gpu_text(int gpu) {
  cudaDeviceProp properties{};
  const bool known = gpu >= 0 && cudaGetDeviceProperties(&properties, gpu) == cudaSuccess;
  return fmt::format("GPU {}{}", gpu, known ? fmt::format(" ({})", properties.name) : "");
}

bool CudaCalls::ok(cudaError_t code, const char* call, std::source_location place) {
  if (code == cudaSuccess || !status()) return status().has_value();
  int gpu = -1;
  cudaGetDevice(&gpu);  // only for the message; stays -1 if this call fails, too
  remember(fmt::format("{} on {} failed: {} ({})", call, gpu_text(gpu), cudaGetErrorString(code),
                       cudaGetErrorName(code)),
           place);
  cudaGetLastError();  // clears the error, so that it is not reported again
  return false;
}

}  // namespace commlab
