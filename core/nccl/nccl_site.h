#pragma once
// What the costs of NCCL's calls depend on besides the machine's links: how ranks and nodes lie, and how many
// channels there are.

#include "core/nccl/nccl_comm.h"

namespace commlab {

struct NcclSite {
  int ranks = 1;
  int nodes = 1;
  NcclVersion version;
  int sm = 0;              // compute capability times ten
  bool rccl = false;       // AMD's library
  double links = 0;        // GB/s of all NVLinks of a GPU, at NCCL's rates
  double counted = 1;      // share of the NVLinks' rate in the machine that NCCL's rate is, at most 1
  bool over_host = false;  // rings within a node cross PCIe
  bool mesh = false;       // each pair of GPUs has its own links
  bool ll128 = false;      // NCCL uses LL128 here
  int nics = 0;            // of a node, that its GPUs use
  int channels = 1;        // the most
  int nvls_channels = 0;   // of NVLS and NVLSTree, where there are any

  double per_node() const { return static_cast<double>(ranks) / nodes; }
};

NcclSite nccl_site(const NcclComm&);

}  // namespace commlab
