#pragma once
// commlab machine graphs: the rings and trees in a file that NCCL wrote, beside those that the search finds,
// as text or as a picture.

#include <string>

#include "core/base/error.h"
#include "core/nccl/nccl_version.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct GraphsArguments {
  std::string file;     // of NCCL_GRAPH_DUMP_FILE
  std::string machine;  // empty: nothing is compared
  NcclVersion version = newest_known_nccl;
  std::string out;  // --out
};

// Prints them. Exit status 1: the search finds others on this machine.
Result<int> show_graphs(const GraphsArguments&, const Tools&);

}  // namespace commlab
