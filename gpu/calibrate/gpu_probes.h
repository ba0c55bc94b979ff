#pragma once
// What GPUs are timed at to be calibrated: one message to and fro, messages of all ranks round a ring, work
// that each does alone. The quietest of all turns at the same probe counts (probe_turns.h).

#include <string>

#include "gpu/calibrate/host_fit.h"
#include "gpu/calibrate/pair_fit.h"
#include "gpu/calibrate/probe_turns.h"

namespace commlab {

class GpuProbes {
 public:
  // `turns`: as many as will be asked for, for the progress.
  GpuProbes(TimePrograms time, int ranks, std::size_t turns, const ReportProgress& progress)
      : ranks_(ranks), turns_(std::move(time), turns, progress) {}

  // Between the ranks of one pair of the group, one message at a time.
  Result<RingTiming> bounce(const std::string& what, const PairGroup&, int messages, Bytes,
                            Opcode receive = Opcode::recv, std::size_t pair = 0);
  // Each rank to its neighbour, all at once; only the total is told.
  Result<RingTiming> ring(const std::string& what, int messages, Bytes);
  // So many ranks copy, or reduce, `times` pieces each: `receiving` is one of them.
  Result<RingTiming> local(const std::string& what, Opcode work, int ranks, int times, Bytes);

 private:
  int ranks_;
  ProbeTurns turns_;
};

}  // namespace commlab
