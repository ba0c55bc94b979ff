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
Result<Programs> programs_of(const Setup&, const Algorithm&);

// Writes and lowers an algorithm for one setup after the other, and keeps what the next setup does not
// change: most protocols need the same schedule, and those that stream the same programs.
class PlannedPrograms {
 public:
  explicit PlannedPrograms(const Algorithm& algorithm) : algorithm_(algorithm) {}  // keeps a reference

  const Algorithm& algorithm() const { return algorithm_; }
  // Those of programs_of(), and their schedule. Each lives until the next call. REQUIRES: not a library's own
  // collective.
  const Result<Programs>& programs(const Setup&, Elements = Elements::all);
  const Result<Schedule>& schedule(const Setup&);

 private:
  struct Plan {
    Collective collective;
    Layout layout;
    Lowering lowering;
    bool operator==(const Plan&) const = default;
  };
  Result<Plan> plan(const Setup&, Elements) const;
  const Result<Schedule>& schedule_by(const Plan&);

  const Algorithm& algorithm_;
  std::optional<Plan> scheduled_, lowered_;  // by which schedule_ and programs_ were made
  Result<Schedule> schedule_ = fail("no schedule was asked for");
  Result<Programs> programs_ = fail("no programs were asked for");
};

}  // namespace commlab
