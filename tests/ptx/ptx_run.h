#pragma once
// Runs a program on a grid of threads, one thread after the other; the threads of a block run from barrier to
// barrier. As on a GPU, an access that is not on a boundary of its own width is an error, and so is an access
// to memory that the kernel may not use.

#include <span>

#include "core/base/error.h"
#include "tests/ptx/ptx_memory.h"
#include "tests/ptx/ptx_program.h"

namespace commlab::ptx {

struct Grid {
  unsigned blocks;
  unsigned threads;        // threads of a block
  bool backwards = false;  // the last block and its last thread first; must not matter
};

// Errors name the kernel, the line of its text, the instruction, the address and the thread.
Status run(const Program&, Grid, std::span<const std::byte> parameters, const Memory&);

}  // namespace commlab::ptx
