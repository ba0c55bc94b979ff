#pragma once
// Options of a run on real hardware, in addition to RunOptions, which every backend has.

#include <chrono>
#include <vector>

#include "core/collective/collective.h"
#include "core/experiment/late_rank.h"

namespace commlab {

struct RealRunOptions {
  int iterations = 20;                       // timed iterations
  int calls = 1;                             // calls in a row in each of them
  bool as_graph = false;                     // nccl: the calls are replayed from a CUDA graph
  int warmup = 3;                            // untimed iterations before the timed ones: at least so many
  std::chrono::milliseconds warm_up_for{0};  // and at least so long: an idle GPU takes a while to speed up
  // Limit for one iteration. After the deadline the run ends with an error that says which rank waits for
  // which.
  std::chrono::milliseconds deadline{10'000};
  std::vector<Rank> absent;  // these ranks never start
  // host, tcp, mpi: these ranks begin later, in every call. Time counts from when the others may begin.
  std::vector<LateRank> late;
};

}  // namespace commlab
