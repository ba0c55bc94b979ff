#pragma once
// The floating-point types of 16 and 8 bits, which the compiler does not have: their bits, and the
// conversion to float and back, rounded to nearest even. Subnormals, infinities and NaN included.
// No branches, only selections, so that the compiler can vectorise loops over them.
//
//   float16       s eeeee mmmmmmmmmm    whole numbers up to 2048 are exact, largest 65504
//   bfloat16      s eeeeeeee mmmmmmm    whole numbers up to 256 are exact, range of float
//   float8_e4m3   s eeee mmm            whole numbers up to 16 are exact, largest 448, no infinity
//   float8_e5m2   s eeeee mm            whole numbers up to 8 are exact, largest 57344
//
// What is too large for 8 bits, infinity included, becomes the largest number, as in the conversion of
// NVIDIA's cuda_fp8.hpp with __NV_SATFINITE, which NCCL uses. A NaN stays a NaN.

#include <bit>
#include <cstdint>

namespace commlab {

struct Float16 {
  std::uint16_t bits = 0;
};
struct Bfloat16 {
  std::uint16_t bits = 0;
};
struct Float8E4m3 {  // torch's float8_e4m3fn
  std::uint8_t bits = 0;
};
struct Float8E5m2 {
  std::uint8_t bits = 0;
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

// The bits of a float's magnitude in a format with so many bits of fraction and this bias of its exponent,
// rounded to nearest even. What is too large for the format goes on counting.
template <int fraction, int bias>
constexpr std::uint32_t rounded_magnitude(std::uint32_t magnitude) {
  constexpr int dropped = 23 - fraction;
  // Normal numbers: change the exponent's bias from 127 and add half of the last place kept.
  const std::uint32_t odd = (magnitude >> dropped) & 1u;
  const std::uint32_t half = (1u << (dropped - 1)) - 1u + odd;
  const std::uint32_t normal = (magnitude - (static_cast<std::uint32_t>(127 - bias) << 23) + half) >> dropped;
  // Subnormals: beside this power of two, float's last place is just that of the format's subnormals, so that
  // the addition rounds.
  constexpr std::uint32_t beside = static_cast<std::uint32_t>(127 + 24 - bias - fraction) << 23;
  const float shifted = std::bit_cast<float>(magnitude) + std::bit_cast<float>(beside);
  const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(shifted) - beside;
  constexpr std::uint32_t least_normal = static_cast<std::uint32_t>(128 - bias) << 23;
  return select(magnitude < least_normal, subnormal, normal);
}

constexpr Float16 to_float16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  const std::uint32_t special = select(magnitude > 0x7f800000u, 0x7e00u, 0x7c00u);
  const std::uint32_t result =
      select(magnitude >= 0x47800000u, special, rounded_magnitude<10, 15>(magnitude));
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

// As from float16, with 2^-120. All bits of the magnitude set are the only NaN.
constexpr float to_float(Float8E4m3 value) {
  const std::uint32_t bits = value.bits;
  const float magnitude = std::bit_cast<float>((bits & 0x7fu) << 20) * 0x1p120f;
  const std::uint32_t special = select((bits & 0x7fu) == 0x7fu, 0x7f800000u, 0u);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | special | (bits & 0x80u) << 24);
}

// The upper half of a float16.
constexpr float to_float(Float8E5m2 value) {
  return to_float(Float16{static_cast<std::uint16_t>(value.bits << 8)});
}

// The 8 bits of a format whose largest number is `largest`. All bits of the magnitude set are a NaN.
template <int fraction, int bias, std::uint32_t largest>
constexpr std::uint8_t rounded_to_8_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  const std::uint32_t rounded = rounded_magnitude<fraction, bias>(magnitude);
  const std::uint32_t number = select(rounded > largest, largest, rounded);
  const std::uint32_t result = select(magnitude > 0x7f800000u, 0x7fu, number);
  return static_cast<std::uint8_t>(result | (bits >> 24 & 0x80u));
}

constexpr Float8E4m3 to_float8_e4m3(float value) { return {rounded_to_8_bits<3, 7, 0x7eu>(value)}; }
constexpr Float8E5m2 to_float8_e5m2(float value) { return {rounded_to_8_bits<2, 15, 0x7bu>(value)}; }

}  // namespace commlab
