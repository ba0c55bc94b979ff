// The two floats of 8 bits against a slow reference: each format's numbers by its definition, and the nearest
// of all of them.

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/collective/element_math.h"

namespace commlab {
namespace {

// What a format's bits mean, by its definition (OCP 8-bit Floating Point Specification 1.0, tables 1 and 2).
template <class Float8>
double value_by_definition(int bits) {
  constexpr bool e4m3 = std::is_same_v<Float8, Float8E4m3>;
  constexpr int fraction_bits = e4m3 ? 3 : 2;
  constexpr int bias = e4m3 ? 7 : 15;
  const int exponent = (bits & 0x7f) >> fraction_bits;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const double sign = bits & 0x80 ? -1 : 1;
  if (e4m3 && (bits & 0x7f) == 0x7f) return std::nan("");
  if (!e4m3 && exponent == 31) return fraction == 0 ? sign * INFINITY : std::nan("");
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

template <class Float8>
constexpr int largest_bits = std::is_same_v<Float8, Float8E4m3> ? 0x7e : 0x7b;

// The nearest of all finite numbers of 8 bits, of two the one whose last bit is 0; the sign stays. (Beside
// large floats, all of them are equally far for a double.)
template <class Float8>
int nearest_by_search(float value) {
  int nearest = 0;
  for (int bits = 0; bits <= largest_bits<Float8>; ++bits) {
    const double apart = std::abs(std::abs(value) - value_by_definition<Float8>(bits));
    const double least = std::abs(std::abs(value) - value_by_definition<Float8>(nearest));
    if (apart < least || (apart == least && bits % 2 == 0)) nearest = bits;
  }
  if (std::abs(value) >= value_by_definition<Float8>(largest_bits<Float8>)) nearest = largest_bits<Float8>;
  return nearest | (std::signbit(value) ? 0x80 : 0);
}

template <class Float8>
class FloatsOf8Bits : public testing::Test {};
using BothFormats = testing::Types<Float8E4m3, Float8E5m2>;
TYPED_TEST_SUITE(FloatsOf8Bits, BothFormats);

TYPED_TEST(FloatsOf8Bits, EveryNumberIsReadByItsDefinitionAndWrittenBack) {
  for (int bits = 0; bits < 256; ++bits) {
    const TypeParam number{static_cast<std::uint8_t>(bits)};
    const double expected = value_by_definition<TypeParam>(bits);
    const float found = to_float(number);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(found)) << bits;
      EXPECT_TRUE(std::isnan(to_float(narrowed<TypeParam>(found)))) << bits;
    } else if (std::isinf(expected)) {
      EXPECT_EQ(found, expected);
      EXPECT_EQ(narrowed<TypeParam>(found).bits & 0x7f, largest_bits<TypeParam>) << "saturates";
    } else {
      EXPECT_EQ(found, expected) << bits;
      EXPECT_EQ(std::signbit(found), bits >= 0x80) << bits;
      EXPECT_EQ(narrowed<TypeParam>(found).bits, bits);
    }
  }
}

// Halfway between two neighbours, the even one; just beside halfway, the nearer one.
TYPED_TEST(FloatsOf8Bits, RoundToTheNearestEvenBetweenAnyTwoNeighbours) {
  for (int below = 0; below < largest_bits<TypeParam>; ++below) {
    const int above = below + 1;
    const auto middle = static_cast<float>(
        (value_by_definition<TypeParam>(below) + value_by_definition<TypeParam>(above)) / 2);
    const int even = below % 2 == 0 ? below : above;
    EXPECT_EQ(narrowed<TypeParam>(middle).bits, even) << below;
    EXPECT_EQ(narrowed<TypeParam>(-middle).bits, even | 0x80) << below;
    EXPECT_EQ(narrowed<TypeParam>(std::nextafter(middle, 0.0f)).bits, below);
    EXPECT_EQ(narrowed<TypeParam>(std::nextafter(middle, INFINITY)).bits, above);
  }
}

// Every float whose lower half is 0, 1 or all ones: all exponents, and both sides of all ties.
TYPED_TEST(FloatsOf8Bits, EveryFloatBecomesTheNearestOfAll) {
  for (std::uint32_t upper = 0; upper < 65'536; ++upper)
    for (const std::uint32_t lower : {0x0000u, 0x0001u, 0xffffu}) {
      const auto value = std::bit_cast<float>(upper << 16 | lower);
      const int found = narrowed<TypeParam>(value).bits;
      if (std::isnan(value))
        ASSERT_TRUE(std::isnan(to_float(TypeParam{static_cast<std::uint8_t>(found)}))) << upper;
      else
        ASSERT_EQ(found, nearest_by_search<TypeParam>(value)) << value;
    }
}

TYPED_TEST(FloatsOf8Bits, WhatIsTooLargeBecomesTheLargest) {
  const double largest = value_by_definition<TypeParam>(largest_bits<TypeParam>);
  EXPECT_EQ(largest, (std::is_same_v<TypeParam, Float8E4m3> ? 448.0 : 57'344.0));
  for (const float value : {500.0f, 1e5f, std::numeric_limits<float>::max(), INFINITY}) {
    if (value < largest) continue;
    EXPECT_EQ(to_float(narrowed<TypeParam>(value)), largest) << value;
    EXPECT_EQ(to_float(narrowed<TypeParam>(-value)), -largest) << value;
  }
}

// The bits are known while the compiler runs, as the GPU's tables need.
static_assert(to_float8_e4m3(448.0f).bits == 0x7e && to_float8_e4m3(0x1p-9f).bits == 1);
static_assert(to_float8_e5m2(57'344.0f).bits == 0x7b && to_float8_e5m2(0x1p-16f).bits == 1);

}  // namespace
}  // namespace commlab
