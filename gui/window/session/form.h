#pragma once
// What the scenario bar says: an experiment as text in fields. The names, help and rules of the fields are
// those of the command line (core/experiment/experiment.h).

#include <array>
#include <string>

#include "core/base/error.h"
#include "core/experiment/experiment.h"

namespace commlab {

struct Form {
  std::string collective;
  std::string algorithm;
  std::string machine;
  std::string ranks;
  std::string size;
  std::string root;  // of collectives that have one
  std::string channels;
  std::string pieces;
  std::string on;
  std::string more;  // all other options, as on the command line: "--slow gpu3:2x"
  bool operator==(const Form&) const = default;
};

Form form_of(const Experiment&);
// An error says which field holds what, and what was expected. A machine of the families ring and switch
// grows with the ranks.
Result<Experiment> experiment_of(const Form&);

}  // namespace commlab
