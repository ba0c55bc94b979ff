#include "core/collective/data_type.h"

#include <string>

#include "core/base/named_values.h"

namespace commlab {
namespace {

// The first name of each value is ours; later ones are those of nccl-tests, torch and papers.
constexpr NamedValue<DataType> type_names[] = {
    {"float32", DataType::float32},
    {"float64", DataType::float64},
    {"float16", DataType::float16},
    {"bfloat16", DataType::bfloat16},
    {"int8", DataType::int8},
    {"int32", DataType::int32},
    {"int64", DataType::int64},
    {"uint8", DataType::uint8},
    {"uint32", DataType::uint32},
    {"uint64", DataType::uint64},
    {"float8_e4m3", DataType::float8_e4m3},
    {"float8_e5m2", DataType::float8_e5m2},
    {"float", DataType::float32},
    {"double", DataType::float64},
    {"half", DataType::float16},
    {"int", DataType::int32},
    {"uint", DataType::uint32},
    {"fp32", DataType::float32},
    {"fp64", DataType::float64},
    {"fp16", DataType::float16},
    {"bf16", DataType::bfloat16},
    {"long", DataType::int64},
    {"char", DataType::int8},
    {"fp8", DataType::float8_e4m3},
    {"e4m3", DataType::float8_e4m3},
    {"f8e4m3", DataType::float8_e4m3},
    {"fp8_e4m3", DataType::float8_e4m3},
    {"float8e4m3", DataType::float8_e4m3},
    {"float8_e4m3fn", DataType::float8_e4m3},
    {"e5m2", DataType::float8_e5m2},
    {"f8e5m2", DataType::float8_e5m2},
    {"fp8_e5m2", DataType::float8_e5m2},
    {"float8e5m2", DataType::float8_e5m2},
};
constexpr NamedValue<ReduceOp> op_names[] = {
    {"sum", ReduceOp::sum}, {"prod", ReduceOp::prod}, {"min", ReduceOp::min},
    {"max", ReduceOp::max}, {"avg", ReduceOp::avg},   {"product", ReduceOp::prod},
};

// "torch.bfloat16" and "ncclBfloat16" without what stands before the type: "bfloat16".
std::string without_library(std::string_view text) {
  constexpr std::string_view torch = "torch.", nccl = "nccl";
  if (text.starts_with(torch)) return std::string(text.substr(torch.size()));
  if (!text.starts_with(nccl) || text.size() == nccl.size()) return std::string(text);
  std::string name(text.substr(nccl.size()));
  const bool capital = name[0] >= 'A' && name[0] <= 'Z';
  if (!capital) return std::string(text);
  name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

}  // namespace

std::string_view name_of(DataType type) { return name_in(type_names, type); }
std::string_view name_of(ReduceOp op) { return name_in(op_names, op); }

Result<DataType> parse_data_type(std::string_view text) {
  if (const Result<DataType> known = value_in(type_names, without_library(text), "data type")) return known;
  return value_in(type_names, text, "data type");
}
Result<ReduceOp> parse_reduce_op(std::string_view text) {
  return value_in(op_names, text, "reduce operation");
}

}  // namespace commlab
