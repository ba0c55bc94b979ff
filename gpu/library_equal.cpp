#include "gpu/library_equal.h"

#include <cassert>
#include <cmath>

#include "core/collective/combine.h"
#include "core/collective/data_pattern.h"

namespace commlab {
namespace {

double epsilon_of(DataType type) {
  switch (type) {
    case DataType::float64: return 0x1p-52;
    case DataType::float32: return 0x1p-23;
    case DataType::float16: return 0x1p-10;
    case DataType::bfloat16: return 0x1p-7;
    default: return 0;
  }
}

}  // namespace

bool may_round_differently(const Collective& c) {
  const bool rounds = c.op == ReduceOp::sum || c.op == ReduceOp::prod || c.op == ReduceOp::avg;
  return reduces(c.kind) && is_floating(c.dtype) && rounds && c.ranks > 1;
}

Status nearly_equal_where_promised(const Collective& c, const Partition& partition,
                                   const std::vector<Memory>& found, const std::vector<Memory>& expected) {
  assert(is_floating(c.dtype));
  const double slack = (c.ranks + 2) * epsilon_of(c.dtype);
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const Memory& is = found[rank];
    const Memory& should = expected[rank];
    if (is.size() != should.size())
      return fail(Fault::no, "rank {}'s output has {} bytes; expected {}", rank, is.size(), should.size());
    const std::int64_t first = stored(c, partition, Buffer::output, rank).first;
    for (int block = 0; block < partition.blocks; ++block) {
      if (!after(c, rank, block)) continue;
      const ElementRange chunk = partition.block(block);
      for (std::int64_t e = chunk.first; e < chunk.last; ++e) {
        const double value = element(c.dtype, is.data(), e - first);
        const double right = element(c.dtype, should.data(), e - first);
        if (value == right || std::abs(value - right) <= slack * std::abs(right)) continue;
        return fail(Fault::no,
                    "rank {}'s output block {} differs at its element {} by more than rounding: found {}, "
                    "expected {}",
                    rank, block, e - chunk.first, value, right);
      }
    }
  }
  return {};
}

}  // namespace commlab
