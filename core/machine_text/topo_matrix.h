#pragma once
// The machine around what `nvidia-smi topo -m` prints (core/machine_text/topo_matrix_text.h). Rates and costs
// are not in it: they are in the parameters for its GPUs (core/machine_text/server_parameters.h). Whether
// NVLinks lead to other GPUs or to a switch is not in it either: a switch is assumed where all have the same
// number and the GPU has not enough for a mesh. The machine's sources say what was assumed.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// `gpu`: "A100"; an error where it is empty. Errors are one sentence with file and line.
Result<Machine> machine_from_topo_matrix(std::string_view text, std::string_view file_name,
                                         std::string_view gpu, const std::filesystem::path& parameter_folder);

// What nvidia-smi would print for this route between two GPUs: "NV4", "PIX", "PXB", "PHB", "SYS"; "NET"
// over a network, "X" for no route at all.
std::string reach_text(const Topology&, const std::vector<LinkId>& route);

}  // namespace commlab
