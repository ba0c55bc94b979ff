#pragma once
// Element types and reduce operations, as torch.distributed and NCCL name them.

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

enum class DataType : std::uint8_t { float32, float64, float16, bfloat16, int8, int32, int64, uint8 };
enum class ReduceOp : std::uint8_t { sum, prod, min, max, avg };

inline constexpr std::array all_data_types = {DataType::float32,  DataType::float64, DataType::float16,
                                              DataType::bfloat16, DataType::int8,    DataType::int32,
                                              DataType::int64,    DataType::uint8};
inline constexpr std::array all_reduce_ops = {ReduceOp::sum, ReduceOp::prod, ReduceOp::min, ReduceOp::max,
                                              ReduceOp::avg};

constexpr int size_of(DataType type) {
  switch (type) {
    case DataType::float64:
    case DataType::int64: return 8;
    case DataType::float32:
    case DataType::int32: return 4;
    case DataType::float16:
    case DataType::bfloat16: return 2;
    case DataType::int8:
    case DataType::uint8: return 1;
  }
  return 0;
}
constexpr bool is_floating(DataType type) {
  return type == DataType::float32 || type == DataType::float64 || type == DataType::float16 ||
         type == DataType::bfloat16;
}

std::string_view name_of(DataType);                  // "float32"
std::string_view name_of(ReduceOp);                  // "sum"
Result<DataType> parse_data_type(std::string_view);  // also "float", "half", "double", as nccl-tests writes
Result<ReduceOp> parse_reduce_op(std::string_view);  // also "product"

}  // namespace commlab
