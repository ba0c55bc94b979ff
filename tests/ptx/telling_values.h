#pragma once
// Values for which nearly correct arithmetic fails: next to zero, infinity and one; values that are rounded
// to even; values that wrap around.

#include <cmath>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "core/collective/data_type.h"

namespace commlab::ptx {

// REQUIRES: is_floating(). Without the bit before the point, which is not stored.
inline int fraction_bits(DataType type) { return -std::ilogb(epsilon_of(type)); }

inline std::vector<std::uint64_t> telling_bits(DataType type) {
  const int width = 8 * size_of(type);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if (!is_floating(type)) return {0, 1, 2, 3, sign - 1, sign, sign + 1, ~std::uint64_t{0}};
  const std::uint64_t least_normal = std::uint64_t{1} << fraction_bits(type);
  const std::uint64_t infinity = sign - least_normal;
  const std::uint64_t one = infinity / 2 / least_normal * least_normal;
  std::vector<std::uint64_t> bits = {0,
                                     1,
                                     least_normal - 1,
                                     least_normal,
                                     one,
                                     one + 1,
                                     one + 3,
                                     one - least_normal,
                                     infinity - 1,
                                     infinity,
                                     sign - 1,
                                     infinity / 2 + 5,
                                     infinity + least_normal / 2};
  for (std::size_t i = 0, positive = bits.size(); i < positive; ++i) bits.push_back(bits[i] | sign);
  return bits;
}

// Fills half of the elements with such values, and the others with random bits.
inline void fill_with_telling_values(DataType type, std::span<std::byte> memory, std::mt19937& lots) {
  const auto size = static_cast<std::size_t>(size_of(type));
  const std::vector<std::uint64_t> telling = telling_bits(type);
  for (std::size_t at = 0; at < memory.size(); at += size) {
    const std::uint64_t any = std::uint64_t{lots()} << 32 | lots();
    const std::uint64_t bits = lots() % 2 == 0 ? telling[any % telling.size()] : any;
    std::memcpy(memory.data() + at, &bits, size);
  }
}

// Makes every fourth element equal to the other's, or equal with the opposite sign, where `less` and `less or
// equal` differ.
inline void make_some_alike(DataType type, std::span<std::byte> memory, std::span<const std::byte> other,
                            std::mt19937& lots) {
  const auto size = static_cast<std::size_t>(size_of(type));
  for (std::size_t at = 0; at < memory.size(); at += size) {
    if (lots() % 4 != 0) continue;
    std::memcpy(memory.data() + at, other.data() + at, size);
    if (lots() % 2 == 0) memory[at + size - 1] ^= std::byte{0x80};
  }
}

}  // namespace commlab::ptx
