#pragma once
// Element types and reduce operations, as torch.distributed and NCCL name them.

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

enum class DataType : std::uint8_t {
  float32,
  float64,
  float16,
  bfloat16,
  int8,
  int32,
  int64,
  uint8,
  uint32,
  uint64,
  float8_e4m3,  // torch's float8_e4m3fn
  float8_e5m2,
};
enum class ReduceOp : std::uint8_t { sum, prod, min, max, avg };

inline constexpr std::array all_data_types = {
    DataType::float32, DataType::float64, DataType::float16,     DataType::bfloat16,
    DataType::int8,    DataType::int32,   DataType::int64,       DataType::uint8,
    DataType::uint32,  DataType::uint64,  DataType::float8_e4m3, DataType::float8_e5m2};
inline constexpr std::array all_reduce_ops = {ReduceOp::sum, ReduceOp::prod, ReduceOp::min, ReduceOp::max,
                                              ReduceOp::avg};

constexpr int size_of(DataType type) {
  switch (type) {
    case DataType::float64:
    case DataType::int64:
    case DataType::uint64: return 8;
    case DataType::float32:
    case DataType::int32:
    case DataType::uint32: return 4;
    case DataType::float16:
    case DataType::bfloat16: return 2;
    case DataType::int8:
    case DataType::uint8:
    case DataType::float8_e4m3:
    case DataType::float8_e5m2: return 1;
  }
  return 0;
}
// Floats that the compiler has no type for: those of 16 and of 8 bits.
constexpr bool is_narrow_float(DataType type) {
  return type == DataType::float16 || type == DataType::bfloat16 || type == DataType::float8_e4m3 ||
         type == DataType::float8_e5m2;
}
constexpr bool is_floating(DataType type) {
  return type == DataType::float32 || type == DataType::float64 || is_narrow_float(type);
}
constexpr bool is_float8(DataType type) { return is_narrow_float(type) && size_of(type) == 1; }

// Whole numbers from 0 up to this one are exact in the type.
constexpr double counts_up_to(DataType type) {
  switch (type) {
    case DataType::float32: return 0x1p24;
    case DataType::float64: return 0x1p53;
    case DataType::float16: return 0x1p11;
    case DataType::bfloat16: return 0x1p8;
    case DataType::int8: return 0x1p7 - 1;
    case DataType::int32: return 0x1p31 - 1;
    case DataType::int64: return 0x1p63;
    case DataType::uint8: return 0x1p8 - 1;
    case DataType::uint32: return 0x1p32 - 1;
    case DataType::uint64: return 0x1p64;
    case DataType::float8_e4m3: return 0x1p4;
    case DataType::float8_e5m2: return 0x1p3;
  }
  return 0;
}
// The distance from 1 to the next number of a type of floats; 0 for whole numbers. A type that counts up to
// 2^n has n - 1 bits behind the point.
constexpr double epsilon_of(DataType type) { return is_floating(type) ? 2 / counts_up_to(type) : 0; }

std::string_view name_of(DataType);                  // "float32"
std::string_view name_of(ReduceOp);                  // "sum"
Result<DataType> parse_data_type(std::string_view);  // also as nccl-tests, torch and NCCL write
Result<ReduceOp> parse_reduce_op(std::string_view);  // also "product"

}  // namespace commlab
