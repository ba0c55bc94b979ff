#pragma once
// From a setup in which everything is chosen to the Programs that are verified, simulated and run: slots,
// fusion, and how many of the rings are used follow from the protocol here, and nowhere else.

#include "core/plan/setup.h"
#include "core/programs/programs.h"
#include "core/schedule/schedule.h"

namespace commlab {

// An error if the algorithm cannot be written for these ranks, this route or this protocol (multicast stores
// whole pieces, so it cannot use a protocol that streams). REQUIRES: settled (choice.h), or a machine without
// protocols.
Result<Programs> programs_of(const Setup&, const Algorithm&);

// The schedule of these programs, under the same conditions. REQUIRES: not a library's own collective.
Result<Schedule> schedule_of(const Setup&, const Algorithm&);

}  // namespace commlab
