// What the cuda backend reports if the program was built without CUDA.

#include "gpu/cuda/cuda_backend.h"

namespace commlab {
namespace {

constexpr const char* without_cuda =
    "not built in: CMake found no CUDA Toolkit that works; install CUDA 12 or newer (CMake looks for nvcc "
    "in PATH and /usr/local/cuda/bin), then build in a new folder, where -DCOMMLAB_CUDA=ON makes CMake say "
    "what is wrong";

}  // namespace

Result<std::string> cuda_state() { return fail(Fault::runtime, "{}", without_cuda); }

Result<Run> run_on_cuda(const Programs&, const RunOptions&, const RealRunOptions&, CudaCopies) {
  return fail(Fault::runtime, "no cuda: {}", without_cuda);
}

Result<std::unique_ptr<Device>> make_cuda_device_for(int) {
  return fail(Fault::runtime, "no cuda: {}", without_cuda);
}

std::string cuda_toolkit_version() { return {}; }

std::vector<std::string> pci_addresses_of_gpus() { return {}; }

}  // namespace commlab
