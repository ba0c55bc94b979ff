#pragma once
// What the header of a published table says of the machine and the run, as in an experiment: the
// machine, how many GPUs of each node, what launched the work, what was forced. What the header does
// not say gets a default, which `assumed` names. A table that commlab measured has its whole experiment.

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
  // The experiment that commlab itself ran, from "experiment:", without a size. Then `node` is the file of
  // the calibrated machine, from "machine:", in the folder of the table; and all other members are unused.
  std::optional<Experiment> experiment;
};

// An error for what no model here can predict (messages of MPI, or between hosts), and for an experiment that
// is wrong or has no machine.
Result<PublishedSetting> setting_of(const PublishedTable&);

}  // namespace commlab
