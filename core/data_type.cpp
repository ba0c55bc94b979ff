#include "core/data_type.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/nearest.h"

namespace commlab {
namespace {

template <class Value>
struct Name {
  std::string_view text;
  Value value;
};

// The first name of each value is ours; later ones are nccl-tests' and torch's.
constexpr Name<DataType> type_names[] = {
    {"float32", DataType::float32},   {"float64", DataType::float64}, {"float16", DataType::float16},
    {"bfloat16", DataType::bfloat16}, {"int8", DataType::int8},       {"int32", DataType::int32},
    {"int64", DataType::int64},       {"uint8", DataType::uint8},     {"float", DataType::float32},
    {"double", DataType::float64},    {"half", DataType::float16},    {"int", DataType::int32},
};
constexpr Name<ReduceOp> op_names[] = {
    {"sum", ReduceOp::sum}, {"prod", ReduceOp::prod}, {"min", ReduceOp::min},
    {"max", ReduceOp::max}, {"avg", ReduceOp::avg},   {"product", ReduceOp::prod},
};

template <class Value, std::size_t n, std::size_t m>
Result<Value> parse(std::string_view text, const char* what, const Name<Value> (&names)[n],
                    const std::array<Value, m>& all) {
  if (const auto* found = std::ranges::find(names, text, &Name<Value>::text); found != std::end(names))
    return found->value;
  std::vector<std::string> known;
  for (const Value value : all) known.emplace_back(name_of(value));
  return fail("unknown {} '{}'{}; there are {}", what, text, suggestion(text, known), fmt::join(known, ", "));
}

}  // namespace

std::string_view name_of(DataType type) {
  return std::ranges::find(type_names, type, &Name<DataType>::value)->text;
}

std::string_view name_of(ReduceOp op) {
  return std::ranges::find(op_names, op, &Name<ReduceOp>::value)->text;
}

Result<DataType> parse_data_type(std::string_view text) {
  return parse(text, "data type", type_names, all_data_types);
}

Result<ReduceOp> parse_reduce_op(std::string_view text) {
  return parse(text, "reduce operation", op_names, all_reduce_ops);
}

}  // namespace commlab
