#pragma once
// What NCCL knows after ncclCommInit: its ranks, the channels that it found, and what the user's environment
// asks for (src/init.cc, src/graph/connect.cc, 2.28.9).

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/nccl/nccl_graph.h"
#include "core/nccl/nccl_names.h"

namespace commlab {

// The user's environment: NCCL_ALGO, NCCL_PROTO, NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS, NCCL_NTHREADS.
struct NcclSettings {
  NcclVersion version = newest_nccl;
  std::vector<NcclAlgorithm> algorithms;                   // empty: all
  std::vector<NcclProtocol> protocols;                     // empty: NCCL's default
  int least_channels = 0, most_channels = 0, threads = 0;  // 0: NCCL's default
  bool operator==(const NcclSettings&) const = default;
};

// "ring,tree" or "^nvls": names as NCCL writes them, in any case; ^ excludes. An error lists the names.
Result<std::vector<NcclAlgorithm>> parse_nccl_algorithms(std::string_view text);
Result<std::vector<NcclProtocol>> parse_nccl_protocols(std::string_view text);

struct NcclComm {
  NcclSettings settings;
  int ranks = 1;
  int nodes = 1;
  NcclNode node;  // all nodes are alike
  NcclGraph ring, tree, nvls;
  int channels = 0;       // of a collective; twice those of the search
  int nvls_channels = 0;  // of NVLS and NVLSTree

  double per_node() const { return static_cast<double>(ranks) / nodes; }
  const NcclGraph& graph_of(NcclAlgorithm) const;
};

// REQUIRES: 1 <= ranks <= the machine's GPUs.
NcclComm nccl_comm(const Machine&, int ranks, const NcclSettings&);

}  // namespace commlab
