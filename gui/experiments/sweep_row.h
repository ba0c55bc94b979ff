#pragma once
// One size of a sweep, done twice: with memory of its own for the output, and in place.

#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/experiment/experiment.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct SweepSide {
  Time time;
  bool checked = false;         // compared with the reference, and equal
  std::optional<Time> first{};  // the very first call, where there was one
};

struct SweepRow {
  Collective collective;
  SweepSide out_of_place;
  SweepSide in_place;
  std::string algorithm{};
  ProtocolChoice protocol{};  // automatic where the machine has none
  std::string where{};        // Run::where
};

// The algorithm that is chosen out of place does both. An error where the experiment cannot be done.
Result<SweepRow> sweep_one_size(const Experiment&, const Tools&);

}  // namespace commlab
