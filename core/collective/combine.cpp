#include "core/collective/combine.h"

#include <bit>
#include <cmath>
#include <limits>

#include "core/collective/element_type.h"

namespace commlab {
namespace {

// Elements do not depend on one another, even if the target is one of the operands: hence ivdep, which clang lacks.
template <class Element, class Operation>
void combine_all(Element* target, const Element* with, const Element* incoming, std::int64_t elements,
                 Operation operation) {
#ifndef __clang__
#pragma GCC ivdep
#endif
  for (std::int64_t i = 0; i < elements; ++i) target[i] = combined(with[i], incoming[i], operation);
}

bool averages(const Collective& c) { return reduces(c.kind) && c.op == ReduceOp::avg; }

template <class Element>
void divide_all(std::span<std::byte> memory, int divisor) {
  auto* element = reinterpret_cast<Element*>(memory.data());
  const std::size_t elements = memory.size() / sizeof(Element);
  for (std::size_t i = 0; i < elements; ++i) element[i] = divided(element[i], divisor);
}

void divide(DataType type, std::span<std::byte> memory, int divisor) {
  with_element_type(type, [&]<class Element>(ElementType<Element>) { divide_all<Element>(memory, divisor); });
}

// Rounds to odd: a double between two floats becomes the float whose last bit is 1. Rounding this float
// once more, to fewer bits, then gives the same as rounding the double itself.
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
    with_operation(op, [&](auto operation) { combine_all(into, left, right, elements, operation); });
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
