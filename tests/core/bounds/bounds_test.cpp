// Bounds against arithmetic that a reader can redo; S = 840 MB because many numbers divide it.
#include "core/bounds/bounds.h"
#include "core/machine_text/machine_families.h"

#include <bit>
#include <chrono>
#include <random>

#include <gtest/gtest.h>

namespace commlab {
namespace {

constexpr std::int64_t size_bytes = 840'000'000;  // of the full vector

Topology machine(std::string_view spec) { return machine_from_spec(spec)->topology; }

Collective collective(CollectiveKind kind, int ranks) {
  Collective c{.kind = kind, .ranks = ranks};
  c.count = count_for(kind, ranks, c.dtype, {size_bytes});
  if (kind == CollectiveKind::p2p) c.to = {1};
  return c;
}

Bound bound_of(CollectiveKind kind, const Topology& topology, LinkChoice links = LinkChoice::all) {
  const Result<Bound> result = bound(collective(kind, topology.gpus), topology, links);
  EXPECT_TRUE(result) << result.error().message;
  return *result;
}

// numerator / denominator of S over a bandwidth, rounded down to the picosecond.
Time share(std::int64_t numerator, std::int64_t denominator, Bandwidth bandwidth) {
  const auto ps = static_cast<__int128>(size_bytes) * 1'000'000'000'000 * numerator / denominator;
  return {static_cast<std::int64_t>(ps / bandwidth.bytes_per_second)};
}

// N ports of bandwidth B, as in any textbook.
TEST(Bound, OfASwitchIsItsPorts) {
  for (const int n : {2, 3, 5, 8}) {
    const Topology t = machine(fmt::format("switch:{},25GB/s,0", n));
    const Bandwidth port = GBps(25);

    EXPECT_EQ(bound_of(CollectiveKind::broadcast, t).bandwidth, share(1, 1, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::reduce, t).bandwidth, share(1, 1, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::p2p, t).bandwidth, share(1, 1, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::sendrecv, t).bandwidth, share(1, 1, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::scatter, t).bandwidth, share(n - 1, n, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::gather, t).bandwidth, share(n - 1, n, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::all_gather, t).bandwidth, share(n - 1, n, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::reduce_scatter, t).bandwidth, share(n - 1, n, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::all_to_all, t).bandwidth, share(n - 1, n, port)) << n;
    EXPECT_EQ(bound_of(CollectiveKind::all_reduce, t).bandwidth, share(2 * (n - 1), n, port)) << n;
  }
}

TEST(Bound, NamesTheLinkOrTheGroupThatLimits) {
  EXPECT_EQ(name_of(bound_of(CollectiveKind::all_reduce, machine("switch:8,25GB/s,0")).limited_by),
            "gpu0 -> nvswitch");
  EXPECT_EQ(name_of(bound_of(CollectiveKind::all_gather, machine("switch:8,25GB/s,0")).limited_by),
            "nvswitch -> gpu0");
  EXPECT_EQ(name_of(bound_of(CollectiveKind::all_gather, machine("ring:8,25GB/s,0")).limited_by),
            "into gpu0");
  EXPECT_EQ(name_of(bound_of(CollectiveKind::all_to_all, machine("ring:8,25GB/s,0")).limited_by),
            "out of gpu0..3");
}

// Two links lead out of every GPU of a ring, four in a torus, three in a cube.
TEST(Bound, OfRingsToriAndCubesIsTheirDegree) {
  const Bandwidth b = GBps(25);

  EXPECT_EQ(bound_of(CollectiveKind::all_gather, machine("ring:8,25GB/s,0")).bandwidth, share(7, 8 * 2, b));
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, machine("ring:8,25GB/s,0")).bandwidth, share(7, 8, b));
  EXPECT_EQ(bound_of(CollectiveKind::broadcast, machine("ring:8,25GB/s,0")).bandwidth, share(1, 2, b));
  EXPECT_EQ(bound_of(CollectiveKind::all_to_all, machine("ring:8,25GB/s,0")).bandwidth, share(16, 8 * 2, b));
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, machine("torus:4x4,25GB/s,0")).bandwidth,
            share(15, 16 * 4, b));
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, machine("mesh:4x4,25GB/s,0")).bandwidth,
            share(15, 16 * 2, b));
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, machine("torus:2x2x2,25GB/s,0")).bandwidth,
            share(7, 8 * 3, b));
  EXPECT_EQ(bound_of(CollectiveKind::all_to_all, machine("torus:2x2x2,25GB/s,0")).bandwidth, share(1, 2, b));
}

