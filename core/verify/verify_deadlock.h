#pragma once
// Explains why Programs stop before their end: a circle of lanes that wait for one another, or a line of them
// that ends at something that never comes.

#include "core/base/error.h"
#include "core/programs/execution.h"
#include "core/verify/symbolic_history.h"

namespace commlab::story {

// REQUIRES: execution cannot go on, and is not done.
Error deadlock(const History&, const Execution&, int slots);

// REQUIRES: there are left-over messages.
Error left_over(const History&, const Execution&);

// REQUIRES: execution.uneven_meetings().
Error uneven_meetings(const History&, const Execution&);

}  // namespace commlab::story
