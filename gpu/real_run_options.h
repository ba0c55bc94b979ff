#pragma once
// How a run on real hardware goes, beside what RunOptions asks of every backend.

#include <chrono>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

struct RealRunOptions {
  int iterations = 20;  // timed
  int warmup = 3;       // untimed, before them
  // For one iteration. After it the run ends with an error that says who waits for whom.
  std::chrono::milliseconds deadline{10'000};
  std::vector<Rank> absent;  // these ranks never start
};

}  // namespace commlab
