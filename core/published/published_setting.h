#pragma once
// What the header of a published table says of the machine and the run, as an experiment has it:
// the machine, how many GPUs of each node, who launched, what was forced. What the header does not
// say gets a default, and is said. A table that commlab measured itself says all of it, as it was typed.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/published/published.h"

namespace commlab {

struct PublishedSetting {
  std::string node;     // a machine's name: "dgx-a100"; empty where none is like it
  std::string nic;      // of its NICs, where there are several nodes: "200G"
  int nics = 0;         // of a node; 0: those the machine has
  std::string network;  // parameters of the network: "infiniband"; empty on one node
  LaunchMode launch = LaunchMode::processes;
  std::string algorithm = "auto";  // what was forced: "ring", "double-tree", "nvls", "direct"
  ProtocolChoice protocol = ProtocolChoice::automatic;
  int channels = 0;  // 0: not forced
  bool without_nvls = false;
  bool without_p2p = false;          // between GPUs only through host memory
  bool both_directions = false;      // pairs: the sum of two at once
  bool between_nodes = false;        // pairs: of nodes, each with one GPU
  bool per_peer = false;             // all_to_all: sizes are of one pair, not of all
  std::vector<std::string> assumed;  // one sentence each
  // What commlab itself ran, from "experiment:", without a size. Then `node` is a file: that of the machine
  // which was calibrated, beside the table, from "machine:"; and nothing else here counts.
  std::optional<Experiment> experiment;
};

// An error: what no model here can predict (messages of MPI, or between hosts); an experiment that is none,
// or has no machine.
Result<PublishedSetting> setting_of(const PublishedTable&);

}  // namespace commlab
