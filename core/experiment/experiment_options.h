#pragma once
// The one table of options: every way to write an experiment reads and writes through it,
// so that a command line, a lesson's scene and a saved trace all mean the same thing.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"

namespace commlab {

// One option of the line: its name, its value, its meaning, and how it is read and written.
struct ExperimentOption {
  std::string_view name;   // "size"; on the line "--size"
  std::string_view takes;  // "64MiB"; empty for a flag
  std::string_view help;
  Status (*read)(Experiment&, std::string_view);  // the error does not name the option
  std::string (*write)(const Experiment&);        // empty result: the option is left out of the line
};
std::span<const ExperimentOption> experiment_options();
// Reads a value of the line: "--size: ..." begins an error.
Status read_option(const ExperimentOption&, Experiment&, std::string_view text);

// The words of to_line(): the collective, and an option's name and value each.
std::vector<std::string> experiment_words(const Experiment&);
std::vector<std::string> experiment_words(const Experiment&, std::span<const BackendName>);

}  // namespace commlab
