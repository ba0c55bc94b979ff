#pragma once
// The fields of the scenario bar: an experiment as texts. The names, help and rules of the fields are those
// of the command line (core/experiment/experiment.h).

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
  std::string root;  // for collectives that have a root
  std::string channels;
  std::string pieces;
  std::string on;
  std::string more;  // all other options, as on the command line: "--slow gpu3:2x"
  bool operator==(const Form&) const = default;
};

Form form_of(const Experiment&);
// An error names the field, its text, and what was expected. If there are more ranks than GPUs, a machine of
// the families ring and switch gets more GPUs.
Result<Experiment> experiment_of(const Form&);

}  // namespace commlab
