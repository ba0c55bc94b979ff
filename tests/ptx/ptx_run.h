#pragma once
// Runs a program as a grid of threads, one after the other; those of a block from barrier to barrier. As on a
// GPU, an access that is not on a boundary of its own width is an error, and so is one to memory that the
// kernel may not use.

#include <span>

#include "core/base/error.h"
#include "tests/ptx/ptx_memory.h"
#include "tests/ptx/ptx_program.h"

namespace commlab::ptx {

struct Grid {
  unsigned blocks;
  unsigned threads;        // of a block
  bool backwards = false;  // the last block and its last thread first: what is right does not depend on it
};

// Errors name the kernel, the line of its text, the instruction, the address and the thread.
Status run(const Program&, Grid, std::span<const std::byte> parameters, const Memory&);

}  // namespace commlab::ptx
