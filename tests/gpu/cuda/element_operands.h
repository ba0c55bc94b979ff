#pragma once
// Helpers for the tests of kernels: operands at any offset within 16 bytes, random bits, and a comparison.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "core/collective/combine.h"

namespace commlab {

// Memory that begins `offset` bytes after a 16-byte boundary.
class Operand16 {
 public:
  Operand16(std::size_t bytes, std::size_t offset, std::byte fill)
      : memory_((offset + bytes) / 16 + 1), bytes_(bytes), offset_(offset) {
    std::memset(memory_.data(), static_cast<int>(fill), memory_.size() * 16);
  }
  std::byte* data() { return reinterpret_cast<std::byte*>(memory_.data()) + offset_; }
  std::size_t size() const { return bytes_; }

 private:
  struct alignas(16) Sixteen {
    std::byte bytes[16];
  };
  std::vector<Sixteen> memory_;
  std::size_t bytes_;
  std::size_t offset_;
};

inline void fill_with_any_bits(std::byte* memory, std::size_t bytes, std::uint32_t seed) {
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < bytes; ++i) memory[i] = static_cast<std::byte>(random());
}

// Equal bit for bit, except that all NaN are the same.
inline testing::AssertionResult same(DataType type, const std::byte* found, const std::byte* expected,
                                     std::int64_t elements) {
  const auto size = static_cast<std::size_t>(size_of(type));
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * size;
    if (std::memcmp(found + at, expected + at, size) == 0) continue;
    const double a = element(type, found, i);
    const double b = element(type, expected, i);
    if (!std::isnan(a) || !std::isnan(b))
      return testing::AssertionFailure() << "element " << i << " is " << a << "; expected " << b;
  }
  return testing::AssertionSuccess();
}

}  // namespace commlab
