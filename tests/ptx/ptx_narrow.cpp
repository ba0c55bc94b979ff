#include "tests/ptx/ptx_narrow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace commlab::ptx {
namespace {

struct Format {
  int fraction_bits;
  int most_exponent;  // the least exponent of normal numbers is 1 - most_exponent
};
constexpr Format half{.fraction_bits = 10, .most_exponent = 15};
constexpr Format brain_half{.fraction_bits = 7, .most_exponent = 127};

// The bits of a positive number count its quanta from zero on, through every binade.
std::uint16_t rounded(float value, const Format& format) {
  if (std::isnan(value)) return 0x7fff;
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(static_cast<double>(value));
  const int most_bits = (2 * format.most_exponent + 1) << format.fraction_bits;  // infinity
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | most_bits);
  const int least_exponent = 1 - format.most_exponent;
  const int exponent = magnitude == 0 ? least_exponent : std::max(std::ilogb(magnitude), least_exponent);
  const double quanta = std::nearbyint(std::ldexp(magnitude, format.fraction_bits - exponent));
  const int bits = static_cast<int>(quanta) + ((exponent - least_exponent) << format.fraction_bits);
  return static_cast<std::uint16_t>(sign | std::min(bits, most_bits));
}

}  // namespace

float widened(Half value) {
  const int exponent = value.bits >> 10 & 31;
  const int fraction = value.bits & 1023;
  const float sign = value.bits >> 15 != 0 ? -1.0f : 1.0f;
  if (exponent == 31)
    return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                         : sign * std::numeric_limits<float>::infinity();
  return exponent == 0 ? sign * std::ldexp(static_cast<float>(fraction), -24)
                       : sign * std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
}

Half half_of(float value) { return {rounded(value, half)}; }
BrainHalf brain_half_of(float value) { return {rounded(value, brain_half)}; }

}  // namespace commlab::ptx
