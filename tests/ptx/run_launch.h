#pragma once
// A launch as the cuda device makes it, carried out by the PTX interpreter.

#include <array>
#include <random>
#include <span>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "core/collective/data_type.h"
#include "gpu/cuda/cuda_launch.h"
#include "tests/ptx/gpu_code.h"
#include "tests/ptx/ptx_run.h"

namespace commlab::ptx {

// Success if the kernel ran to its end and used only this memory.
template <class Arguments>
testing::AssertionResult ran(const void* kernel, const Arguments& arguments, int architecture, Grid grid,
                             const Memory& memory) {
  const auto program = gpu_code_of(kernel, architecture);
  if (!program) return testing::AssertionFailure() << program.error().message;
  const std::span<const std::byte> bytes = std::as_bytes(std::span(&arguments, 1));
  if (const std::int64_t expected = bytes_of((*program)->kernel.parameters);
      expected != static_cast<std::int64_t>(bytes.size()))
    return testing::AssertionFailure() << (*program)->kernel.name << " takes " << expected
                                       << " bytes of arguments; the host passes " << bytes.size();
  const Status run = ptx::run(**program, grid, bytes, memory);
  return run ? testing::AssertionSuccess() : testing::AssertionFailure() << run.error().message;
}

template <class Arguments>
testing::AssertionResult ran(const KernelLaunch<Arguments>& launch, int architecture, Grid grid,
                             const Memory& memory) {
  return ran(launch.kernel, launch.arguments, architecture, grid, memory);
}

// A random grid: one thread, which handles several batches of packs and then single elements; a few threads
// in two blocks; or as many as the device launches on a GPU with two multiprocessors. The order of threads is
// random, too.
inline Grid any_grid(std::int64_t items, std::mt19937& lots) {
  const std::array grids{
      Grid{.blocks = 1, .threads = 1}, Grid{.blocks = 2, .threads = 3},
      Grid{.blocks = grid_for(items, most_blocks(2, 1)).x, .threads = block_of_threads().x}};
  Grid grid = grids[lots() % grids.size()];
  grid.backwards = lots() % 2 == 0;
  return grid;
}

// Truths about kernels are tested for every type and architecture.
using TypeOnArchitecture = std::tuple<DataType, int>;

inline std::string name_of(const testing::TestParamInfo<TypeOnArchitecture>& info) {
  return fmt::format("{}_sm_{}", name_of(std::get<0>(info.param)), std::get<1>(info.param));
}

}  // namespace commlab::ptx