// The wiring of a DGX-1 with V100s, six links of 25 GB/s per GPU; SCCL (PPoPP 2021) proves
// 7/6 of S/8b for all_gather.
Topology dgx1() {
  Topology t;
  for (int i = 0; i < 8; ++i) t.add(fmt::format("gpu{}", i), NodeType::gpu);
  const int wires[][3] = {{0, 1, 2}, {0, 2, 1}, {0, 3, 1}, {0, 4, 2}, {1, 2, 1}, {1, 3, 2},
                          {1, 5, 1}, {2, 3, 2}, {2, 6, 2}, {3, 7, 1}, {4, 5, 2}, {4, 6, 1},
                          {4, 7, 1}, {5, 6, 1}, {5, 7, 2}, {6, 7, 2}};
  for (const auto& [a, b, lanes] : wires) t.connect(a, b, LinkType::nvlink, GBps(25 * lanes), {}, lanes);
  return t;
}

TEST(Bound, OfADgx1IsThePublishedOne) {
  const Bandwidth b = GBps(25);

  EXPECT_EQ(bound_of(CollectiveKind::all_gather, dgx1()).bandwidth, share(7, 48, b));
  EXPECT_EQ(bound_of(CollectiveKind::reduce_scatter, dgx1()).bandwidth, share(7, 48, b));
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, dgx1()).bandwidth, share(7, 24, b));
  EXPECT_EQ(bound_of(CollectiveKind::broadcast, dgx1()).bandwidth, share(1, 6, b));
}

// `servers` servers, each with `gpus` GPUs on an NVSwitch and one NIC of 25 GB/s per GPU.
Topology cluster(int servers, int gpus) {
  Topology t;
  const int all = servers * gpus;
  for (int i = 0; i < all; ++i) t.add(fmt::format("gpu{}", i), NodeType::gpu);
  const NodeId network = t.add("network", NodeType::network_switch);
  for (int server = 0; server < servers; ++server) {
    const NodeId nvswitch = t.add(fmt::format("nvswitch{}", server), NodeType::nvswitch);
    for (int i = server * gpus; i < (server + 1) * gpus; ++i) {
      const NodeId nic = t.add(fmt::format("nic{}", i), NodeType::nic);
      t.connect(i, nvswitch, LinkType::nvlink, GBps(300), {});
      t.connect(i, nic, LinkType::pcie, GBps(25), {});
      t.connect(nic, network, LinkType::network, GBps(25), {});
    }
  }
  return t;
}

// For N servers of g GPUs and n = N g ranks, the bound is max((n-1)/n S/(NVSwitch port + NIC), (N-1)/N S/(g
// NIC)). With g = 8, the GPU's own ports limit 2 servers, and all NICs of a server limit 4 and 16.
TEST(Bound, OfAClusterFindsTheServersNics) {
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, cluster(2, 8)).bandwidth, share(15, 16, GBps(325)));
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, cluster(4, 8)).bandwidth, share(3, 4, GBps(200)));
  EXPECT_EQ(name_of(bound_of(CollectiveKind::all_gather, cluster(4, 8)).limited_by), "into gpu0..7");
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, cluster(16, 8)).bandwidth, share(15, 16, GBps(200)));
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, cluster(4, 8)).bandwidth, share(2 * 3, 4, GBps(200)));
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, cluster(16, 8)).bandwidth, share(2 * 15, 16, GBps(200)));
}

