#include "core/combine.h"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/element_type.h"

namespace commlab {
namespace {

// Whole numbers wrap around: they are computed in an unsigned type (of 32 bits at least, since
// smaller ones would be promoted to int), where that is defined.
template <class Number>
using Ring = std::make_unsigned_t<std::conditional_t<sizeof(Number) < 4, std::int32_t, Number>>;

template <class Number, class Operation>
Number wrapping(Number a, Number b, Operation operation) {
  if constexpr (std::is_integral_v<Number>)
    return static_cast<Number>(operation(static_cast<Ring<Number>>(a), static_cast<Ring<Number>>(b)));
  else
    return operation(a, b);
}

constexpr auto sum = [](auto a, auto b) { return wrapping(a, b, [](auto x, auto y) { return x + y; }); };
constexpr auto product = [](auto a, auto b) { return wrapping(a, b, [](auto x, auto y) { return x * y; }); };
constexpr auto smaller = [](auto a, auto b) { return b < a ? b : a; };
constexpr auto larger = [](auto a, auto b) { return a < b ? b : a; };

// Elements do not depend on one another, whichever operand the target may be: hence ivdep.
template <class Element, class Operation>
void combine_all(Element* target, const Element* with, const Element* incoming, std::int64_t elements,
                 Operation operation) {
#pragma GCC ivdep
  for (std::int64_t i = 0; i < elements; ++i)
    target[i] = narrowed<Element>(operation(widened(with[i]), widened(incoming[i])));
}

bool averages(const Collective& c) { return reduces(c.kind) && c.op == ReduceOp::avg; }

template <class Element>
void divide_all(std::span<std::byte> memory, int divisor) {
  auto* element = reinterpret_cast<Element*>(memory.data());
  const std::size_t elements = memory.size() / sizeof(Element);
  using Number = Widened<Element>;
  for (std::size_t i = 0; i < elements; ++i) {
    if constexpr (std::is_integral_v<Number>)
      element[i] = static_cast<Number>(static_cast<std::int64_t>(element[i]) / divisor);
    else
      element[i] = narrowed<Element>(widened(element[i]) / static_cast<Number>(divisor));
  }
}

void divide(DataType type, std::span<std::byte> memory, int divisor) {
  with_element_type(type, [&]<class Element>(ElementType<Element>) { divide_all<Element>(memory, divisor); });
}

// The float to round further from: where the double lies between two floats, the one whose last
// bit is 1 (round to odd). Rounding it once more then equals rounding the double itself.
float to_odd_float(double value) {
  const auto nearest = static_cast<float>(value);
  if (std::isnan(value) || static_cast<double>(nearest) == value) return nearest;
  const bool away = std::abs(static_cast<double>(nearest)) > std::abs(value);
  const float towards_zero = away ? std::nextafter(nearest, 0.0f) : nearest;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(towards_zero) | 1u);
}

// The remainder modulo 2^64 of a whole number of any size; fractions are cut off.
std::int64_t wrapped(double value) {
  if (!std::isfinite(value)) return 0;
  const double rest = std::fmod(std::trunc(value), 0x1p64);
  return static_cast<std::int64_t>(rest < 0 ? -static_cast<std::uint64_t>(-rest)
                                            : static_cast<std::uint64_t>(rest));
}

}  // namespace

void combine(DataType type, ReduceOp op, std::byte* target, const std::byte* with, const std::byte* incoming,
             std::int64_t elements) {
  with_element_type(type, [&]<class Element>(ElementType<Element>) {
    auto* into = reinterpret_cast<Element*>(target);
    const auto* left = reinterpret_cast<const Element*>(with);
    const auto* right = reinterpret_cast<const Element*>(incoming);
    switch (op) {
      case ReduceOp::sum:
      case ReduceOp::avg: return combine_all(into, left, right, elements, sum);
      case ReduceOp::prod: return combine_all(into, left, right, elements, product);
      case ReduceOp::min: return combine_all(into, left, right, elements, smaller);
      case ReduceOp::max: return combine_all(into, left, right, elements, larger);
    }
  });
}

void scale_input(const Collective& c, std::span<std::byte> memory) {
  if (averages(c) && is_floating(c.dtype)) divide(c.dtype, memory, c.ranks);
}

void scale_output(const Collective& c, std::span<std::byte> memory) {
  if (averages(c) && !is_floating(c.dtype)) divide(c.dtype, memory, c.ranks);
}

double element(DataType type, const std::byte* memory, std::int64_t i) {
  return with_element_type(type, [&]<class Element>(ElementType<Element>) {
    return static_cast<double>(widened(reinterpret_cast<const Element*>(memory)[i]));
  });
}

void set_element(DataType type, std::byte* memory, std::int64_t i, double value) {
  with_element_type(type, [&]<class Element>(ElementType<Element>) {
    Element& place = reinterpret_cast<Element*>(memory)[i];
    if constexpr (is_narrow<Element>)
      place = narrowed<Element>(to_odd_float(value));
    else if constexpr (std::is_integral_v<Element>)
      place = static_cast<Element>(wrapped(value));
    else
      place = static_cast<Element>(value);
  });
}

}  // namespace commlab
