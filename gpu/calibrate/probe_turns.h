#pragma once
// Computers, above all virtual ones, are faster in some seconds than in others. So each probe has a turn in
// every sweep of a calibration, seconds apart, and its fastest turn counts.

#include <map>
#include <string>

#include "core/base/progress.h"
#include "gpu/calibrate/probes.h"

namespace commlab {

class ProbeTurns {
 public:
  // `turns` is the number of turns to come, of all probes together, to report progress.
  ProbeTurns(TimePrograms time, std::size_t turns, const ReportProgress& progress)
      : time_(std::move(time)), turns_(static_cast<double>(turns)), progress_(progress) {}

  // Takes another turn. Returns the fastest one so far of the probe of this name.
  Result<Timing> time(const std::string& what, const Programs&);

 private:
  TimePrograms time_;
  double turns_;
  const ReportProgress& progress_;
  std::map<std::string, Timing> quietest_;
  int done_ = 0;
};

}  // namespace commlab
