#pragma once
// commlab calibrate --from: fits what NCCL's calls cost to what nccl-tests measured on a cluster.

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "gui/cli/output/output.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct CalibrateFrom {
  std::vector<std::string> tables;  // what nccl-tests printed, or .csv files as in sim/measurements
  std::string machine;              // empty: what the first table's header says
  std::filesystem::path file;       // the machine file to write
};

Result<int> calibrate_from(const CalibrateFrom&, const Tools&);

}  // namespace commlab
