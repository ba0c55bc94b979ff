#pragma once
// Computers, virtual ones above all, have fast and slow seconds: each probe has its turn in every sweep of a
// calibration, seconds apart, and its quietest turn counts.

#include <map>
#include <string>

#include "core/base/progress.h"
#include "gpu/probes.h"

namespace commlab {

class ProbeTurns {
 public:
  // `turns`: how many there will be, of all probes together: how far it is, is told by that.
  ProbeTurns(TimePrograms time, std::size_t turns, const ReportProgress& progress)
      : time_(std::move(time)), turns_(static_cast<double>(turns)), progress_(progress) {}

  // The quietest turn so far of the probe of this name.
  Result<Timing> time(const std::string& what, const Programs&);

 private:
  TimePrograms time_;
  double turns_;
  const ReportProgress& progress_;
  std::map<std::string, Timing> quietest_;
  int done_ = 0;
};

}  // namespace commlab
