// Kernels of the paper CUDA, with the code that nvcc makes for GPUs.

#include <cstring>

#include "tests/cuda/paper_cuda_state.h"
#include "tests/ptx/gpu_code.h"
#include "tests/ptx/ptx_run.h"

namespace commlab::paper_cuda {
namespace {

ptx::Memory memory_of(int gpu) {
  ptx::Memory memory;
  for (const auto& [first, allocation] : state.allocations)
    if (reaches(gpu, allocation)) memory.allow(ptx::Access::writing, first, allocation.bytes);
  return memory;
}

std::vector<std::byte> copied(void** arguments, const std::vector<ptx::Variable>& parameters) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(bytes_of(parameters)));
  for (std::size_t i = 0; i < parameters.size(); ++i)
    std::memcpy(bytes.data() + parameters[i].offset, arguments[i],
                static_cast<std::size_t>(parameters[i].bytes));
  return bytes;
}

}  // namespace

std::function<void()> launched(const void* kernel, int gpu, dim3 grid, dim3 block, void** arguments) {
  const auto program = ptx::gpu_code_of(kernel, state.settings.architecture);
  if (!program) return [said = program.error().message] { state.fault = said; };
  return [=, parameters = copied(arguments, (*program)->kernel.parameters)] {
    const Status run = ptx::run(**program, {grid.x, block.x, lot(2) == 0}, parameters, memory_of(gpu));
    if (!run && state.fault.empty()) state.fault = run.error().message;
  };
}

}  // namespace commlab::paper_cuda
