// Tiles are found where a machine is made of equal parts, and only there; and a run of which only the first
// tile is simulated is the whole run, to the picosecond and to the byte on every link.

#include "sim/engine/tiles.h"

#include <tuple>

#include "core/machine/cluster.h"
#include "core/plan/setup.h"
#include "tests/sanitized.h"
#include "tests/shipped_machine.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Machine cluster(const Machine& node, int nodes, const Interconnect& network) {
  Result<Machine> all = cluster_of(node, nodes, network);
  EXPECT_TRUE(all) << (all ? "" : all.error().message);
  return std::move(*all);
}

// Clusters of such nodes below one leaf, below a leaf for each rail, and with fewer links above the leaves.
std::vector<Machine> clusters_of(const Machine& node, int nodes) {
  const Bandwidth nic = GBps(12);
  std::vector<Machine> all = {cluster(node, nodes, {.nic = nic}),
                              cluster(node, nodes, {.nic = nic, .rails = true}),
                              cluster(node, nodes, {.nic = nic, .nics_per_node = 2})};
  if (nodes % 2 == 0 && nodes > 2) {
    all.push_back(cluster(node, nodes, {.nic = nic, .nodes_per_leaf = 2, .oversubscription = 2}));
    all.push_back(cluster(node, nodes, {.nic = nic, .rails = true, .nodes_per_leaf = 2}));
  }
  return all;
}

int ranks_of_a_tile(const Machine& m) {
  const std::optional<Tiles> tiles = equal_tiles(m.topology, m.topology.gpus);
  return tiles ? tiles->ranks : 0;
}

TEST(Tiles, AreTheGpusOfASwitchTheNodesOfAClusterOrTheNodesBelowALeaf) {
  const Machine node = machine("switch:4,25GB/s,1us");
  const auto of = [&](const Interconnect& network) { return ranks_of_a_tile(cluster(node, 6, network)); };

  EXPECT_EQ(ranks_of_a_tile(node), 1);
  EXPECT_EQ(of({.nic = GBps(12)}), 4);
  EXPECT_EQ(of({.nic = GBps(12), .rails = true}), 4);
  EXPECT_EQ(of({.nic = GBps(12), .nodes_per_leaf = 2}), 8);
  EXPECT_EQ(of({.nic = GBps(12), .rails = true, .nodes_per_leaf = 3}), 12);
  EXPECT_EQ(of({.nic = GBps(12), .nodes_per_leaf = 4}), 0);  // one leaf has four nodes, the other two
  EXPECT_EQ(ranks_of_a_tile(machine("ring:8,25GB/s,1us")), 0);
}

TEST(Tiles, HaveAMultipleOfTheRanksAfterWhichAllRepeats) {
  const Machine node = machine("switch:12,25GB/s,1us");
  const Machine six = cluster(machine("switch:4,25GB/s,1us"), 6, {.nic = GBps(12), .nodes_per_leaf = 2});
  const auto ranks = [](const Machine& m, int repeat) {
    const std::optional<Tiles> tiles = equal_tiles(m.topology, m.topology.gpus, repeat);
    return tiles ? tiles->ranks : 0;
  };
  EXPECT_EQ(ranks(node, 3), 3);
  EXPECT_EQ(ranks(node, 5), 0);
  EXPECT_EQ(ranks(node, 12), 0);  // not two of them
  EXPECT_EQ(ranks(six, 4), 8);
  EXPECT_EQ(ranks(six, 12), 0);  // two nodes of one leaf, and one of another
}

TEST(Tiles, AreNoneWhereALinkDiffers) {
  const Machine sound = cluster(machine("switch:4,25GB/s,1us"), 3, {.nic = GBps(12)});
  ASSERT_EQ(ranks_of_a_tile(sound), 4);
  for (std::size_t l = 0; l < sound.topology.links.size(); ++l) {
    Machine slower = sound, later = sound, gone = sound;
    slower.topology.links[l].bandwidth = GBps(1);
    later.topology.links[l].latency += nanoseconds(1);
    gone.topology.links.erase(gone.topology.links.begin() + static_cast<std::ptrdiff_t>(l));
    EXPECT_EQ(ranks_of_a_tile(slower), 0);
    EXPECT_EQ(ranks_of_a_tile(later), 0);
    EXPECT_EQ(ranks_of_a_tile(gone), 0);
  }
}

