#pragma once
// Finds the machine that a user names: by its name in the folder, as a file, as a SPEC, or as a cluster of
// one of these.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// Values that a name or a file may not give.
struct MachineHints {
  std::string nic{};  // NIC of a cluster: "400G"
  std::string gpu{};  // GPU model of a pasted topology: "A100"
};

// What the words after a cluster's node say of its network.
struct NetworkWords {
  Interconnect network;
  std::string fabric{};  // its file of parameters: "efa"; empty: the node's
  std::string nic{};     // the rate of a NIC as it is written, "400G"; empty: the node's
};
// Reads "400G, efa, 8 NICs". An error names the word that is not understood.
Result<NetworkWords> network_words(std::string_view);

// The parts of a machine's name: of "4x dgx-h100,400G,efa" 4 nodes, "dgx-h100" and the words for its network.
// Another machine is one node, and has no words.
struct NodeOfCluster {
  int nodes = 1;
  std::string node;
  NetworkWords words;
};
Result<NodeOfCluster> node_of_cluster(std::string_view name);

// A name in `machine_folder`, a file, a SPEC, or a cluster of one of these: "2x dgx-h100" or, with words for
// its network, "128x dgx-h100,400G,efa,rail,leaf=4,2:1,8 NICs". The error for an unknown name offers the
// nearest name. Parameter files are in machine_folder/parameters.
Result<Machine> find_machine(std::string_view name, const std::filesystem::path& machine_folder,
                             const MachineHints& hints = {});
std::vector<std::string> machine_names(const std::filesystem::path& machine_folder);

}  // namespace commlab
