#pragma once
// From a setup in which everything is chosen to the Programs that are verified, simulated and run: slots,
// fusion, and how many of the rings are used follow from the protocol here, and nowhere else.

#include <optional>

#include "core/base/error.h"
#include "core/plan/setup.h"
#include "core/programs/lower.h"
#include "core/programs/programs.h"
#include "core/schedule/schedule.h"

namespace commlab {

// An error if the algorithm cannot be written for these ranks, this route or this protocol (multicast stores
// whole pieces, so it cannot use a protocol that streams). REQUIRES: settled (choice.h), or a machine without
// protocols.
Result<Programs> programs_of(const Setup&, const Algorithm&, Elements = Elements::all);

// The schedules of an algorithm for setups that differ only in their protocol: what the first tile does, if
// the algorithm claims that tiles repeat. Where the protocol does not matter, the schedule is written once. REQUIRES: not a library's own collective.
class PlannedSchedule {
 public:
  explicit PlannedSchedule(const Algorithm& algorithm) : algorithm_(algorithm) {}
  // That of programs_of(), under the same conditions. It lives until the next call.
  const Result<Schedule>& of(const Setup&);

 private:
  const Algorithm& algorithm_;
  std::optional<Layout> layout_;  // of schedule_, if it was written
  std::optional<Result<Schedule>> schedule_;
};

}  // namespace commlab
