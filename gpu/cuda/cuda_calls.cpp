#include "gpu/cuda/cuda_calls.h"

#include <string_view>

namespace commlab {
namespace {

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

bool CudaCalls::ok(cudaError_t code, const char* call, std::source_location place) {
  if (code != cudaSuccess && status_) {
    int gpu = -1;
    cudaGetDevice(&gpu);  // only names the place; where it fails, too, -1 says so
    status_ =
        fail(Fault::runtime, "{} on GPU {} failed: {} ({}), at {}:{}", call, gpu, cudaGetErrorString(code),
             cudaGetErrorName(code), file_name(place.file_name()), place.line());
    cudaGetLastError();  // an error of a call is told once
  }
  return status_.has_value();
}

}  // namespace commlab
