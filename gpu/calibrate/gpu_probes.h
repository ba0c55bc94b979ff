#pragma once
// The probes that calibrate GPUs: one message that goes to and fro, messages of all ranks round a ring, and
// work that each rank does alone. The fastest of all turns of a probe counts (probe_turns.h).

#include <string>

#include "gpu/calibrate/host_fit.h"
#include "gpu/calibrate/pair_fit.h"
#include "gpu/calibrate/probe_turns.h"

namespace commlab {

class GpuProbes {
 public:
  // `turns` is the number of turns to come, to report progress.
  GpuProbes(TimePrograms time, int ranks, std::size_t turns, const ReportProgress& progress)
      : ranks_(ranks), turns_(std::move(time), turns, progress) {}

  // Between the ranks of one pair of the group, one message at a time. REQUIRES: the group has this pair.
  Result<RingTiming> bounce(const std::string& what, const PairGroup&, int messages, Bytes,
                            Opcode receive = Opcode::recv, std::size_t pair = 0);
  // Each rank to its neighbour, all at once. Only the total time is known.
  Result<RingTiming> ring(const std::string& what, int messages, Bytes);
  // Each of so many ranks copies, or reduces, `times` pieces. RingTiming::receiving is the time of one piece.
  Result<RingTiming> local(const std::string& what, Opcode work, int ranks, int times, Bytes);

 private:
  int ranks_;
  ProbeTurns turns_;
};

}  // namespace commlab
