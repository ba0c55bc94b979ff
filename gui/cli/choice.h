#pragma once
// Which algorithm, which protocol and how many pieces: what was asked for, or what the simulator finds the
// fastest.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/schedule/algorithm.h"
#include "gui/cli/setup.h"
#include "gui/cli/tools.h"

namespace commlab {

// An algorithm, a protocol and pieces, and where it was not the user who chose, why it is these.
struct Choice {
  const Algorithm* algorithm;
  std::string why;
  std::string protocol;  // "auto" where the machine tells none apart
  int pieces = 1;
  std::string why_pieces{};  // of a pipelined algorithm
};

// The one that was named; auto: the fastest in simulation, or what a library has itself; all: every one
// that can do it.
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

}  // namespace commlab
