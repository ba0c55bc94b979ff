#pragma once
// A time that programs cannot beat in simulation, found by an easier simulation: every chunk has the size of
// the smallest one, no messages share a link, and nothing is slow or late. Then ranks that do the same also
// take the same time, and only one of them, or one tile, is simulated, where the run itself has to simulate
// all: because of odd sizes or faults, or because it is asked to be exact.
//
// No time of this run is later than the same time of the run itself. An instruction begins at the latest of
// the times that it waits for, and it takes bytes / rate: with fewer bytes, and a link of its own, it ends no
// later, and neither does what waits for it.

#include "core/base/units.h"
#include "core/plan/planned_programs.h"
#include "core/plan/planner.h"
#include "core/plan/setup.h"

namespace commlab {

// The time of this run. 0 if it would be no easier than the run itself; and where it may not be a bound: for
// fifo links, for machines whose ranks share memory or processors, or have rates that change with the size,
// and unless has_least_time().
Time time_of_even_run(const Setup&, PlannedPrograms&, const Predict&);

}  // namespace commlab
