#pragma once
// The code for GPUs of this program's kernels: the PTX that nvcc makes of them, ready to be run.

#include <array>
#include <map>
#include <string>

#include "core/base/error.h"
#include "tests/ptx/ptx_program.h"

namespace commlab::ptx {

// Between them lies every architecture that gpu/cuda/word_arithmetic.h tells apart.
inline constexpr std::array architectures{75, 90};

// All kernels for one of them, by their names as C++ writes them. Errors name the file, the line and what is
// not known. What is returned stays.
const Result<std::map<std::string, Program>>& gpu_code(int architecture);

// What the kernel at this address leads to. Errors: it is none; its name is not in the code.
Result<const Program*> gpu_code_of(const void* kernel, int architecture);

}  // namespace commlab::ptx
