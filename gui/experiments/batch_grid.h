#pragma once
// A grid of experiments: every combination of the values of some options.
//
//   all_reduce --ranks 8,64 --size 8:8G --algorithm all
//
// Commas list values, and so does an option that is given several times: that is the way for values that have
// commas themselves (--machine switch:8,450GB/s,1us --machine hcm8). Numbers and sizes may be ranges:
// first:last doubles, first:last:3 triples, first:last:+8 adds.

#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment_options.h"
#include "gui/experiments/batch.h"

namespace commlab {

// An option of the grid, and what was typed after it, once for each time that it was given.
struct GridOption {
  const ExperimentOption* option;
  std::vector<std::string> typed;  // empty for a flag
};

// The values that the option takes, one after the other: {"8", "64"}.
Result<std::vector<std::string>> grid_values(const GridOption&);

// All combinations. The collective varies slowest; then the options in the order of experiment_options(), the
// last one fastest. `collectives` is "all_reduce" or "all_reduce,all_gather".
Result<Batch> grid_of(const std::string& collectives, std::span<const GridOption>, const Tools&);

}  // namespace commlab