// Twelve GPUs are connected to two switches in turn, and a thin wire joins the switches. The worst group is
// neither one rank nor a block of neighbours, so only max-flow can find it.
//
//   gpu0 gpu2 .. gpu10 -- switch0 --10GB/s-- switch1 -- gpu1 gpu3 .. gpu11
TEST(Bound, FindsAThinWireBetweenScatteredGroups) {
  Topology t;
  for (int i = 0; i < 12; ++i) t.add(fmt::format("gpu{}", i), NodeType::gpu);
  const NodeId first = t.add("switch0", NodeType::nvswitch);
  const NodeId second = t.add("switch1", NodeType::nvswitch);
  for (int i = 0; i < 12; ++i) t.connect(i, i % 2 == 0 ? first : second, LinkType::nvlink, GBps(50), {});
  t.connect(first, second, LinkType::nvlink, GBps(10), {});
  const Bandwidth wire = GBps(10);

  for (const CollectiveKind kind : {CollectiveKind::all_gather, CollectiveKind::reduce_scatter,
                                    CollectiveKind::gather, CollectiveKind::scatter}) {
    EXPECT_EQ(bound_of(kind, t).bandwidth, share(6, 12, wire)) << name_of(kind);  // six blocks each way
  }
  for (const CollectiveKind kind :
       {CollectiveKind::broadcast, CollectiveKind::reduce, CollectiveKind::all_reduce}) {
    EXPECT_EQ(bound_of(kind, t).bandwidth, share(1, 1, wire)) << name_of(kind);
  }
  EXPECT_EQ(bound_of(CollectiveKind::all_to_all, t).bandwidth, share(36, 12, wire));
  EXPECT_EQ(bound_of(CollectiveKind::sendrecv, t).bandwidth, share(6, 1, wire));
  EXPECT_EQ(name_of(bound_of(CollectiveKind::broadcast, t).limited_by), "switch0 -> switch1");
  EXPECT_EQ(name_of(bound_of(CollectiveKind::gather, t).limited_by), "switch1 -> switch0");
}

// Nine GPUs wired at random (and in a ring, so that all are joined), with one-way links of random width:
// max-flow must find the same cut as a search through all 510 groups.
TEST(Bound, OfNineRanksIsWhatTryingEveryGroupGives) {
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    Topology t;
    for (int i = 0; i < 9; ++i) t.add(fmt::format("gpu{}", i), NodeType::gpu);
    for (int i = 0; i < 9; ++i) {
      t.links.push_back({i, (i + 1) % 9, LinkType::nvlink, GBps(1 + random() % 20), {}});
      const int other = (i + 2 + static_cast<int>(random() % 7)) % 9;
      t.links.push_back({i, other, LinkType::nvlink, GBps(1 + random() % 20), {}});
    }

    // The worst group: the largest (blocks in the group) / (capacity out of it) for all_gather, and the least
    // capacity out of a group with the root for broadcast.
    std::int64_t each_units = 0, each_capacity = 1, narrowest = INT64_MAX;
    for (unsigned group = 1; group < 511; ++group) {
      std::int64_t capacity = 0;
      for (const Link& link : t.links)
        if ((group >> link.from & 1) && !(group >> link.to & 1)) capacity += link.bandwidth.bytes_per_second;
      const std::int64_t units = std::popcount(group);
      const bool is_worse =
          static_cast<__int128>(units) * each_capacity > static_cast<__int128>(each_units) * capacity;
      if (is_worse) each_units = units, each_capacity = capacity;
      if (group & 1) narrowest = std::min(narrowest, capacity);  // rank 0, the root, is inside
    }

    const std::int64_t block = count_for(CollectiveKind::all_gather, 9, DataType::float32, {size_bytes}) * 4;
    const auto all_gather = static_cast<__int128>(block) * each_units * 1'000'000'000'000 / each_capacity;
    EXPECT_EQ(bound_of(CollectiveKind::all_gather, t).bandwidth.ps, static_cast<std::int64_t>(all_gather));
    EXPECT_EQ(bound_of(CollectiveKind::broadcast, t).bandwidth, share(1, 1, {narrowest}));
  }
}

