#include "gpu/library_equal.h"

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

double library_slack(const Collective& c) {
  return order_matters(c) && c.ranks > 1 ? (c.ranks + 2) * epsilon_of(c.dtype) : 0;
}

}  // namespace commlab
