#include "core/collective/combine.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "core/collective/narrow_float.h"

namespace commlab {
namespace {

// The value of a float16, by the format's definition.
double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int mantissa = bits & 0x3ff;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return mantissa ? std::nan("") : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(Float16, EveryValueIsReadByItsDefinitionAndWrittenBack) {
  for (int i = 0; i < 65'536; ++i) {
    const Float16 half{static_cast<std::uint16_t>(i)};
    const double expected = half_value(half.bits);
    const float found = to_float(half);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(found)) << i;
      EXPECT_TRUE(std::isnan(to_float(to_float16(found)))) << i;
    } else {
      EXPECT_EQ(found, expected) << i;
      EXPECT_EQ(to_float16(found).bits, half.bits) << i;
    }
  }
}

// A value halfway between two neighbours is rounded to the even one; a value just beside halfway to the
// nearer one.
TEST(Float16, RoundsToTheNearestEvenBetweenAnyTwoNeighbours) {
  for (std::uint16_t i = 0; i < 0x7c00; ++i) {
    const auto above = static_cast<std::uint16_t>(i + 1);
    const double upper = above == 0x7c00 ? 65'536.0 : half_value(above);
    const auto middle = static_cast<float>((half_value(i) + upper) / 2);
    const std::uint16_t even = i % 2 == 0 ? i : above;
    ASSERT_EQ(to_float16(middle).bits, even) << i;
    ASSERT_EQ(to_float16(-middle).bits, even | 0x8000) << i;
    ASSERT_EQ(to_float16(std::nextafter(middle, 0.0f)).bits, i);
    ASSERT_EQ(to_float16(std::nextafter(middle, INFINITY)).bits, above);
  }
}

