#pragma once
// Sizes that begin where hardware likes them to.

#include <cstdint>

namespace commlab {

// The least multiple of `unit` that is not less than `bytes`. REQUIRES: bytes >= 0, unit > 0
constexpr std::int64_t rounded_up(std::int64_t bytes, std::int64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

constexpr std::int64_t cache_line = 64;  // of x86-64 and most Arm processors
// What cudaMalloc returns is aligned to at least as much (CUDA C++ Programming Guide, "Device Memory
// Accesses").
constexpr std::int64_t cuda_alignment = 256;

}  // namespace commlab
