// Sources: "tuning": src/graph/tuning.cc of NCCL 2.28.9, its latencies of links and its bandwidths of
// channels. "links": NVLink's and PCIe's data sheets, which NCCL's own rates follow. The others are orders of
// magnitude, with wide spreads.
#include "core/fit/priors.h"

#include "core/machine/network_classes.h"

namespace commlab {

std::span<const Prior> priors() {
  constexpr double copies_have_no_limit = 1000;
  static const std::vector<Prior> all = {
      // A kernel's start by cudaLaunchKernel on an idle GPU: 5 to 7 us.
      {"launch", 6, .2, .15},
      // tuning: NVLink Ring LL .6 and Tree LL .6, PCI 1.0.
      {"hop_ll", .55, .2, .4, {{"pcie", 2}, {"mi300x", 2, .5}}},
      // tuning: 1.9 and 1.25. RCCL does not use LL128 on MI300X by default, so it may be slow there.
      {"hop_ll128", 1.5, .4, .4, {{"mi300x", 18, .5}}},
      // tuning: Ring Simple 3.4, PCI 5.7; in a pipeline less.
      {"hop_simple", 2, .4, .4, {{"pcie", 2}}},
      // A first chunk is stored before it is forwarded: some tens of us where chunks are large.
      {"start_ll128", 15, .5, .6, {{"mi300x", .3}}},
      {"start_simple", 30, .4, .4, {{"mi300x", .1, .6}, {"pcie", .5}}},
      // tuning: llMaxBws over channels: V100 3.5, A100 4.4, H100 7.9, B200 11.4.
      {"channel_ll", 4.4, .3, .4, {{"volta", .8}, {"hopper", 1.8}, {"blackwell", 2.6}, {"mi300x", .4}}},
      // tuning: perChMaxRingLL128Bws 20, 20, 36.7 with both directions' copies.
      {"channel_ll128", 16, .3, .4, {{"mi300x", .2, .5}}},
      // tuning: a ring channel of 20 to 30 GB/s is searched for; one SM copies about as much.
      {"channel_simple", 25, .3, .4, {{"mi300x", .5, .5}}},
      {"chain_ll", 1, .5, .3},
      {"chain_ll128", 4, .5, .3, {{"hopper", 2, .3}, {"blackwell", 3, .4}}},
      {"links", .98, .05, .06},  // links
      // One SM's copy within HBM.
      {"own_copy", 25, .4, .5, {{"hopper", 3}, {"blackwell", 3}}},
      // tuning: nvlsEfficiency .85 (Hopper), .74 (Blackwell).
      {"multicast", .9, .1, .15, {{"blackwell", .85}}},

      // RDMA over InfiniBand: 2 to 3 us each way between NICs, and a proxy thread on both sides; RoCE is the
      // same over Ethernet. EFA's reliable datagrams take some 20 us, sockets pass two kernels, and Google's
      // plugins a daemon on each side.
      {"net_hop", 6, .4, .5, {{"efa", 4}, {"tcp", 2}, {"tcp-cloud", 4}, {"tcpxo", 3}, {"tcpx", 6}}},
      {"net_rate", .98, .04, .1, {{infiniband, 1, .06}, {"roce", 1, .06}, {"roce-poor", .6, .3}}},
      // One stream of TCP moves 20 to 30 Gb/s.
      {"net_copies", copies_have_no_limit, 0, .3, {{"tcp", .003}, {"tcp-cloud", .03, .5}}},
      // LL's buffers between nodes are in host memory, written and read over PCIe.
      {"net_pieces_ll", 2, .4, .5},
      // A proxy thread posts one send and one receive for each peer.
      {"net_peer", 4, .4, .4, {{"tcp", 3}}},
      // A NIC handles a message in less than 1 us; Slingshot's rendezvous and TCPX's daemon take longer.
      {"net_message", .5, .3, .4, {{"slingshot", 20}, {"tcpx", 20}, {"tcp-cloud", 4, .6}}},

      {"thread_start", 4.7, .2, 0},
      {"thread_p2p", 1.3, .2, 0},
      {"synchronised", 15, .3, 0},
      {"graph_saves", 3.3, .3, 0},
      {"mesh", .92, .08, 0},
      {"old_ll", 1.1, .4, 0},
      // With Simple, a proxy lets the NIC flush before the GPU reads (src/transport/net.cc). That LL128 takes
      // longer than LL, only timings tell.
      {"net_more_ll128", 4, .4, 0},
      {"net_more_simple", 14, .4, 0},
      {"net_pieces_ll128", 6, .5, 0},
      {"net_pieces_simple", 12, .5, 0},
      {"tree", 2, .5, 0},
      {"nvls_start", 18, .4, 0},
      {"nvls_chunk", 6, .5, 0},
      {"nvls_fill", 2, .4, 0},
      {"nvls_tree_hop", 16, .4, 0},
      {"host_bridge", .85, .15, 0},
      {"without_gpudirect", .75, .15, 0},
      {"shared_nic", .8, .5, 0},
      {"p2p_start", 8, .4, 0},
      {"p2p_channel", 18, .2, 0},
      {"p2p_net_channel", 26, .3, 0},
      {"p2p_net_start", 30, .6, 0},
  };
  return all;
}

}  // namespace commlab
