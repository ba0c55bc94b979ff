#pragma once
// This program's kernels as code for GPUs: the PTX that nvcc makes of them, ready to run.

#include <array>
#include <map>
#include <string>

#include "core/base/error.h"
#include "tests/ptx/ptx_program.h"

namespace commlab::ptx {

// gpu/cuda/word_arithmetic.h differs between these two architectures.
inline constexpr std::array architectures{75, 90};

// All kernels for one architecture, by their C++ names; the result stays valid. Errors name the file, the
// line and the unknown instruction.
const Result<std::map<std::string, Program>>& gpu_code(int architecture);

// The code of the kernel at this address. Errors: no kernel is registered there, or the code does not have
// it.
Result<const Program*> gpu_code_of(const void* kernel, int architecture);

}  // namespace commlab::ptx
