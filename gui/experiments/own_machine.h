#pragma once
// This computer as a machine. `commlab calibrate --on host` measures it and writes a machine file; then the
// machine name "host" means that file. The same holds for every backend that measures.

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

// Nothing if this backend was never calibrated here. An error: the file has mistakes.
Result<std::optional<Machine>> read_own_machine(std::string_view backend);

// The machine that an experiment names. Nothing if the experiment runs for real on this computer and this
// computer was not calibrated yet.
Result<std::optional<Machine>> machine_of(const Experiment&, const Tools&);
// The machine of this name: this computer, which must have been measured, or what find_machine() finds.
Result<Machine> named_machine(const std::string& name, const MachineHints&, const Tools&);

}  // namespace commlab
