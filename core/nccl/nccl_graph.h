#pragma once
// The channels that NCCL lays over a node: how many, at which speed, and in which order each visits the GPUs
// (ncclTopoCompute, src/graph/search.cc, 2.28.9). A channel takes its speed from every link that it crosses;
// the search wants the most channels times speed.
//
//   one node       a ring channel goes through all GPUs and back to the first
//   several nodes  it comes in over a NIC and leaves over a NIC:   nic 0 -> gpu 0 -> gpu 1 -> ... -> nic 0
//   tree           a chain through the GPUs; between nodes, the NIC's traffic is on the first GPU,
//                  or split between two
//   NVLS           each of h heads sums and multicasts its share, which takes (h + 1) times the
//                  speed from each GPU's NVLinks

#include <vector>

#include "core/nccl/nccl_node.h"

namespace commlab {

enum class NcclPattern : std::uint8_t { ring, balanced_tree, tree, nvls };

struct NcclChannel {
  std::vector<int> gpus;
  int nic_in = -1, nic_out = -1;  // -1: only one node
  bool operator==(const NcclChannel&) const = default;
};

struct NcclGraph {
  NcclPattern pattern = NcclPattern::ring;
  int channels = 0;                             // before NCCL doubles them
  double intra = 0;                             // GB/s of a channel within the node
  double inter = 0;                             // and between nodes
  NcclPathType type_intra = NcclPathType::loc;  // the worst path of all channels
  NcclPathType type_inter = NcclPathType::loc;
  bool same_channels = true;       // all channels visit the GPUs in the same order
  bool crosses_rails = false;      // a channel may leave by another NIC than it came in by
  std::vector<NcclChannel> order;  // before channels were split in two of half the speed
};

// What two nodes can do that found these.
NcclGraph worse_of(const NcclGraph&, const NcclGraph&);

// One channel of 0.1 GB/s in simple order if there is no path. Deterministic; takes milliseconds.
NcclGraph ring_graph(const NcclNode&, NcclVersion);
// Exactly as many channels as the ring has.
NcclGraph tree_graph(const NcclNode&, int ring_channels);
// No channels without NVSwitches that multicast, or before compute capability 9.0.
NcclGraph nvls_graph(const NcclNode&, NcclVersion);

}  // namespace commlab
