#include "core/nccl/nccl_tuning.h"

#include <algorithm>
#include <bit>

#include "core/base/index.h"

namespace commlab {
namespace {

using A = NcclAlgorithm;
using P = NcclProtocol;
using Kind = CollectiveKind;

constexpr NcclVersion v2_12{2, 12}, v2_17{2, 17}, v2_18{2, 18}, v2_19{2, 19}, v2_21{2, 21}, v2_23{2, 23},
    v2_24{2, 24}, v2_25{2, 25}, v2_28{2, 28}, v2_29{2, 29}, v2_30{2, 30};

// The order is LL, LL128, Simple.
void set_base(NcclTuning& t, NcclVersion v) {
  const bool early = v < v2_18;
  t.base[A::tree] = early ? PerProtocol{4.4, 4.4, 0} : PerProtocol{6.8, 14, v < v2_23 ? 0 : 8.4};
  t.base[A::ring] = early ? PerProtocol{3.6, 10, 8.4} : PerProtocol{6.6, 14, 8.4};
  const PerProtocol collnet = early       ? PerProtocol{4.4, 4.4, 0}
                              : v < v2_19 ? PerProtocol{6.8, 14, 0}
                                          : PerProtocol{0, 0, 0};
  t.base[A::collnet_direct] = t.base[A::collnet_chain] = collnet;
  if (v < v2_19) t.base[A::nvls][P::simple] = t.base[A::nvls_tree][P::simple] = 23;
  t.base[A::pat] = {8, 8, 8};
}

void set_hops(NcclTuning& t, NcclVersion v) {
  const bool early = v < v2_18;
  const bool slow_tree = early || (v >= v2_19 && v < v2_23);
  t.over_nvlink[A::tree] = {early ? .52 : .6, 1.25, slow_tree ? 28. : 4.};
  t.over_nvlink[A::ring] = {early ? .47 : .6, 1.9, 3.4};
  t.over_nvlink[A::collnet_direct] = {0, 0, 3.7};
  t.over_nvlink[A::collnet_chain] = {0, 0, 2.8};
  t.over_nvlink[A::nvls] = t.over_nvlink[A::nvls_tree] = {0, 0, v < v2_19 ? 0. : v < v2_21 ? 23. : 25.};
  t.over_nvlink[A::pat] = {0, 0, 4};

  t.over_pcie[A::tree] = {1, 1.9, slow_tree ? 28. : v < v2_19 ? 6. : 4.};
  t.over_pcie[A::ring] = {1, 2.5, 5.7};
  t.over_pcie[A::collnet_direct] = {0, 0, 3.7};
  t.over_pcie[A::collnet_chain] = {0, 0, 2.8};
  t.over_pcie[A::pat] = {0, 0, 4};

  t.over_network[A::tree] = {5, 8.5, slow_tree ? 28. : 14.};
  t.over_network[A::ring] = {2.7, 4, v < v2_12 ? 9.6 : early ? 28. : 14.};
  t.over_network[A::collnet_direct] = {0, 0, 31};
  t.over_network[A::collnet_chain] = {0, 0, 30};
  t.over_network[A::nvls] = {0, 0, 18};
  t.over_network[A::nvls_tree] = {0, 0, v < v2_19 ? 19. : v < v2_28 ? 14. : 20.9};
  t.over_network[A::pat] = {0, 0, 14};
  if (early) t.ll_hop_between_nodes = 1.8;
}

void set_ceilings(NcclTuning& t, NcclVersion v, NcclGeneration gpu, Kind kind) {
  constexpr PerNodes volta{39, 39, 20.4}, ampere{87.7, 22.5, 19}, hopper{141, 45, 35};
  t.ll_most = {volta, ampere, v < v2_21 ? ampere : hopper, PerNodes{282, 90, 70}};
  constexpr PerNodes same_20{20, 20, 20}, same_37{36.7, 36.7, 36.7};
  switch (gpu) {
    case NcclGeneration::volta:
      t.ring_ll128_channel = t.tree_ll128_channel = same_20;
      t.tree_channel = {26.5, 18.5, 10};
      break;
    case NcclGeneration::ampere:
      t.ring_ll128_channel = t.tree_ll128_channel = same_20;
      t.tree_channel = {24, 23.6, 17.8};
      break;
    case NcclGeneration::hopper:
      t.ring_ll128_channel = same_37;
      t.tree_ll128_channel = {36.7, 36.7, 29};
      t.tree_channel = {38.7, 41.4, 36};
      t.nvls_tree_channel = {0, 57.7, 45.5};
      break;
    case NcclGeneration::blackwell:
      if (v < v2_28) {  // twice Hopper's, since 2.25
        t.ring_ll128_channel = {73.4, 73.4, 73.4};
        t.tree_ll128_channel = {73.4, 73.4, 58};
        t.tree_channel = {77.4, 82.8, 72};
        t.nvls_tree_channel = {0, 115.4, 91};
        break;
      }
      t.ring_ll128_channel = v < v2_29 ? PerNodes{73.4, 34.6, 73.4} : PerNodes{40, 40, 40};
      t.tree_ll128_channel = {55.6, 31.67, 20};
      t.tree_channel = {70, 42.8, 24};
      t.nvls_tree_channel = {0, 96, v < v2_30 ? 43.8 : 80};
      break;
  }
  if (v >= v2_12) return;
  const double channel = kind == Kind::broadcast        ? 18.8
                         : kind == Kind::reduce         ? 12
                         : kind == Kind::all_gather     ? 18.3
                         : kind == Kind::reduce_scatter ? 15.2
                                                        : 16.9;
  t.ring_ll128_channel = t.tree_ll128_channel = {channel, channel, channel};
}

void set_shares(NcclTuning& t, NcclVersion v, NcclGeneration gpu) {
  if (v >= v2_28)
    t.nvls_efficiency = gpu == NcclGeneration::hopper ? .85 : gpu == NcclGeneration::blackwell ? .74 : 0;
  else
    t.nvls_ratio = 5. / 6;
  if (v < v2_21) {
    t.ring_ll_share = 1. / 4;
    t.ring_ll_share_one_node = 1. / 3;
  }
  if (v < v2_23) t.ring_ll128_share_alone = .7;
  if (v < v2_24) t.pat_share = .85;
  if (v < v2_18 && gpu == NcclGeneration::ampere) t.most_of_all = 235;
}

}  // namespace

NcclGeneration generation_of(int sm) {
  return sm >= 100  ? NcclGeneration::blackwell
         : sm >= 90 ? NcclGeneration::hopper
         : sm >= 80 ? NcclGeneration::ampere
                    : NcclGeneration::volta;
}

NcclTuning nccl_tuning(NcclVersion v, int sm, Kind kind) {
  // Blackwell has rows since 2.25, Hopper since 2.18.
  NcclGeneration gpu = generation_of(sm);
  if (v < v2_25) gpu = std::min(gpu, NcclGeneration::hopper);
  if (v < v2_18) gpu = std::min(gpu, NcclGeneration::ampere);
  NcclTuning t{};
  set_base(t, v);
  set_hops(t, v);
  set_ceilings(t, v, gpu, kind);
  set_shares(t, v, gpu);
  t.counts_posting = v >= v2_18;
  t.last_node_twice = v >= v2_12 && v < v2_23;
  t.plateau = v < v2_18 || sm < 80 ? 1.9 : 1.4;
  t.plateau_by_channel = v >= v2_18;
  t.most_channels = v < v2_25 ? 32 : 64;
  return t;
}

bool has_algorithm(NcclVersion v, NcclAlgorithm algorithm, Kind kind) {
  const bool halves = kind == Kind::all_gather || kind == Kind::reduce_scatter;
  const bool all_reduce = kind == Kind::all_reduce;
  switch (algorithm) {
    case A::ring: return all_reduce || halves || kind == Kind::broadcast || kind == Kind::reduce;
    case A::tree:
    case A::collnet_chain: return all_reduce;
    case A::collnet_direct: return all_reduce || halves;
    case A::nvls: return (all_reduce && v >= v2_17) || (halves && v >= v2_19);
    case A::nvls_tree: return all_reduce && v >= v2_18;
    case A::pat: return halves && v >= v2_23;
  }
  return false;
}

double tree_correction(NcclVersion v, NcclProtocol protocol, Bytes size) {
  // From 64 bytes, where the factor is that of the next lower power of two, to 256 MiB.
  static constexpr std::array<std::array<double, 23>, 3> factors = {{
      {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1},
      {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1},
      {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9},
  }};
  static constexpr std::array<double, 10> early_ll128 = {.5, .6, .6, .7, .7, .8, .9, .9, .92, .92};
  constexpr std::size_t first_early = 13;
  if (size < Bytes{64}) return 1;
  const auto doublings =
      static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(size.count / 64))) - 1;
  const std::size_t last = factors[0].size() - 1;
  if (doublings > last + (v >= v2_29 ? 1 : 0)) return 1;
  if (v < v2_12 && protocol == P::ll128 && doublings >= first_early)
    return early_ll128[doublings - first_early];
  return factors[static_cast<std::size_t>(protocol)][std::min(doublings, last)];
}

}  // namespace commlab
