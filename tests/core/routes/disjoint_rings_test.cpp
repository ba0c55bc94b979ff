// Rings that share no link: as many as the wiring allows, where that number is known.

#include "core/routes/disjoint_rings.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "core/machine/machine.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

using Rings = std::vector<std::vector<Rank>>;

Topology topology_of(std::string_view name) { return shipped_machine(name).topology; }

// Every ring visits every rank once, and all rings together use no more than each link's bandwidth.
void expect_disjoint(const Topology& topology, int ranks, const Rings& rings, Bandwidth unit) {
  std::map<std::pair<Rank, Rank>, std::int64_t> free;
  for (const Link& link : topology.links) free[{link.from, link.to}] += link.bandwidth.bytes_per_second;
  for (const auto& ring : rings) {
    std::vector<Rank> sorted = ring, all(static_cast<std::size_t>(ranks));
    std::ranges::sort(sorted);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(sorted, all);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      std::int64_t& left = free[{ring[i], ring[(i + 1) % ring.size()]}];
      left -= unit.bytes_per_second;
      EXPECT_GE(left, 0) << ring[i] << " -> " << ring[(i + 1) % ring.size()];
    }
  }
}

// Every GPU has twelve NVLinks, in bundles of two and four: six rings use two of them each, and none is left.
TEST(DisjointRings, OfTheCubeMeshTakeEveryNvlink) {
  const Topology hcm8 = topology_of("hcm8");
  const Rings rings = disjoint_rings(hcm8, 8);
  EXPECT_EQ(rings.size(), 6);
  expect_disjoint(hcm8, 8, rings, {2 * 23'330'000'000});
}

// A DGX-1 with V100 has six single NVLinks per GPU; an MI300X has seven links to the others.
TEST(DisjointRings, OfMachinesPeopleOwn) {
  EXPECT_EQ(disjoint_rings(topology_of("dgx1-v100"), 8).size(), 6);
  EXPECT_EQ(disjoint_rings(topology_of("dgx1-p100"), 8).size(), 4);
  EXPECT_EQ(disjoint_rings(topology_of("mi300x"), 8).size(), 7);
  EXPECT_TRUE(disjoint_rings(topology_of("dgx-h100"), 8).empty());
}

TEST(DisjointRings, OfFamiliesAreAsManyAsTheirLinksAllow) {
  struct Row {
    const char* machine;
    int ranks;
    std::size_t rings;
  };
  for (const Row& row : {Row{"ring:8,25GB/s,1us", 8, 2}, Row{"torus:4x4,25GB/s,1us", 16, 4},
                         Row{"torus:3x3,25GB/s,1us", 9, 4}, Row{"mesh:4x4,25GB/s,1us", 16, 2},
                         Row{"mesh:7x8,25GB/s,1us", 56, 2}, Row{"torus:8x8,25GB/s,1us", 64, 4},
                         Row{"mesh:3x3,25GB/s,1us", 9, 0},  // a mesh with an odd number of ranks has no ring
                         Row{"switch:8,25GB/s,1us", 8, 0}, Row{"ring:8,25GB/s,1us", 5, 0}}) {
    const Topology topology = topology_of(row.machine);
    const Rings rings = disjoint_rings(topology, row.ranks);
    EXPECT_EQ(rings.size(), row.rings) << row.machine;
    expect_disjoint(topology, row.ranks, rings, GBps(25));
  }
}

// Where each GPU is joined to each other, n - 1 rings use every link; only for 4 and 6 GPUs there is one ring
// less (Tillson, 1980: Hamiltonian decompositions of complete directed graphs).
TEST(DisjointRings, OfACompleteGraph) {
  const auto complete = [](int gpus) {
    Topology topology;
    for (int gpu = 0; gpu < gpus; ++gpu) topology.add(fmt::format("gpu{}", gpu), NodeType::gpu);
    topology.gpus = gpus;
    for (int a = 0; a < gpus; ++a)
      for (int b = 0; b < a; ++b) topology.connect(a, b, LinkType::nvlink, GBps(50), {});
    return topology;
  };
  for (const auto& [gpus, rings] : {std::pair(2, 1), std::pair(3, 2), std::pair(4, 2), std::pair(5, 4),
                                    std::pair(6, 4), std::pair(7, 6), std::pair(8, 7)}) {
    const Rings found = disjoint_rings(complete(gpus), gpus);
    EXPECT_EQ(found.size(), static_cast<std::size_t>(rings)) << gpus;
    expect_disjoint(complete(gpus), gpus, found, GBps(50));
  }
}

// Bundles of two, four and six NVLinks: six rings, each over half of a bundle, where four GPUs have three
// bundles each.
TEST(DisjointRings, OfFourGpusWiredAllToAllTakeHalvesOfBundles) {
  for (const char* name : {"v100x4", "a100x4", "gh200x4", "h100x4"}) {
    const Topology machine = topology_of(name);
    const Rings rings = disjoint_rings(machine, 4);
    EXPECT_EQ(rings.size(), 6) << name;
    expect_disjoint(machine, 4, rings, {machine.links[0].bandwidth.bytes_per_second / 2});
  }
}

TEST(DisjointRings, AreFewerRanksRingsToo) {
  const Topology hcm8 = topology_of("hcm8");
  EXPECT_EQ(disjoint_rings(hcm8, 2), (Rings{{0, 1}}));
  EXPECT_TRUE(disjoint_rings(hcm8, 1).empty());
}

}  // namespace
}  // namespace commlab
