#pragma once
// NCCL's clock: how long a call takes, in closed form. NCCL's own estimates order its choices; as times they
// are 20 to 60 % too short between 4 KiB and 32 MiB. The clock adds what a call does there:
//
//   launch     once; one thread that starts all GPUs takes longer (LaunchMode)
//   start      LL128 and Simple need time before the first byte moves, except a tree's pieces with Simple
//   hops       of the longest chain; one between nodes costs more than one within a node, and in trees every
//              piece is stored and forwarded there
//   bytes      through a call's channels and over its links, which overlap for the most part; where there are
//              several nodes, also over their NICs
//   fill       NVLS, trees and chains wait for the first chunk
//
// The forms follow NCCL's source (src/device, src/enqueue.cc, src/graph/tuning.cc, 2.28.9); their parameters
// (core/machine/nccl_costs.h) are fitted to published timings of nccl-tests. Calls of one form follow one
// another in a loop there, as in training: broadcasts then pay no hops, since the next call fills the chain.

#include <optional>

#include "core/collective/collective.h"
#include "core/machine/launch_mode.h"
#include "core/machine/nccl_costs.h"
#include "core/nccl/nccl_names.h"
#include "core/nccl/nccl_site.h"

namespace commlab {

struct ClockedCall {
  Collective collective;
  LaunchMode launch = LaunchMode::processes;
  bool loop = false;              // one of many calls in a row
  bool synchronised = false;      // the host waits for each call
  bool one_ring = false;          // all channels follow one ring, as a custom program makes them
  std::optional<int> channels{};  // if forced
};

// Microseconds of a call that NCCL runs in this way. REQUIRES: is_complete(costs), is_tuned_by_nccl, an
// algorithm that the site has, and some data.
double nccl_time_us(const NcclSite&, const NcclCosts&, const ClockedCall&, NcclAlgorithm, NcclProtocol);

// The same for collectives that are made of sends and receives. `one_way`: of a pair, only one sends.
// REQUIRES: is_complete(costs), not is_tuned_by_nccl.
double nccl_p2p_time_us(const NcclSite&, const NcclCosts&, const ClockedCall&, bool one_way = false);

// The same for all_reduce or all_gather by direct messages between all pairs at once, as RCCL's custom
// programs do.
double nccl_pairs_time_us(const NcclSite&, const NcclCosts&, const ClockedCall&, NcclProtocol);

}  // namespace commlab
