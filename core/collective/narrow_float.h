#pragma once
// The two 16-bit floating-point types, which the compiler does not have: their bits, and the
// conversion to float and back, rounded to nearest even. Subnormals, infinities and NaN included.
// No branches, only selections, so that the compiler can vectorise loops over them.
//
//   float16    s eeeee mmmmmmmmmm    whole numbers up to 2048 are exact, largest 65504
//   bfloat16   s eeeeeeee mmmmmmm    whole numbers up to 256 are exact, range of float

#include <bit>
#include <cstdint>

namespace commlab {

struct Float16 {
  std::uint16_t bits = 0;
};
struct Bfloat16 {
  std::uint16_t bits = 0;
};

// claim ? yes : no, with masks, because the compiler would use a jump for ?:.
constexpr std::uint32_t select(bool claim, std::uint32_t yes, std::uint32_t no) {
  const std::uint32_t mask = 0u - static_cast<std::uint32_t>(claim);
  return (yes & mask) | (no & ~mask);
}

// The 15 bits of magnitude, moved under float's exponent, mean the number times 2^-112; the
// product restores it, subnormals too. Infinity and NaN have all bits of the exponent set.
constexpr float to_float(Float16 half) {
  const std::uint32_t bits = half.bits;
  const float magnitude = std::bit_cast<float>((bits & 0x7fffu) << 13) * 0x1p112f;
  const std::uint32_t special = select((bits & 0x7c00u) == 0x7c00u, 0x7f800000u, 0u);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | special | (bits & 0x8000u) << 16);
}

constexpr Float16 to_float16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  // Normal numbers: change the exponent's bias from 127 to 15 and add half of the last place kept.
  const std::uint32_t odd = (magnitude >> 13) & 1u;
  const std::uint32_t normal = (magnitude - (112u << 23) + 0xfffu + odd) >> 13;
  // Subnormals: beside 1/2, float's last place is just 2^-24, so that the addition rounds.
  const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
  const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u;
  const std::uint32_t special = select(magnitude > 0x7f800000u, 0x7e00u, 0x7c00u);
  const std::uint32_t finite = select(magnitude < 0x38800000u, subnormal, normal);
  const std::uint32_t result = select(magnitude >= 0x47800000u, special, finite);
  return {static_cast<std::uint16_t>(result | (bits >> 16 & 0x8000u))};
}

constexpr float to_float(Bfloat16 value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

constexpr Bfloat16 to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t odd = bits >> 16 & 1u;
  const std::uint32_t rounded = (bits + 0x7fffu + odd) >> 16;
  const std::uint32_t quiet_nan = bits >> 16 | 0x40u;
  return {static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? quiet_nan : rounded)};
}

}  // namespace commlab
