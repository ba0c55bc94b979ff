#pragma once
// Reads the file of a machine or of a cluster. What can be written here: sim/machines/hcm8.toml,
// sim/machines/dgx-h100.toml.

#include <filesystem>
#include <functional>
#include <string_view>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// Looks up the machine that a file names: its node, or what it is like.
using FindNode = std::function<Result<Machine>(std::string_view name)>;
// A machine, or a cluster: `nodes = 2`, `node = "dgx-h100"`, [network].
// Or a machine like another, with costs and a network of its own: `like = "dgx-h100"`.
// An error is one sentence with file, line, what was found, what was expected.
// `parameters = ["h100-nvswitch", "infiniband"]` first reads the files of these names in parameter_folder
// (core/machine_text/server_parameters.h). They hold what servers with such GPUs, or networks of a kind, have
// in common. The machine's own file may replace any of it. If per_node is not given, it follows from the
// wiring (core/machine/gpus_of_a_node.h).
Result<Machine> machine_from_toml(std::string_view text, std::string_view file_name,
                                  const std::filesystem::path& parameter_folder = {},
                                  const FindNode& find_node = {});
// Adds the parameters of this file in parameter_folder to the machine. The machine's links do not change.
Status add_parameters(Machine&, std::string_view name, const std::filesystem::path& parameter_folder);

}  // namespace commlab