// One slow port: all_reduce must carry the vector through it, once in and once out.
TEST(Bound, OfAllReduceSeesOneSlowGpu) {
  Topology t = machine("switch:8,25GB/s,0");
  for (Link& link : t.links)
    if (link.from == 5 || link.to == 5) link.bandwidth = GBps(5);

  const Bound b = bound_of(CollectiveKind::all_reduce, t);

  EXPECT_EQ(b.bandwidth, share(1, 1, GBps(5)));
  EXPECT_EQ(name_of(b.limited_by), "gpu5 -> nvswitch");
}

TEST(Bound, IsTheLatencyOfTheFarthestContributionWhereLittleMoves) {
  const Topology ring = machine("ring:8,25GB/s,1us");
  Collective c{.kind = CollectiveKind::all_reduce, .ranks = 8, .count = 1};

  const Bound all = *bound(c, ring);
  EXPECT_EQ(all.time, microseconds(4));
  EXPECT_EQ(name_of(all.limited_by), "latency gpu0 -> gpu4");

  c.kind = CollectiveKind::sendrecv;
  EXPECT_EQ(bound(c, ring)->time, microseconds(1));

  c = {.kind = CollectiveKind::p2p, .ranks = 8, .count = 1, .from = 6, .to = {5, 1}};
  EXPECT_EQ(bound(c, ring)->time, microseconds(3));
  EXPECT_EQ(name_of(bound(c, ring)->limited_by), "latency gpu6 -> gpu1");

  c = {.kind = CollectiveKind::gather, .ranks = 8, .count = 1, .root = 2};
  EXPECT_EQ(name_of(bound(c, ring)->limited_by), "latency gpu6 -> gpu2");
  c.kind = CollectiveKind::scatter;
  EXPECT_EQ(name_of(bound(c, ring)->limited_by), "latency gpu2 -> gpu6");
}

// A launch comes first; a message between nodes costs more than one within a node. Calls that overlap wait
// for neither, but each launches, and its bytes must cross the links.
TEST(Bound, CountsLaunchAndMessages) {
  constexpr LeastCosts costs{
      .launch = microseconds(6), .message = microseconds(2), .message_between_nodes = microseconds(9)};
  LeastCosts in_a_row = costs;
  in_a_row.calls_overlap = true;
  const Topology ring = machine("ring:8,25GB/s,1us");
  Topology two_nodes = ring;
  two_nodes.per_node = 4;
  const Collective few{.kind = CollectiveKind::all_reduce, .ranks = 8, .count = 1};

  const Bound of_few = *bound(few, ring, LinkChoice::all, costs);
  EXPECT_EQ(of_few.launch, microseconds(6));
  EXPECT_EQ(of_few.latency, microseconds(4 + 2));
  EXPECT_EQ(of_few.time, microseconds(6 + 4 + 2));
  EXPECT_EQ(bound(few, two_nodes, LinkChoice::all, costs)->time, microseconds(6 + 4 + 9));
  EXPECT_EQ(bound(few, ring, LinkChoice::all, in_a_row)->time, microseconds(6));
  EXPECT_EQ(name_of(bound(few, ring, LinkChoice::all, in_a_row)->limited_by), "launch");

  const Collective many = collective(CollectiveKind::all_reduce, 8);
  const Time of_links = bound(many, ring)->time;
  EXPECT_EQ(bound(many, ring, LinkChoice::all, costs)->time, microseconds(6) + of_links);
  EXPECT_EQ(bound(many, ring, LinkChoice::all, in_a_row)->time, of_links);

  Collective nothing = few;
  nothing.count = 0;
  EXPECT_EQ(bound(nothing, ring, LinkChoice::all, costs)->time, Time{});
}

