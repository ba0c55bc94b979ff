#pragma once
// What an experiment means here: every default filled in, its machine read, its collective
// checked, its algorithm chosen.

#include <optional>
#include <string>
#include <vector>

#include "core/algorithm.h"
#include "core/collective.h"
#include "core/error.h"
#include "core/experiment.h"
#include "core/machine.h"
#include "core/programs.h"
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

// An algorithm, a protocol and pieces, and where it was not the user who chose, why it is these.
struct Choice {
  const Algorithm* algorithm;
  std::string why;
  std::string protocol;  // "auto" where the machine tells none apart
  int pieces = 1;
  std::string why_pieces{};  // of a pipelined algorithm
};

// The one that was named; auto: the fastest in simulation; all: every one that can do it.
Result<std::vector<Choice>> choose_algorithms(const Setup&, const Tools&);
// Likewise, where only one makes sense: `all` is an error.
Result<Choice> choose_algorithm(const Setup&, const Tools&);

// The protocols there are to choose from: those of the machine, or the one that was named; "auto" where
// the machine tells none apart. One that streams needs links that do.
std::vector<std::string> protocols_of(const Setup&);
// The algorithm, with the fastest of the protocols the machine has, in the fastest number of pieces.
Result<Choice> choose_protocol(const Setup&, const Algorithm&, const Tools&);

// The setup in which the choice is made: its line does the same again.
Setup settled(Setup, const Choice&);
// REQUIRES: settled, or a machine without protocols.
Result<Programs> programs_of(const Setup&, const Algorithm&);

}  // namespace commlab
