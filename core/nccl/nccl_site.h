#pragma once
// The numbers of a machine that NCCL's clock needs: what links and NICs carry, and how ranks and nodes lie.

#include "core/nccl/nccl_comm.h"

namespace commlab {

struct NcclSite {
  int ranks = 1;
  int nodes = 1;
  NcclVersion version;
  int sm = 0;              // compute capability times ten
  bool rccl = false;       // AMD's library
  double links = 0;        // GB/s into the node from one GPU, at NCCL's rates; of PCIe: with both ways in use
  double one_link = 0;     // GB/s between two neighbours
  double to_the_next = 0;  // GB/s out of a GPU within the node, where each sends to the next one,
  double to_all = 0;       // to all others at once,
  double from_one = 0;     // or only one sends to all others
  bool over_host = false;  // GPUs reach one another only over PCIe
  bool mesh = false;       // each pair of GPUs has its own links
  int nics = 0;            // of a node, that its GPUs use
  double nic = 0;          // GB/s of one NIC, which carries 96 % of what it is sold as: NCCL's 12, 24, 48
  int channels = 1;        // the most
  int nvls_channels = 0;   // of NVLS and NVLSTree, where there are any

  double per_node() const { return static_cast<double>(ranks) / nodes; }
};

NcclSite nccl_site(const NcclComm&);

}  // namespace commlab
