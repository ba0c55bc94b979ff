#pragma once
// This computer's own machine files: one for each backend that `commlab calibrate --on BACKEND` has
// measured. A machine of a backend's name is that file.

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/machine_text/find_machine.h"
#include "gui/experiments/tools.h"

namespace commlab {

// $XDG_CONFIG_HOME/commlab/host.toml, or ~/.config/commlab/host.toml.
std::filesystem::path own_machine_file(std::string_view backend);

Status save_own_machine(const Machine&, const std::filesystem::path& file);

// Nothing where this backend was never calibrated here; an error where the file is malformed.
Result<std::optional<Machine>> read_own_machine(std::string_view backend);

// The machine that an experiment names. None where it is this computer, which was not measured yet, and the
// experiment runs on it for real.
Result<std::optional<Machine>> machine_of(const Experiment&, const Tools&);
// One of its own, which must have been measured, or the one that find_machine() finds.
Result<Machine> named_machine(const std::string& name, const MachineHints&, const Tools&);

}  // namespace commlab
