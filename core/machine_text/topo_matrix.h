#pragma once
// The machine that `nvidia-smi topo -m` describes (core/machine_text/topo_matrix_text.h). The text does not
// have rates and costs: they come from the parameters for its GPUs (core/machine_text/server_parameters.h).
// Nor does it say whether NVLinks lead to other GPUs or to a switch: a switch is assumed if all pairs have
// the same number of NVLinks and the GPU has too few for a mesh. The machine's sources say what was assumed.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// `gpu`: "A100"; may be empty if the text around the matrix names the GPU
// (core/machine_text/computer_report.h), and must not contradict it. Errors are one sentence with file and
// line.
Result<Machine> machine_from_topo_matrix(std::string_view text, std::string_view file_name,
                                         std::string_view gpu, const std::filesystem::path& parameter_folder);

// The word that nvidia-smi would print for this route between two GPUs: "NV4", "PIX", "PXB", "PHB", "SYS";
// "NET" over a network, "X" if there is no route.
std::string reach_text(const Topology&, const std::vector<LinkId>& route);

}  // namespace commlab
