#include "gpu/cuda/cuda_calls.h"

#include <array>
#include <thread>

namespace commlab {
namespace {

constexpr std::chrono::microseconds pause_of_a_wait{200};

}  // namespace

std::string gpu_text(int gpu) {
  cudaDeviceProp properties{};
  const bool known = gpu >= 0 && cudaGetDeviceProperties(&properties, gpu) == cudaSuccess;
  return fmt::format("GPU {}{}", gpu, known ? fmt::format(" ({})", properties.name) : "");
}

std::string pci_address_of(int gpu) {
  std::array<char, 32> address{};
  if (cudaDeviceGetPCIBusId(address.data(), address.size(), gpu) == cudaSuccess) return address.data();
  cudaGetLastError();
  return {};
}

bool CudaCalls::ok(cudaError_t code, const char* call, std::source_location place) {
  if (code == cudaSuccess || !status()) return status().has_value();
  int gpu = -1;
  cudaGetDevice(&gpu);  // only for the message; stays -1 if this call fails, too
  remember_of(gpu, code, call, place);
  return false;
}

// If it fails, another GPU is still current.
bool CudaCalls::use(int gpu, std::source_location place) {
  const cudaError_t code = cudaSetDevice(gpu);
  if (code != cudaSuccess && status()) remember_of(gpu, code, "cudaSetDevice", place);
  return status().has_value();
}

void CudaCalls::remember_of(int gpu, cudaError_t code, const char* call, std::source_location place) {
  remember(fmt::format("{} on {} failed: {} ({})", call, gpu_text(gpu), cudaGetErrorString(code),
                       cudaGetErrorName(code)),
           place);
  cudaGetLastError();  // clears the error, so that it is not reported again
}

bool CudaCalls::wait(cudaStream_t stream, const char* what, std::source_location place) {
  return wait([stream] { return cudaStreamQuery(stream); }, "cudaStreamQuery", what, place);
}

bool CudaCalls::wait(cudaEvent_t event, const char* what, std::source_location place) {
  return wait([event] { return cudaEventQuery(event); }, "cudaEventQuery", what, place);
}

// Most waits are short, and some are timed, so it sleeps only after a while.
bool CudaCalls::wait(const std::function<cudaError_t()>& query, const char* call, const char* what,
                     std::source_location place) {
  using std::chrono::steady_clock;
  const auto begun = steady_clock::now();
  while (status()) {
    const cudaError_t state = query();
    if (state != cudaErrorNotReady) return ok(state, call, place);
    const auto waited = steady_clock::now() - begun;
    if (waited > longest_wait_) {
      hangs_ = true;
      int gpu = -1;
      cudaGetDevice(&gpu);
      remember(
          fmt::format("{} on {} did not end within {} ms, so the GPU hangs or is lost; dmesg shows an Xid "
                      "error if it failed",
                      what, gpu_text(gpu), longest_wait_.count()),
          place);
    }
    if (waited > pause_of_a_wait) std::this_thread::sleep_for(pause_of_a_wait);
  }
  return false;
}

}  // namespace commlab
