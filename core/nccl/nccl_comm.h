#pragma once
// What NCCL knows after ncclCommInit: its ranks, the channels that it found, and what the user's environment
// asks for (src/init.cc, src/graph/connect.cc, 2.28.9).

#include "core/machine/machine.h"
#include "core/nccl/nccl_graph.h"
#include "core/nccl/nccl_names.h"
#include "core/nccl/nccl_settings.h"

namespace commlab {

struct NcclComm {
  NcclSettings settings;
  int ranks = 1;
  int nodes = 1;
  NcclNode node;  // as most of them are
  NcclGraph ring, tree, nvls;
  bool collnet = false;  // the switches of the network reduce, and NCCL_COLLNET_ENABLE=1
  // The ranks of each node at which data of other nodes enter; empty: all.
  std::vector<std::vector<Rank>> heads{};
  int channels = 0;       // of a collective; twice those of the search
  int nvls_channels = 0;  // of NVLS and NVLSTree

  double per_node() const { return static_cast<double>(ranks) / nodes; }
  const NcclGraph& graph_of(NcclAlgorithm) const;
};

// `damaged`: the nodes that are unlike the others. REQUIRES: 1 <= ranks <= the machine's GPUs.
NcclComm nccl_comm(const Machine&, int ranks, const NcclSettings&, const std::vector<int>& damaged = {});

}  // namespace commlab
