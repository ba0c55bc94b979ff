#pragma once
// What an experiment means here: every default filled in, its machine read, its collective checked.

#include <optional>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"
#include "gui/cli/tools.h"

namespace commlab {

struct Setup {
  Experiment experiment;           // as asked, defaults filled in
  std::optional<Machine> machine;  // none: this computer, before it was calibrated
  Collective collective;
  Layout layout;  // what algorithms may know of the machine
};

// Unknown machine, too many ranks, sizes that do not fit: an error of one sentence.
Result<Setup> set_up(Experiment, const Tools&);

// REQUIRES: settled (choice.h), or a machine without protocols.
Result<Programs> programs_of(const Setup&, const Algorithm&);

}  // namespace commlab
