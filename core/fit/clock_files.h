#pragma once
// A fit as files of parameters: clock.toml with what all machines share, clock-hopper.toml for a generation
// of GPUs, clock-efa.toml for a network. Each says which tables it was fitted to.

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/fit/clock_fit.h"
#include "core/fit/scores.h"

namespace commlab {

struct ClockFile {
  std::string name;  // "clock-hopper.toml"
  std::string text;
};
std::vector<ClockFile> clock_files(const ClockFit&, std::span<const CallTable>, const Bands&);

// The tables that the files in this folder name. An error: a file is not TOML.
Result<std::set<std::string>> fitted_tables(const std::filesystem::path& parameter_folder);

}  // namespace commlab
