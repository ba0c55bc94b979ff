#include "tests/nccl/paper_operation.h"

#include <cstring>

#include "core/collective/combine.h"
#include "core/collective/data_pattern.h"
#include "gpu/nccl/nccl_library.h"
#include "tests/cuda/paper_cuda.h"

namespace commlab::paper_nccl {
namespace {

// Headers before 2.24 do not name these two.
constexpr int float8_e4m3 = 10;
constexpr int float8_e5m2 = 11;

DataType data_type(ncclDataType_t type) {
  switch (static_cast<int>(type)) {
    case ncclInt8: return DataType::int8;
    case ncclInt32: return DataType::int32;
    case ncclInt64: return DataType::int64;
    case ncclFloat16: return DataType::float16;
    case ncclFloat32: return DataType::float32;
    case ncclFloat64: return DataType::float64;
    case ncclBfloat16: return DataType::bfloat16;
    case ncclUint32: return DataType::uint32;
    case ncclUint64: return DataType::uint64;
    case float8_e4m3: return DataType::float8_e4m3;
    case float8_e5m2: return DataType::float8_e5m2;
    default: return DataType::uint8;
  }
}

ReduceOp reduce_op(ncclRedOp_t op) {
  switch (op) {
    case ncclProd: return ReduceOp::prod;
    case ncclMin: return ReduceOp::min;
    case ncclMax: return ReduceOp::max;
    case ncclAvg: return ReduceOp::avg;
    default: return ReduceOp::sum;
  }
}

// Multiplies floats by the rounded 1/ranks, as NCCL averages.
void premultiply(DataType type, Memory& memory, int ranks) {
  std::byte factor[8];
  set_element(type, factor, 0, 1.0 / ranks);
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(memory.size()) / size_of(type); ++i)
    set_element(type, memory.data(), i, element(type, memory.data(), i) * element(type, factor, 0));
}

// Adds the ranks' inputs in order, beginning with a random rank.
Memory reduced(const std::vector<Memory>& inputs, DataType type, ReduceOp op) {
  const auto ranks = static_cast<int>(inputs.size());
  const auto first = paper_cuda::lot(static_cast<std::uint32_t>(ranks));
  const auto elements = static_cast<std::int64_t>(inputs[0].size()) / size_of(type);
  Memory sum;
  for (int i = 0; i < ranks; ++i) {
    Memory input = inputs[(first + static_cast<std::size_t>(i)) % inputs.size()];
    if (op == ReduceOp::avg && is_floating(type)) premultiply(type, input, ranks);
    if (i == 0)
      sum = std::move(input);
    else
      combine(type, op, sum.data(), sum.data(), input.data(), elements);
  }
  if (op == ReduceOp::avg && !is_floating(type)) scale_output({.ranks = ranks, .dtype = type, .op = op}, sum);
  return sum;
}

Memory read(const std::byte* from, std::size_t bytes) { return {from, from + bytes}; }
void write(std::byte* into, const Memory& from, std::size_t first, std::size_t bytes) {
  std::memcpy(into, from.data() + first, bytes);
}

}  // namespace

std::size_t bytes_of(const Operation& o) {
  return o.count * static_cast<std::size_t>(size_of(data_type(o.type)));
}

bool takes_type(const Operation& o, int version, int architecture) {
  if (!is_float8(data_type(o.type))) return true;
  const bool reduces = o.kind == Kind::reduce || o.kind == Kind::all_reduce || o.kind == Kind::reduce_scatter;
  return version >= nccl_with_float8 && (!reduces || architecture >= 90);
}

// Reads all inputs before it writes any output, so in place is right wherever NCCL allows it.
void perform(const std::vector<Shared>& calls) {
  const Operation& any = *calls.front();
  const std::size_t ranks = calls.size();
  const std::size_t bytes = bytes_of(any);
  const auto root = static_cast<std::size_t>(any.root);
  const bool whole_input =
      any.kind == Kind::reduce_scatter || any.kind == Kind::all_to_all || any.kind == Kind::scatter;
  std::vector<Memory> inputs(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    const bool reads = (any.kind != Kind::broadcast && any.kind != Kind::scatter) || r == root;
    if (reads) inputs[r] = read(calls[r]->from, whole_input ? bytes * ranks : bytes);
  }
  const bool reduces =
      any.kind == Kind::reduce || any.kind == Kind::all_reduce || any.kind == Kind::reduce_scatter;
  const Memory sum = reduces ? reduced(inputs, data_type(any.type), reduce_op(any.op)) : Memory{};
  for (std::size_t r = 0; r < ranks; ++r) {
    std::byte* const into = calls[r]->into;
    switch (any.kind) {
      case Kind::broadcast: write(into, inputs[root], 0, bytes); break;
      case Kind::reduce:
        if (r == root) write(into, sum, 0, bytes);
        break;
      case Kind::all_reduce: write(into, sum, 0, bytes); break;
      case Kind::reduce_scatter: write(into, sum, r * bytes, bytes); break;
      case Kind::scatter: write(into, inputs[root], r * bytes, bytes); break;
      case Kind::all_gather:
      case Kind::gather:
        if (any.kind == Kind::gather && r != root) break;
        for (std::size_t s = 0; s < ranks; ++s) write(into + s * bytes, inputs[s], 0, bytes);
        break;
      case Kind::all_to_all:
        for (std::size_t s = 0; s < ranks; ++s) write(into + s * bytes, inputs[s], r * bytes, bytes);
        break;
      case Kind::send:
      case Kind::receive: break;
    }
    calls[r]->done = true;
  }
}

}  // namespace commlab::paper_nccl
