#pragma once
// Files of parameters: what machines have in common, each number once. A named machine lists the files it
// uses (parameters = ["h100-nvswitch", "infiniband"]); a pasted topology uses the file for its GPUs and their
// NVLinks. So both have the same costs.
//
//   # h100-nvswitch.toml
//   parameters = ["h100"]                 first these, then what this file says itself
//   [server]                              the pasted topologies that take this file; absent: none
//   gpus = ["H100", "H200"]
//   nvlinks = ["nvswitch"]
//   machine = "dgx-h100"                  the named machine that takes it, too; may be absent
//   [multicast]                           as in a machine's file: costs, links by kind (machine_links.h),
//   launch = "52us"                       sources

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/machine_text/machine_links.h"

namespace commlab {

// How the NVLinks of a server are wired.
enum class NvlinkWiring : std::uint8_t {
  none,       // there are no NVLinks
  nvswitch,   // each GPU to NVSwitches
  all_pairs,  // every two GPUs, directly
  cube_mesh,  // some pairs, so that all GPUs are joined
  bridges,    // some pairs, so that not all GPUs are joined
};
NvlinkWiring nvlink_wiring_of(const Topology&);
std::string_view name_of(NvlinkWiring);     // as [server] names it
std::string_view phrase_for(NvlinkWiring);  // "with NVLinks to NVSwitch"

// Reads files of parameters into a machine and its kinds of links; each file once. A later file replaces the
// values of an earlier one.
class ParameterFiles {
 public:
  // All three must live as long as the reader.
  ParameterFiles(Machine& machine, LinkKinds& kinds, const std::filesystem::path& folder)
      : machine_(machine), kinds_(kinds), folder_(folder) {}

  // The error for an unknown name offers the nearest. With [multicast], the machine's topology multicasts.
  Status add(std::string_view name);

 private:
  Machine& machine_;
  LinkKinds& kinds_;
  const std::filesystem::path& folder_;
  std::vector<std::string> added_;
};

// A file of a network gives only its part of what calls of NCCL cost. Without the file of the GPUs, that is
// of no use.
void forget_incomplete_costs(Machine&);

struct ServerParameters {
  std::string name;     // name of the file: "h100-nvswitch"
  std::string machine;  // "dgx-h100"; may be empty
};
// The file of parameters for servers with these GPUs. Returns an error if no file, or more than one, is for
// them.
Result<ServerParameters> find_server_parameters(std::string_view gpu, NvlinkWiring,
                                                const std::filesystem::path& folder);

}  // namespace commlab
