#pragma once
// What one ReduceOp does to two elements of each C++ element type. The reference, threads of the host and GPU
// kernels share this source (nvcc compiles constexpr functions for both sides), so it has nothing but
// arithmetic.
//
// Narrow floats are computed in float and rounded once to nearest even; whole numbers wrap around.

#include <cstdint>
#include <type_traits>

#include "core/collective/narrow_float.h"

namespace commlab {

// The element types of all data types, in the order of DataType.
template <class... Element>
struct ElementList {};
using AllElements = ElementList<float, double, Float16, Bfloat16, std::int8_t, std::int32_t, std::int64_t,
                                std::uint8_t, std::uint32_t, std::uint64_t, Float8E4m3, Float8E5m2>;

template <class Element>
inline constexpr bool is_narrow = std::is_same_v<Element, Float16> || std::is_same_v<Element, Bfloat16> ||
                                  std::is_same_v<Element, Float8E4m3> || std::is_same_v<Element, Float8E5m2>;

// The type in which an element is computed: float for narrow floats, the element's own type for the others.
template <class Element>
constexpr auto widened(Element element) {
  if constexpr (is_narrow<Element>)
    return to_float(element);
  else
    return element;
}

template <class Element>
using Widened = decltype(widened(Element{}));

// Converts the result back: rounded once to nearest even.
template <class Element>
constexpr Element narrowed(Widened<Element> value) {
  if constexpr (std::is_same_v<Element, Float16>)
    return to_float16(value);
  else if constexpr (std::is_same_v<Element, Bfloat16>)
    return to_bfloat16(value);
  else if constexpr (std::is_same_v<Element, Float8E4m3>)
    return to_float8_e4m3(value);
  else if constexpr (std::is_same_v<Element, Float8E5m2>)
    return to_float8_e5m2(value);
  else
    return value;
}

// Whole numbers wrap around: they are computed in an unsigned type (of 32 bits at least, since
// smaller ones would be promoted to int), where that is defined.
template <class Number>
using Wrapping = std::make_unsigned_t<std::conditional_t<sizeof(Number) < 4, std::int32_t, Number>>;

struct Sum {
  template <class Number>
  constexpr Number operator()(Number a, Number b) const {
    if constexpr (std::is_integral_v<Number>)
      return static_cast<Number>(static_cast<Wrapping<Number>>(a) + static_cast<Wrapping<Number>>(b));
    else
      return a + b;
  }
};
struct Product {
  template <class Number>
  constexpr Number operator()(Number a, Number b) const {
    if constexpr (std::is_integral_v<Number>)
      return static_cast<Number>(static_cast<Wrapping<Number>>(a) * static_cast<Wrapping<Number>>(b));
    else
      return a * b;
  }
};
// Keeps the first operand unless the second is truly smaller (or larger), so a NaN in the first operand
// stays.
struct Smaller {
  template <class Number>
  constexpr Number operator()(Number a, Number b) const {
    return b < a ? b : a;
  }
};
struct Larger {
  template <class Number>
  constexpr Number operator()(Number a, Number b) const {
    return a < b ? b : a;
  }
};

template <class Element, class Operation>
constexpr Element combined(Element with, Element incoming, Operation operation) {
  return narrowed<Element>(operation(widened(with), widened(incoming)));
}

// Divides; whole numbers are rounded towards zero.
template <class Element>
constexpr Element divided(Element element, int divisor) {
  using Number = Widened<Element>;
  if constexpr (std::is_integral_v<Number>)
    return static_cast<Number>(element / static_cast<std::common_type_t<Number, int>>(divisor));
  else
    return narrowed<Element>(widened(element) / static_cast<Number>(divisor));
}

}  // namespace commlab
