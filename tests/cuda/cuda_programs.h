#pragma once
// Helpers shared by the tests on paper GPUs: small programs, and how they are run.

#include <chrono>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/real_run_options.h"
#include "tests/patience.h"

namespace commlab {

inline RealRunOptions once(std::chrono::milliseconds deadline = time_enough) {
  RealRunOptions options;
  options.iterations = 1;
  options.warmup = 1;
  options.deadline = deadline;
  return options;
}

inline Programs ring_all_reduce(int ranks, std::int64_t count) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = count};
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

}  // namespace commlab