TEST(Float16, WhatIsTooLargeIsInfinite) {
  EXPECT_EQ(to_float16(65'519.99f).bits, 0x7bff);
  EXPECT_EQ(to_float16(65'520.0f).bits, 0x7c00);
  EXPECT_EQ(to_float16(1e30f).bits, 0x7c00);
  EXPECT_EQ(to_float16(-INFINITY).bits, 0xfc00);
}

TEST(Bfloat16, EveryValueIsTheUpperHalfOfAFloat) {
  for (std::uint32_t i = 0; i < 65'536; ++i) {
    const Bfloat16 narrow{static_cast<std::uint16_t>(i)};
    const auto expected = std::bit_cast<float>(i << 16);
    const float found = to_float(narrow);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(to_float(to_bfloat16(found)))) << i;
    } else {
      EXPECT_EQ(found, expected);
      EXPECT_EQ(to_bfloat16(found).bits, narrow.bits);
    }
  }
}

TEST(Bfloat16, RoundsToTheNearestEven) {
  EXPECT_EQ(to_bfloat16(std::bit_cast<float>(0x3f808000u)).bits, 0x3f80);  // halfway: to the even one below
  EXPECT_EQ(to_bfloat16(std::bit_cast<float>(0x3f818000u)).bits, 0x3f82);  // halfway: to the even one above
  EXPECT_EQ(to_bfloat16(std::bit_cast<float>(0x3f808001u)).bits, 0x3f81);
  EXPECT_EQ(to_bfloat16(std::numeric_limits<float>::max()).bits, 0x7f80);
  EXPECT_TRUE(std::isnan(to_float(to_bfloat16(std::bit_cast<float>(0x7f800001u)))));  // a NaN, not infinity
}

std::vector<std::byte> memory(DataType type, std::initializer_list<double> values) {
  std::vector<std::byte> bytes(values.size() * static_cast<std::size_t>(size_of(type)));
  std::int64_t i = 0;
  for (const double value : values) set_element(type, bytes.data(), i++, value);
  return bytes;
}

double combined(DataType type, ReduceOp op, double with, double incoming) {
  auto target = memory(type, {0});
  combine(type, op, target.data(), memory(type, {with}).data(), memory(type, {incoming}).data(), 1);
  return element(type, target.data(), 0);
}

TEST(Combine, MeansTheSameOnSmallNumbersInEveryType) {
  for (const DataType type : all_data_types) {
    EXPECT_EQ(combined(type, ReduceOp::sum, 3, 4), 7) << name_of(type);
    EXPECT_EQ(combined(type, ReduceOp::avg, 3, 4), 7) << name_of(type);
    EXPECT_EQ(combined(type, ReduceOp::prod, 3, 4), 12) << name_of(type);
    EXPECT_EQ(combined(type, ReduceOp::min, 4, 3), 3) << name_of(type);
    EXPECT_EQ(combined(type, ReduceOp::min, 3, 4), 3) << name_of(type);
    EXPECT_EQ(combined(type, ReduceOp::max, 4, 3), 4) << name_of(type);
    EXPECT_EQ(combined(type, ReduceOp::max, 3, 4), 4) << name_of(type);
  }
}

TEST(Combine, WholeNumbersWrapAround) {
  EXPECT_EQ(combined(DataType::int8, ReduceOp::sum, 127, 1), -128);
  EXPECT_EQ(combined(DataType::int8, ReduceOp::prod, 16, 16), 0);
  EXPECT_EQ(combined(DataType::uint8, ReduceOp::sum, 255, 2), 1);
  EXPECT_EQ(combined(DataType::int32, ReduceOp::sum, 2'147'483'647, 1), -2'147'483'648.0);
  EXPECT_EQ(combined(DataType::int32, ReduceOp::prod, 65'537, 65'537), 131'073);  // 2^32 + 2^17 + 1
  EXPECT_EQ(combined(DataType::int64, ReduceOp::sum, 0x1p62, 0x1p62), -0x1p63);
  EXPECT_EQ(combined(DataType::uint32, ReduceOp::sum, 4'294'967'295.0, 2), 1);
  EXPECT_EQ(combined(DataType::uint32, ReduceOp::max, 4'294'967'295.0, 2), 4'294'967'295.0);
  EXPECT_EQ(combined(DataType::uint64, ReduceOp::sum, 0x1p63, 0x1p63), 0);
  EXPECT_EQ(combined(DataType::uint64, ReduceOp::min, 0x1p63, 1), 1);
}

TEST(Combine, NarrowFloatsAreRoundedOnceToNearestEven) {
  EXPECT_EQ(combined(DataType::bfloat16, ReduceOp::sum, 256, 1), 256);
  EXPECT_EQ(combined(DataType::bfloat16, ReduceOp::sum, 256, 3), 260);
  EXPECT_EQ(combined(DataType::float16, ReduceOp::sum, 2048, 1), 2048);
  EXPECT_EQ(combined(DataType::float16, ReduceOp::sum, 2048, 3), 2052);
  EXPECT_EQ(combined(DataType::float8_e4m3, ReduceOp::sum, 16, 1), 16);
  EXPECT_EQ(combined(DataType::float8_e4m3, ReduceOp::sum, 16, 3), 20);
  EXPECT_EQ(combined(DataType::float8_e4m3, ReduceOp::sum, 448, 448), 448);
  EXPECT_EQ(combined(DataType::float8_e5m2, ReduceOp::sum, 8, 1), 8);
  EXPECT_EQ(combined(DataType::float8_e5m2, ReduceOp::prod, 256, 256), 57'344);
}

// The target may be either operand. The length leaves a tail after the vector loop.
TEST(Combine, TheTargetMayBeEitherOperand) {
  for (const DataType type : all_data_types)
    for (const ReduceOp op : all_reduce_ops) {
      constexpr int elements = 67;
      std::vector<std::byte> a(elements * 8), b(elements * 8), apart(elements * 8);
      for (int i = 0; i < elements; ++i) {
        set_element(type, a.data(), i, i % 7);
        set_element(type, b.data(), i, i % 5 + 1);
      }
      auto onto_with = a, onto_incoming = b;

      combine(type, op, apart.data(), a.data(), b.data(), elements);
      combine(type, op, onto_with.data(), onto_with.data(), b.data(), elements);
      combine(type, op, onto_incoming.data(), a.data(), onto_incoming.data(), elements);

      const auto bytes = static_cast<std::size_t>(elements * size_of(type));
      EXPECT_EQ(std::memcmp(apart.data(), onto_with.data(), bytes), 0) << name_of(type) << name_of(op);
      EXPECT_EQ(std::memcmp(apart.data(), onto_incoming.data(), bytes), 0) << name_of(type) << name_of(op);
    }
}

TEST(Scale, AnAverageDividesFloatsBeforeAndWholeNumbersAfter) {
  Collective c{.ranks = 49, .count = 1, .dtype = DataType::float64, .op = ReduceOp::avg};
  auto floats = memory(DataType::float64, {49, 147});  // must divide: 49 * (1 / 49) is not 1
  scale_input(c, floats);
  scale_output(c, floats);
  EXPECT_EQ(floats, memory(DataType::float64, {1, 3}));

  c.dtype = DataType::int32;
  auto integers = memory(DataType::int32, {99, -99});
  scale_input(c, integers);
  EXPECT_EQ(integers, memory(DataType::int32, {99, -99}));
  scale_output(c, integers);
  EXPECT_EQ(integers, memory(DataType::int32, {2, -2}));  // the quotient is rounded towards zero

  c.dtype = DataType::uint32;
  auto naturals = memory(DataType::uint32, {99, 4'294'967'295.0});
  scale_output(c, naturals);
  EXPECT_EQ(naturals, memory(DataType::uint32, {2, 87'652'393}));
}

TEST(Scale, LeavesOtherOpsAndCollectivesThatDoNotReduceAlone) {
  const auto before = memory(DataType::float32, {3, 5});
  auto values = before;
  scale_input({.ranks = 2, .op = ReduceOp::sum}, values);
  scale_input({.kind = CollectiveKind::broadcast, .ranks = 2, .op = ReduceOp::avg}, values);
  EXPECT_EQ(values, before);
}

// A double that is rounded to float first lies exactly halfway, and would then become 0x3c00 = 1.
TEST(Elements, ADoubleIsRoundedOnce) {
  const double above_half_way = 1 + 0x1p-11 + 0x1p-40;
  auto half = memory(DataType::float16, {above_half_way});
  EXPECT_EQ(element(DataType::float16, half.data(), 0), 1 + 0x1p-10);
}

TEST(Elements, WholeNumbersWrapAround) {
  auto bytes = memory(DataType::int8, {300, -300, 1e30});
  EXPECT_EQ(element(DataType::int8, bytes.data(), 0), 44);
  EXPECT_EQ(element(DataType::int8, bytes.data(), 1), -44);
}

}  // namespace
}  // namespace commlab
