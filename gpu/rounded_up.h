#pragma once
// Sizes rounded up to the alignments that hardware wants.

#include <cassert>
#include <cstdint>

namespace commlab {

// The smallest multiple of `unit` that is at least `bytes`. REQUIRES: bytes >= 0, unit > 0.
constexpr std::int64_t rounded_up(std::int64_t bytes, std::int64_t unit) {
  assert(bytes >= 0 && unit > 0);
  return (bytes + unit - 1) / unit * unit;
}

constexpr std::int64_t cache_line = 64;  // bytes; true of x86-64 and most Arm processors
// What cudaMalloc returns is aligned to at least as much (CUDA C++ Programming Guide, "Device Memory
// Accesses").
constexpr std::int64_t cuda_alignment = 256;

}  // namespace commlab