// A copy to several destinations: they may relay for each other, so only the source's links limit it.
TEST(Bound, OfCopiesToSeveralIsTheNarrowestCutFromTheSource) {
  const Topology t = machine("ring:4,10GB/s,0");
  Collective c{.kind = CollectiveKind::p2p, .ranks = 4, .count = 1'000'000, .from = 0, .to = {1, 2}};

  EXPECT_EQ(bound(c, t)->bandwidth, microseconds(200));  // 4 MB over two links of 10 GB/s
}

TEST(Bound, IsNothingWhereNothingMoves) {
  const Topology t = machine("switch:4,25GB/s,1us");
  for (const Collective& c :
       {Collective{.kind = CollectiveKind::all_reduce, .ranks = 4, .count = 0},
        Collective{.kind = CollectiveKind::all_gather, .ranks = 1, .count = 100},
        Collective{.kind = CollectiveKind::p2p, .ranks = 4, .count = 100, .from = 1, .to = {1}}}) {
    EXPECT_EQ(bound(c, t)->time, Time{});
    EXPECT_EQ(name_of(bound(c, t)->limited_by), "nothing to move");
  }
}

// Two GPUs joined by NVLink; a third joined by PCIe only.
TEST(Bound, CountsNvlinkAloneWhereAsked) {
  Topology t;
  for (int i = 0; i < 3; ++i) t.add(fmt::format("gpu{}", i), NodeType::gpu);
  t.connect(0, 1, LinkType::nvlink, GBps(50), {});
  t.connect(0, 1, LinkType::pcie, GBps(10), {});
  t.connect(0, 2, LinkType::pcie, GBps(10), {});
  Collective two{.kind = CollectiveKind::broadcast, .ranks = 2, .count = 15'000'000};  // 60 MB
  const Collective three{.kind = CollectiveKind::broadcast, .ranks = 3, .count = 15'000'000};

  EXPECT_EQ(bound(two, t)->time, milliseconds(1));
  EXPECT_EQ(bound(two, t, LinkChoice::nvlink)->time, microseconds(1200));
  EXPECT_EQ(bound(three, t, LinkChoice::nvlink).error().message,
            "over NVLink alone, no way leads from gpu0 to gpu2; expected links that join all ranks of the "
            "broadcast");
}

TEST(Bound, SaysWhatItCannotAnswer) {
  const Topology t = machine("switch:4,25GB/s,1us");
  EXPECT_EQ(bound({.kind = CollectiveKind::all_reduce, .ranks = 8, .count = 1}, t).error().message,
            "8 ranks on a machine of 4 GPUs; expected at most 4");

  Topology apart;
  for (int i = 0; i < 40; ++i) apart.add(fmt::format("gpu{}", i), NodeType::gpu);
  for (int i = 0; i + 1 < 39; ++i) apart.connect(i, i + 1, LinkType::nvlink, GBps(1), {});
  for (const CollectiveKind kind : {CollectiveKind::all_reduce, CollectiveKind::sendrecv}) {
    EXPECT_EQ(bound({.kind = kind, .ranks = 40, .count = 1}, apart).error().message,
              fmt::format("no way leads from gpu0 to gpu39; expected links that join all ranks of the {}",
                          name_of(kind)));
  }
}

// Every rank reaches those after it. Up to 32 ranks, the error names the two neighbours that are not joined.
TEST(Bound, OfSendrecvNamesTheNeighboursThatAreNotJoined) {
  for (const int ranks : {2, 3, 31, 32}) {
    Topology line;
    for (int i = 0; i < ranks; ++i) line.add(fmt::format("gpu{}", i), NodeType::gpu);
    for (int i = 0; i + 1 < ranks; ++i) line.links.push_back({i, i + 1, LinkType::nvlink, GBps(1), {}});

    EXPECT_EQ(
        bound({.kind = CollectiveKind::sendrecv, .ranks = ranks, .count = 1}, line).error().message,
        fmt::format("no way leads from gpu{} to gpu0; expected links that join all ranks of the sendrecv",
                    ranks - 1));
  }
}

