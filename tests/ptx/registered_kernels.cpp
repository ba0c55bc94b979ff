#include "tests/ptx/registered_kernels.h"

#include <map>

#include <cuda_runtime_api.h>

namespace commlab::ptx {
namespace {

// A function's variable, because kernels register before this file's own variables need exist.
std::map<const void*, std::string>& names() {
  static std::map<const void*, std::string> names;
  return names;
}

}  // namespace

std::string registered_name(const void* kernel) {
  const auto found = names().find(kernel);
  return found == names().end() ? std::string() : found->second;
}

}  // namespace commlab::ptx

// Declared as in crt/host_runtime.h. The functions behind <<<>>> are here for the linker; nothing calls them.
extern "C" {

void** __cudaRegisterFatBinary(void*) {
  static void* binary = nullptr;
  return &binary;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char* kernel, char*, const char* name, int, uint3*, uint3*, dim3*,
                            dim3*, int*) {
  commlab::ptx::names()[kernel] = name;
}
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, std::size_t*, void*) { return cudaErrorNotSupported; }
cudaError_t __cudaGetKernel(cudaKernel_t*, const void*) { return cudaErrorNotSupported; }
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t) {
  return cudaErrorNotSupported;
}
char __cudaInitModule(void**) { return 0; }  // without optimization, code that nobody calls asks for it, too

}  // extern "C"
