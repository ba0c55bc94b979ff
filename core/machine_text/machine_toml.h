#pragma once
// Reads the file of a machine or of a cluster. What can be written here: sim/machines/hcm8.toml,
// sim/machines/dgx-h100.toml.

#include <filesystem>
#include <functional>
#include <string_view>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// Looks up the node that a cluster's file names.
using FindNode = std::function<Result<Machine>(std::string_view name)>;
// A machine, or a cluster: `nodes = 2`, `node = "dgx-h100"`, [network].
// An error is one sentence with file, line, what was found, what was expected.
// `parameters = ["a100", "infiniband"]` reads the files of these names in parameter_folder first: what a
// generation of GPUs or a kind of network has in common. The machine's own file may replace any of it.
Result<Machine> machine_from_toml(std::string_view text, std::string_view file_name,
                                  const std::filesystem::path& parameter_folder = {},
                                  const FindNode& find_node = {});
// Reads the file of this name in parameter_folder into the machine.
Status add_parameters(Machine&, std::string_view name, const std::filesystem::path& parameter_folder);

}  // namespace commlab
