#pragma once
// How NCCL chooses: it estimates every algorithm with every protocol, and takes the fastest estimate
// (ncclTopoTuneModel in src/graph/tuning.cc, topoGetAlgoInfo in src/enqueue.cc, 2.28.9):
//
//   time = latency + size / bandwidth
//
// The estimates order the choices. As times they are 20 to 60 % too short between 4 KiB and 32 MiB.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/collective.h"
#include "core/nccl/nccl_comm.h"

namespace commlab {

struct NcclEstimate {
  double latency_us = 0;
  double bandwidth_GBps = 0;  // of the algorithm: size / time
};

struct NcclCandidate {
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
  NcclEstimate estimate;  // 0 where nothing is known: a network that reduces, channels that were not found
  double time_us = 0;    // for the size
  std::string excluded;  // why NCCL cannot take it; empty: it can
};

struct NcclWay {
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
  int channels = 1;
  int threads = 0;     // of each channel
  double time_us = 0;  // NCCL's estimate
  bool operator==(const NcclWay&) const = default;
};

// Whether NCCL chooses among algorithms for the collective. The others are made of sends and receives.
bool is_tuned_by_nccl(CollectiveKind);

// All algorithms that NCCL has for the collective, with each protocol that they can use, in NCCL's order.
// REQUIRES: is_tuned_by_nccl.
std::vector<NcclCandidate> nccl_candidates_of(const NcclComm&, const Collective&);

// Why NCCL does not use LL128 there; empty: it does.
std::string_view why_not_ll128(const NcclComm&);

// The channels and threads of a candidate.
NcclWay nccl_way_of(const NcclComm&, const Collective&, const NcclCandidate&);
// NCCL's choice. An error if the settings leave nothing.
Result<NcclWay> nccl_way(const NcclComm&, const Collective&);

// The sizes at which the choice of algorithm or protocol changes, from 8 B to 8 GiB; the first is 8 B.
struct NcclSwitch {
  Bytes from;
  NcclWay way;
};
std::vector<NcclSwitch> nccl_switches(const NcclComm&, const Collective&);

}  // namespace commlab
