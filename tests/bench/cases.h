#pragma once
// What the benchmarks have in common.

#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/schedule/algorithm.h"

namespace commlab {

// The value of a benchmark case; prints the error and ends the program where there is none.
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
