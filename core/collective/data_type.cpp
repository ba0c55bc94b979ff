#include "core/collective/data_type.h"

#include "core/base/named_values.h"

namespace commlab {
namespace {

// The first name of each value is ours; later ones are nccl-tests' and torch's.
constexpr NamedValue<DataType> type_names[] = {
    {"float32", DataType::float32},   {"float64", DataType::float64}, {"float16", DataType::float16},
    {"bfloat16", DataType::bfloat16}, {"int8", DataType::int8},       {"int32", DataType::int32},
    {"int64", DataType::int64},       {"uint8", DataType::uint8},     {"float", DataType::float32},
    {"double", DataType::float64},    {"half", DataType::float16},    {"int", DataType::int32},
};
constexpr NamedValue<ReduceOp> op_names[] = {
    {"sum", ReduceOp::sum}, {"prod", ReduceOp::prod}, {"min", ReduceOp::min},
    {"max", ReduceOp::max}, {"avg", ReduceOp::avg},   {"product", ReduceOp::prod},
};

}  // namespace

std::string_view name_of(DataType type) { return name_in(type_names, type); }
std::string_view name_of(ReduceOp op) { return name_in(op_names, op); }

Result<DataType> parse_data_type(std::string_view text) { return value_in(type_names, text, "data type"); }
Result<ReduceOp> parse_reduce_op(std::string_view text) {
  return value_in(op_names, text, "reduce operation");
}

}  // namespace commlab
