#pragma once
// Where this computer's own machine file lies, once `commlab calibrate --on host` wrote it.

#include <filesystem>
#include <optional>

#include "core/error.h"
#include "core/machine.h"

namespace commlab {

// $XDG_CONFIG_HOME/commlab/host.toml, or ~/.config/commlab/host.toml.
std::filesystem::path host_machine_file();

Status save_host_machine(const Machine&, const std::filesystem::path& file);

// Nothing where this computer was never calibrated; an error where the file is malformed.
Result<std::optional<Machine>> read_host_machine();

}  // namespace commlab
