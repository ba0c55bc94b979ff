#pragma once
// NCCL's topology as XML, what NCCL_TOPO_DUMP_FILE writes and NCCL_TOPO_FILE reads: sockets, the tree of
// PCIe below each, GPUs with their NVLinks, NICs.
//
//   <system version="1">
//     <cpu numaid="0" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143">
//       <pci busid="0000:10:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">   a switch
//         <pci busid="0000:11:00.0" class="0x030200" ...>
//           <gpu dev="0" sm="90" rank="0"> <nvlink target="0000:a0:00.0" count="18" tclass="0x068000"/> ...
//         <pci busid="0000:12:00.0" class="0x020700" ...>
//           <nic> <net name="mlx5_0" dev="0" speed="400000"/> ...
//
// Rates and costs come from the parameters for its GPUs (core/machine_text/server_parameters.h). The GPU is
// the model with the PCI device id, else the first model of the compute capability. If the parameters do not
// give the rates of PCIe (lanes times speed / 80) and sockets (by CPU model), they are NCCL's
// (src/graph/topo.cc, 2.28.9). GPUs are put in order of rank; GPUs without a rank take no part.

#include <filesystem>
#include <string_view>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/machine_text/imported_machine.h"

namespace commlab {

bool looks_like_xml(std::string_view text);
// `gpu`: "H200", used instead of the model that the file names; may be empty. Errors are one sentence
// with file and line.
Result<Machine> machine_from_nccl_topology(std::string_view text, std::string_view file_name,
                                           std::string_view gpu,
                                           const std::filesystem::path& parameter_folder);
// The same wiring without rates and costs.
Result<ImportedWiring> wiring_from_nccl_topology(std::string_view text, std::string_view file_name,
                                                 std::string_view gpu);

}  // namespace commlab
