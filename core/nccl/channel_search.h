#pragma once
// One attempt of NCCL's search: the channels that fit at a given speed, over paths that are good enough.

#include <vector>

#include "core/nccl/nccl_graph.h"

namespace commlab {

struct ChannelDemand {
  NcclPattern pattern = NcclPattern::ring;
  double intra = 0, inter = 0;  // GB/s of each channel
  NcclPathType worst_intra = NcclPathType::sys, worst_inter = NcclPathType::sys;
  bool crosses_rails = false;
  bool same_channels = false;
  int most = 1;
};

struct FoundChannels {
  std::vector<NcclChannel> channels;  // empty if not even one fits
  NcclPathType worst_intra = NcclPathType::loc, worst_inter = NcclPathType::loc;
  int hops = 0;  // links that they cross, all together
};

// The most channels that were found before the search gave up. REQUIRES: a pattern other than NVLS.
FoundChannels find_channels(const NcclNode&, const ChannelDemand&);

}  // namespace commlab
