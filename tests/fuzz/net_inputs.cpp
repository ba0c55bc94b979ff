#include "tests/fuzz/net_inputs.h"

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"

namespace commlab {

std::string text_of_bytes(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Programs small_programs(std::string_view algorithm) {
  const Collective collective{.kind = CollectiveKind::all_reduce, .ranks = 2, .count = 16};
  return programs_for(*find_algorithm(collective.kind, algorithm).value(), collective).value();
}

Programs small_uneven_programs() {
  const Collective collective = with_counts({.kind = CollectiveKind::all_to_all, .ranks = 2},
                                            CountMatrix::of({{4, 1}, {0, 3}}).value());
  return programs_for(*find_algorithm(collective.kind, "direct").value(), collective).value();
}

}  // namespace commlab
