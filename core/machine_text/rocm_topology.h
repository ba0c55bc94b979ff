#pragma once
// The machine that `rocm-smi --showtopo` describes: AMD's GPUs, joined by xGMI or over PCIe. Of its tables,
// three are used; the text may stand in another one.
//
//   ====================== Hops between two GPUs ======================
//          GPU0         GPU1
//   GPU0   0            1
//   GPU1   1            0
//   ==================== Link Type between two GPUs ===================
//          GPU0         GPU1
//   GPU0   0            XGMI
//   GPU1   XGMI         0
//   ============================ Numa Nodes ===========================
//   GPU[0]   : (Topology) Numa Node: 0
//
// Nor does it say how many xGMI links join two GPUs: one is assumed for GPUs that are one hop apart, and four
// for the two of an MI250, which are in one package. Rates and costs come from the parameters for its GPUs.

#include <filesystem>
#include <string_view>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

bool looks_like_rocm_topology(std::string_view text);
// `gpu`: "MI300X"; may be empty if the text names the GPU (core/machine_text/computer_report.h), and must not
// contradict it. Errors are one sentence with file and line.
Result<Machine> machine_from_rocm_topology(std::string_view text, std::string_view file_name,
                                           std::string_view gpu,
                                           const std::filesystem::path& parameter_folder);

}  // namespace commlab
