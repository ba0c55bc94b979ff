#pragma once
// The constants from which NCCL estimates times before it chooses an algorithm and a protocol. They order
// the choices and are no calibration: NCCL's base latencies contain a launch, and some are pessimistic on
// purpose. Latencies are in microseconds, bandwidths in GB/s (10^9 bytes per second).
//
// Source: src/graph/tuning.cc and src/enqueue.cc of NCCL 2.8.4, 2.12.12, 2.18.6, 2.19.4 to 2.22.3, 2.23.4 to
// 2.27.7, 2.28.9 and 2.30.7. A version between two of these has the constants of the earlier one.

#include <array>

#include "core/collective/collective.h"
#include "core/nccl/nccl_names.h"
#include "core/nccl/nccl_version.h"

namespace commlab {

// The rows of NCCL's tables. Older GPUs than Volta use Volta's row.
enum class NcclGeneration : std::uint8_t { volta, ampere, hopper, blackwell };
NcclGeneration generation_of(int compute_capability_times_ten);

// Values for one node, for two, and for more.
struct PerNodes {
  double one = 0, two = 0, more = 0;
  double at(int nodes) const { return nodes <= 1 ? one : nodes == 2 ? two : more; }
};

struct NcclTuning {
  PerAlgorithm base;                                  // of each call
  PerAlgorithm over_nvlink, over_pcie, over_network;  // of each hop
  double ll_hop_between_nodes = 1;    // factor of hops within a node by LL, where there are several nodes
  std::array<PerNodes, 4> ll_most{};  // LL: the most of all channels together, by NcclGeneration
  PerNodes ring_ll128_channel, tree_ll128_channel;  // the most of one channel
  PerNodes tree_channel, nvls_tree_channel;
  double nvls_efficiency = 0;            // 0: no such factor; the ratio below is used
  double nvls_ratio = 0;                 // bandwidth of the algorithm / of its links; 0: as for a ring
  double ring_ll_share = 0.5;            // of the channels' bandwidth that LL reaches
  double ring_ll_share_one_node = 0.5;   // the same on one node, where nothing is reduced
  double ring_ll128_share_alone = 0.92;  // of LL128, if each node has one GPU
  double pat_share = 0.75;
  double most_of_all = 0;          // no algorithm is faster than this; 0: no limit
  bool counts_posting = true;      // the time of a CPU to post a message to the network
  bool last_node_twice = false;    // a ring of N nodes counts 2 N hops between nodes, not 2 (N - 1)
  double plateau = 1;              // factor of the latency of Ring, Simple, AllReduce over nodes
  bool plateau_by_channel = true;  // from 64 bytes for each channel and rank; else from ranks * 4 KiB
  int most_channels = 64;
};

// `sm`: compute capability times ten, the lowest of all GPUs.
NcclTuning nccl_tuning(NcclVersion, int sm, CollectiveKind);

// Whether the version has the algorithm for the collective at all.
bool has_algorithm(NcclVersion, NcclAlgorithm, CollectiveKind);
// The factor of a Tree's bandwidth, which depends on the size of an AllReduce.
double tree_correction(NcclVersion, NcclProtocol, Bytes);

}  // namespace commlab
