#pragma once
// From a DataType, known at run time, to the C++ type of its elements, known to the compiler:
// one switch, so that loops over elements are written once and compiled for every type.

#include <cstdint>

#include "core/collective/data_type.h"
#include "core/collective/element_math.h"

namespace commlab {

template <class Element>
struct ElementType {
  using type = Element;
};

// Calls visit(ElementType<T>{}) with the element type of `type`.
template <class Visit>
decltype(auto) with_element_type(DataType type, Visit&& visit) {
  switch (type) {
    case DataType::float32: return visit(ElementType<float>{});
    case DataType::float64: return visit(ElementType<double>{});
    case DataType::float16: return visit(ElementType<Float16>{});
    case DataType::bfloat16: return visit(ElementType<Bfloat16>{});
    case DataType::int8: return visit(ElementType<std::int8_t>{});
    case DataType::int32: return visit(ElementType<std::int32_t>{});
    case DataType::int64: return visit(ElementType<std::int64_t>{});
    case DataType::uint8: break;
  }
  return visit(ElementType<std::uint8_t>{});
}

}  // namespace commlab