// GPUs outside the collective carry nothing for others, unless they forward by themselves.
TEST(Bound, LeavesOutGpusThatTakeNoPart) {
  const Topology line = machine("mesh:1x3,25GB/s,0");
  Topology no_forwarding = line;
  no_forwarding.gpus_forward = false;
  no_forwarding.links.erase(no_forwarding.links.begin(), no_forwarding.links.begin() + 2);  // gpu0 - gpu1

  EXPECT_FALSE(bound({.kind = CollectiveKind::all_reduce, .ranks = 2, .count = 1}, no_forwarding));
  EXPECT_TRUE(bound({.kind = CollectiveKind::all_reduce, .ranks = 2, .count = 1}, line));
}

TEST(Bound, RoundsDown) {
  const Topology t = machine("switch:2,3GB/s,0");  // a byte takes 333.3 ps
  const Collective c{.kind = CollectiveKind::broadcast, .ranks = 2, .count = 1, .dtype = DataType::int8};

  EXPECT_EQ(bound(c, t)->time, Time{333});
}

// Where the switch reduces and copies, every GPU sends its vector once and receives the result once.
TEST(Bound, OfAnAllReduceIsLowerWhereTheSwitchReduces) {
  for (const int n : {2, 3, 5, 8, 16, 35, 64}) {
    const Topology t = machine(fmt::format("switch:{},25GB/s,0,multicast", n));

    EXPECT_EQ(bound_of(CollectiveKind::all_reduce, t).bandwidth, share(1, 1, GBps(25))) << n;
    EXPECT_EQ(bound_of(CollectiveKind::all_gather, t).bandwidth, share(n - 1, n, GBps(25))) << n;
    EXPECT_EQ(bound_of(CollectiveKind::broadcast, t).bandwidth, share(1, 1, GBps(25))) << n;
  }
  EXPECT_EQ(name_of(bound_of(CollectiveKind::all_reduce, machine("switch:8,25GB/s,0,multicast")).limited_by),
            "gpu0 -> nvswitch, where switches reduce");
  EXPECT_EQ(name_of(bound_of(CollectiveKind::all_gather, machine("switch:8,25GB/s,0,multicast")).limited_by),
            "nvswitch -> gpu0");
}

// Two nodes of four GPUs around a switch each, joined by one wire: reducing switches save nothing on the
// wire.
TEST(Bound, OfNodesWhoseSwitchesReduceIsWhatTheirWireCarries) {
  Topology t;
  for (int i = 0; i < 8; ++i) t.add(fmt::format("gpu{}", i), NodeType::gpu);
  const NodeId left = t.add("left", NodeType::nvswitch);
  const NodeId right = t.add("right", NodeType::nvswitch);
  for (int i = 0; i < 8; ++i) t.connect(i, i < 4 ? left : right, LinkType::nvlink, GBps(100), {});
  t.connect(left, right, LinkType::network, GBps(10), {});

  const Time plain = bound_of(CollectiveKind::all_reduce, t).bandwidth;
  t.multicast = true;

  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, t).bandwidth, share(1, 1, GBps(10)));
  EXPECT_EQ(plain, share(1, 1, GBps(10)));
}

// Takes a few milliseconds each; a search through all groups would never end.
TEST(Bound, IsFastOnLargeMachines) {
  const Topology t = machine("switch:1024,25GB/s,0.5us");
  for (const CollectiveKind kind : all_collective_kinds) {
    const auto begin = std::chrono::steady_clock::now();

    const Bound b = bound_of(kind, t);

    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(120)) << name_of(kind);
    EXPECT_EQ(b.latency, microseconds(1)) << name_of(kind);
  }
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, t).bandwidth, share(2 * 1023, 1024, GBps(25)));
}

}  // namespace
}  // namespace commlab
