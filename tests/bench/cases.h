#pragma once
// What the benchmarks have in common.

#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/schedule/algorithm.h"

namespace commlab {

// A benchmark's own cases are right, or it ends.
template <class T>
T value(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "{}\n", result.error().message);
  std::exit(1);
}

inline Collective collective(CollectiveKind kind, int ranks, Bytes size) {
  Collective c{.kind = kind, .ranks = ranks};
  c.count = count_for(kind, ranks, c.dtype, size);
  return c;
}

}  // namespace commlab
