#pragma once
// A run that Python holds on to; its arrays are views of it.

#include "core/plan/outcome.h"

namespace commlab {

struct FinishedRun {
  Outcome outcome;
};

}  // namespace commlab
