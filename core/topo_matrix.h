#pragma once
// What `nvidia-smi topo -m` prints, pasted: which GPU reaches which other GPU or NIC how.
//
//          GPU0   GPU1   NIC0   CPU Affinity   NUMA Affinity
//   GPU0    X     NV4    PIX    0-15           0
//   GPU1   NV4     X     SYS    16-31          1
//   NIC0   PIX    SYS     X
//
// NVk: k bonded NVLinks; PIX, PXB: over PCIe switches; PHB: over the host bridge of one socket; NODE:
// between host bridges of a socket; SYS (SOC): between sockets. Terminal colours, doubled tabs, blanks
// for tabs, wrapped lines and missing affinities are read over. Rates are not in it: the GPU's name
// says them. Whether NVLinks lead to other GPUs or to a switch is not in it either: a switch is assumed
// where all have the same number and the GPU has not enough for a mesh. The machine's sources say what
// was assumed.

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/machine.h"

namespace commlab {

bool looks_like_topo_matrix(std::string_view text);
// `gpu`: "A100"; an error where it is empty. Errors are one sentence with file and line.
Result<Machine> machine_from_topo_matrix(std::string_view text, std::string_view file_name,
                                         std::string_view gpu);

// What nvidia-smi would print for this route between two GPUs: "NV4", "PIX", "PXB", "PHB", "SYS"; "NET"
// over a network, "X" for no route at all.
std::string reach_text(const Topology&, const std::vector<LinkId>& route);

}  // namespace commlab
