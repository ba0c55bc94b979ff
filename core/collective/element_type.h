#pragma once
// From a DataType and a ReduceOp, known at run time, to the C++ types of elements and operation, known to the
// compiler: one switch each, so that loops over elements are written once and compiled for all of them.

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
constexpr decltype(auto) with_element_type(DataType type, Visit&& visit) {
  switch (type) {
    case DataType::float32: return visit(ElementType<float>{});
    case DataType::float64: return visit(ElementType<double>{});
    case DataType::float16: return visit(ElementType<Float16>{});
    case DataType::bfloat16: return visit(ElementType<Bfloat16>{});
    case DataType::int8: return visit(ElementType<std::int8_t>{});
    case DataType::int32: return visit(ElementType<std::int32_t>{});
    case DataType::int64: return visit(ElementType<std::int64_t>{});
    case DataType::uint32: return visit(ElementType<std::uint32_t>{});
    case DataType::uint64: return visit(ElementType<std::uint64_t>{});
    case DataType::float8_e4m3: return visit(ElementType<Float8E4m3>{});
    case DataType::float8_e5m2: return visit(ElementType<Float8E5m2>{});
    case DataType::uint8: break;
  }
  return visit(ElementType<std::uint8_t>{});
}

// Calls visit(Sum{}), visit(Product{}), visit(Smaller{}) or visit(Larger{}). An average adds; what else it
// does is not an operation on two elements.
template <class Visit>
decltype(auto) with_operation(ReduceOp op, Visit&& visit) {
  switch (op) {
    case ReduceOp::prod: return visit(Product{});
    case ReduceOp::min: return visit(Smaller{});
    case ReduceOp::max: return visit(Larger{});
    case ReduceOp::sum:
    case ReduceOp::avg: break;
  }
  return visit(Sum{});
}

}  // namespace commlab