std::tuple<LinkId, std::int64_t, Time> use_of(const LinkUse& link) {
  return {link.link, link.bytes, link.busy};
}

// Simulates all algorithms with and without the shortcut, on so many elements for each rank. Returns how many
// took it.
int compare_with_exact(const Machine& m, SimulateOptions options, bool fused, double of_a_rank = 1'440) {
  int folded = 0;
  for (const Algorithm* a : algorithms_on(m)) {
    const Collective c{.kind = a->collective,
                       .ranks = m.topology.gpus,
                       .count = static_cast<std::int64_t>(of_a_rank * m.topology.gpus)};
    if (a->collective == p2p) continue;
    const Layout layout = layout_on(m, m.topology.gpus);
    const Result<Programs> programs = programs_for(*a, c, {.fused = fused}, layout);
    const Result<Programs> of_a_tile = programs_for(*a, c, {.one_tile = true, .fused = fused}, layout);
    if (!programs || !of_a_tile) continue;
    options.exact = false;
    const Result<Run> quick = simulate(*of_a_tile, m, options);
    options.exact = true;
    const Result<Run> exact = simulate(*programs, m, options);
    EXPECT_EQ(quick.has_value(), exact.has_value()) << m.name << " " << a->name;
    if (!quick || !exact) continue;
    EXPECT_EQ(quick->finish, exact->finish) << m.name << " " << name_of(a->collective) << " " << a->name;
    EXPECT_TRUE(std::ranges::equal(quick->links, exact->links, {}, use_of, use_of))
        << m.name << " " << name_of(a->collective) << " " << a->name;
    EXPECT_FALSE(exact->simulated_ranks);
    folded += quick->simulated_ranks.has_value();
  }
  return folded;
}

TEST(Tiles, TheFirstOneStandsForAllToThePicosecond) {
  for (const Machine& node : {machine("switch:4,25GB/s,1us"), machine("ring:3,25GB/s,1us")})
    for (int count = 2; count <= 8; ++count) {
      if (!worth_sanitizing(count)) continue;
      const std::vector<Machine> clusters = clusters_of(node, count);
      EXPECT_GT(compare_with_exact(clusters[0], {}, false), 0) << clusters[0].name;
      for (const Machine& m : clusters) {
        compare_with_exact(m, {.links = LinkModel::ideal}, true);
        compare_with_exact(m, {.streaming = true}, true);
        compare_with_exact(m, {.loop = true}, false);
      }
    }
}

TEST(Tiles, OfSeveralNodesStandForAllWhereSizesRepeatAfterThese) {
  int folded = 0;
  for (const int count : {2, 4, 6, 8}) {
    if (!worth_sanitizing(count)) continue;
    for (const Machine& m : clusters_of(machine("switch:4,25GB/s,1us"), count))
      for (const double of_a_rank : {45. / 2, 5. / 8, 1. / 16, 3. / 8, 7. / 5})
        folded += compare_with_exact(m, {}, false, of_a_rank);
  }
  EXPECT_GT(folded, 100);
}

TEST(Tiles, OfSeveralGpusStandForAllWhereSizesRepeatAfterThese) {
  int folded = 0;
  for (const int gpus : {4, 6, 8, 12, 16})
    for (const double of_a_rank : {45. / 2, 1. / 2, 3. / 4, 2. / 3})
      folded += compare_with_exact(machine(fmt::format("switch:{},25GB/s,1us", gpus)), {}, false, of_a_rank);
  EXPECT_GT(folded, 50);
}

TEST(Tiles, TheFirstOneStandsForAllWithTheProtocolsOfAMachine) {
  for (const int count : {2, 3, 4}) {
    EXPECT_GT(compare_with_exact(cluster(shipped_machine("hcm8"), count, {.nic = GBps(12)}), {}, false), 0);
    const Machine m = cluster(shipped_machine("dgx1-p100"), count, {.nic = GBps(12)});
    for (const Protocol& protocol : m.protocols) {
      if (protocol.streams() && !worth_sanitizing(count)) continue;
      EXPECT_GT(compare_with_exact(m, {.protocol = protocol.name}, protocol.streams()), 0);
    }
  }
}

}  // namespace
}  // namespace commlab
