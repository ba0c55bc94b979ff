#pragma once
// What each instruction computes, as a C++ function on values of its types (ptx_arithmetic.h lists the
// forms).

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tests/ptx/ptx_narrow.h"

namespace commlab::ptx {

// Whole numbers wrap around, so they are computed in unsigned 64-bit arithmetic, where C++ defines that.
template <class T>
T add(T a, T b) {
  return static_cast<T>(std::uint64_t(a) + std::uint64_t(b));
}
template <class T>
T subtract(T a, T b) {
  return static_cast<T>(std::uint64_t(a) - std::uint64_t(b));
}
template <class T>
T multiply_low(T a, T b) {
  return static_cast<T>(std::uint64_t(a) * std::uint64_t(b));
}
template <class T>
T multiply_high(T a, T b) {
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  return static_cast<T>(Wide{a} * Wide{b} >> std::numeric_limits<std::make_unsigned_t<T>>::digits);
}
template <class Wide, class T>
Wide multiply_wide(T a, T b) {
  return Wide{a} * Wide{b};
}
// A division by zero is unspecified in PTX; here it sets all bits.
template <class T>
T divide(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) return subtract<T>(0, a);  // wraps around
  return static_cast<T>(a / b);
}
template <class T>
T remainder(T a, T b) {
  return subtract<T>(a, multiply_low<T>(divide<T>(a, b), b));
}
template <class T>
T smaller(T a, T b) {
  return std::min(a, b);
}
template <class T>
T larger(T a, T b) {
  return std::max(a, b);
}
template <class T>
T negative(T a) {
  return subtract<T>(0, a);
}

// Floats. The host rounds to nearest even, as PTX does.
inline float number_or_nan(float value) {
  return std::isnan(value) ? std::bit_cast<float>(0x7fffffffu) : value;
}
inline double number_or_nan(double value) { return value; }
template <class T>
T add_floats(T a, T b) {
  return number_or_nan(a + b);
}
template <class T>
T subtract_floats(T a, T b) {
  return number_or_nan(a - b);
}
template <class T>
T multiply_floats(T a, T b) {
  return number_or_nan(a * b);
}
template <class T>
T divide_floats(T a, T b) {
  return number_or_nan(a / b);
}
template <class T>
T negative_float(T a) {
  return -a;
}
// If only one operand is a number, the result is that number; and -0 is less than +0.
template <class T>
T smaller_float(T a, T b) {
  if (a == b) return std::signbit(a) ? a : b;
  return number_or_nan(std::fmin(a, b));
}
template <class T>
T larger_float(T a, T b) {
  if (a == b) return std::signbit(a) ? b : a;
  return number_or_nan(std::fmax(a, b));
}

// Bits.
template <class T>
T conjunction(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T disjunction(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T difference(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
T complement(T a) {
  return static_cast<T>(~a);
}
inline bool no(bool a) { return !a; }
// A shift by at least the width shifts all bits out: zeros remain, or copies of the sign.
template <class T>
T shift_left(T a, std::uint32_t count) {
  return count < sizeof(T) * 8 ? static_cast<T>(std::uint64_t(a) << count) : T{0};
}
template <class T>
T shift_right(T a, std::uint32_t count) {
  return static_cast<T>(a >> std::min<std::uint32_t>(count, sizeof(T) * 8 - 1) >>
                        (count < sizeof(T) * 8 ? 0 : 1));
}
// Each nibble of the selector chooses one of the eight bytes of b:a; with the nibble's highest bit set, the
// result is eight copies of that byte's sign.
inline std::uint32_t permute(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
  const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
  std::uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t nibble = selector >> 4 * i & 15;
    const auto byte = static_cast<std::uint32_t>(bytes >> 8 * (nibble & 7) & 0xff);
    const std::uint32_t signs = byte >> 7 != 0 ? 0xff : 0;
    result |= (nibble >= 8 ? signs : byte) << 8 * i;
  }
  return result;
}

// Moves.
template <class T>
T move(T a) {
  return a;
}
template <class T>
T select(T a, T b, bool first) {
  return first ? a : b;
}
template <class Whole, class Part>
Whole packed(Part low, Part high) {
  return static_cast<Whole>(Whole{high} << sizeof(Part) * 8 | low);
}

// Comparisons. With a NaN, those of floats are false, except those whose name ends in u, which are true.
template <class T>
bool equal(T a, T b) {
  return a == b;
}
template <class T>
bool unequal(T a, T b) {
  return a != b;
}
template <class T>
bool less(T a, T b) {
  return a < b;
}
template <class T>
bool less_or_equal(T a, T b) {
  return a <= b;
}
template <class T>
bool greater(T a, T b) {
  return a > b;
}
template <class T>
bool greater_or_equal(T a, T b) {
  return a >= b;
}
template <class T>
bool less_or_greater(T a, T b) {
  return a < b || a > b;
}
template <class T>
bool both_numbers(T a, T b) {
  return !std::isunordered(a, b);
}
template <class T, bool (*claim)(T, T)>
bool or_unordered(T a, T b) {
  return std::isunordered(a, b) || claim(a, b);
}
template <class T>
bool unordered(T a, T b) {
  return std::isunordered(a, b);
}

// Conversions.
template <class To, class From>
To converted(From from) {
  return static_cast<To>(from);
}
inline std::uint32_t two_halves(float high, float low) {
  return packed<std::uint32_t>(half_of(low).bits, half_of(high).bits);
}
inline std::uint32_t two_brain_halves(float high, float low) {
  return packed<std::uint32_t>(brain_half_of(low).bits, brain_half_of(high).bits);
}

}  // namespace commlab::ptx
