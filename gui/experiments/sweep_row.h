#pragma once
// One size of a sweep, run twice: out of place (the output has memory of its own), and in place.

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
  bool checked = false;              // compared with the reference, and equal
  bool rounded_up = false;           // every chunk got the size of the largest one (Run::rounded_up)
  std::optional<Time> first{};       // the very first call; nothing for a simulator
  std::optional<double> band{};      // of NCCL's calls (core/plan/outcome.h)
};

struct SweepRow {
  Collective collective;
  SweepSide out_of_place;
  SweepSide in_place;
  std::string algorithm{};
  ProtocolChoice protocol{};  // automatic if the machine has no protocols
  std::string where{};        // where_text() of the first run
};

// Both runs use the algorithm that is chosen for the first one. An error: the experiment cannot be done.
Result<SweepRow> sweep_one_size(const Experiment&, const Tools&);

}  // namespace commlab
