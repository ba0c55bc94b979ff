// Times of copies over relays: against arithmetic that a reader can redo, and never below the bound.

#include "core/bounds/bounds.h"
#include "core/programs/programs_for.h"
#include "core/routes/rank_paths.h"
#include "tests/shipped_machine.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

constexpr Time per_message = microseconds(3);

// A chain of GPUs, each joined only to the next; every message costs per_message.
Machine chain_of(int gpus, Bandwidth bandwidth) {
  Machine m{.name = "chain"};
  for (int g = 0; g < gpus; ++g) m.topology.add(fmt::format("gpu{}", g), NodeType::gpu);
  for (int g = 0; g + 1 < gpus; ++g) m.topology.connect(g, g + 1, LinkType::nvlink, bandwidth, {});
  m.copy.overhead = per_message;
  return m;
}

Collective copy(int ranks, Rank from, Rank to, std::int64_t count) {
  return {.kind = CollectiveKind::p2p, .ranks = ranks, .count = count, .from = from, .to = {to}};
}

Time time_over(const Machine& m, std::string_view algorithm, const Collective& c, std::vector<RankPath> paths,
               int pieces = 1) {
  const Layout layout{.paths = std::move(paths), .per_message = m.copy.overhead};
  const auto programs = programs_for(**find_algorithm(c.kind, algorithm), c, {.pieces = pieces}, layout);
  EXPECT_TRUE(programs) << (programs ? "" : programs.error().message);
  const auto run = simulate(*programs, m);
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  return run->finish;
}

// (h-1+B)(per_message + S/B beta) for h hops and B pieces, to the picosecond.
TEST(Relay, OverAlikeHopsTakesTheClosedForm) {
  for (const int hops : {1, 2, 3, 7}) {
    const Machine m = chain_of(hops + 1, GBps(25));
    for (const int pieces : {1, 2, 16, 64}) {
      const Collective c = copy(hops + 1, 0, hops, 64 * 10'000);
      const Time piece = serialization_time({4 * c.count / pieces}, GBps(25));
      EXPECT_EQ(time_over(m, "relay", c, disjoint_paths(m.topology, hops + 1, 0, hops), pieces),
                (hops - 1 + pieces) * (per_message + piece))
          << hops << " hops, " << pieces << " pieces";
    }
  }
}

// 400 MB from gpu0 over gpu7 to gpu2: four NVLinks, then two. The second hop is the bottleneck, and waits for
// the first piece.
TEST(Relay, OverTheWideNeighbourOfThePuzzleServer) {
  const Machine m = shipped_machine("hcm8");
  const Collective c = copy(8, 0, 2, 100'000'000);
  const auto path = path_named("0-7-2", m.topology, c);
  ASSERT_TRUE(path);
  const Time overhead = nanoseconds(2'700);
  for (const int pieces : {1, 8, 64}) {
    const Bytes piece = {400'000'000 / pieces};
    EXPECT_EQ(time_over(m, "relay", c, {*path}, pieces),
              (overhead + serialization_time(piece, {93'320'000'000})) +
                  pieces * (overhead + serialization_time(piece, {46'660'000'000})))
        << pieces;
  }
  EXPECT_NEAR(microseconds_of(time_over(m, "relay", c, {*path}, 64)), 8'815, 1);
}

// Six paths, each as wide as two NVLinks: two paths of two hops, four of three. In B+2 rounds each short path
// brings B+1 pieces, each long one B.
TEST(Multipath, OnThePuzzleServerTakesTheFormulaAndComesWithinTwelvePercentOfTheBound) {
  const Machine m = shipped_machine("hcm8");
  const Collective c = copy(8, 0, 2, 100'000'000);
  const Time time = time_over(m, "multipath", c, disjoint_paths(m.topology, 8, 0, 2));

  const auto formula_us = [](int pieces) {
    return (pieces + 2) * (2.7 + 400e6 / (46.66e3 * (2 * (pieces + 1) + 4 * pieces)));
  };
  double best = formula_us(1);
  for (int pieces = 2; pieces <= 128; ++pieces) best = std::min(best, formula_us(pieces));
  EXPECT_NEAR(microseconds_of(time), best, 0.01);

  const auto least = bound(c, m.topology, LinkChoice::nvlink);
  ASSERT_TRUE(least);
  EXPECT_NEAR(microseconds_of(least->time), 1'428.8, 0.1);
  EXPECT_LE(microseconds_of(time), 1.12 * microseconds_of(least->time));
}

// The formula chooses: few bytes justify neither a long path nor many messages.
TEST(Multipath, OfFewBytesTakesFewMessages) {
  const Machine m = shipped_machine("hcm8");
  const auto paths = disjoint_paths(m.topology, 8, 0, 2);
  EXPECT_EQ(time_over(m, "multipath", copy(8, 0, 2, 0), paths), 2 * nanoseconds(2'700));
  EXPECT_LT(time_over(m, "multipath", copy(8, 0, 2, 1'000), paths), 2 * nanoseconds(2'700) + microseconds(1));
}

// The puzzle's surprise: two GPUs are joined by a slow link, and the way through host memory is faster.
TEST(Staged, GoesThroughHostMemoryWhereThatIsWider) {
  Machine m{.name = "staging"};
  for (const char* name : {"gpu0", "gpu1", "gpu2"}) m.topology.add(name, NodeType::gpu);
  const NodeId memory = m.topology.add("memory", NodeType::memory);
  m.topology.connect(0, 1, LinkType::socket, GBps(7), {});
  m.topology.connect(1, 2, LinkType::nvlink, GBps(50), {});
  for (const Rank gpu : {0, 1, 2})
    m.topology.connect(gpu, memory, LinkType::pcie, GBps(10), nanoseconds(200));
  const Collective c = copy(3, 0, 1, 1'000'000), beside_nvlink = copy(3, 1, 2, 1'000'000);

  EXPECT_EQ(time_over(m, "direct", c, {}), serialization_time({4'000'000}, GBps(7)));
  m.topology.staged = true;
  const Time through_memory = 2 * nanoseconds(200) + serialization_time({4'000'000}, GBps(10));
  EXPECT_EQ(time_over(m, "direct", c, {}), through_memory);
  EXPECT_EQ(time_over(m, "direct", beside_nvlink, {}), through_memory) << "not over NVLink";
}

TEST(WaysOverRelays, NeverBeatTheBound) {
  for (const char* name : {"hcm8", "ring:6,100GB/s,1us", "mesh:3x3,100GB/s,1us", "switch:5,100GB/s,1us"}) {
    const Machine m = shipped_machine(name);
    const int ranks = m.topology.gpus;
    for (const char* algorithm : {"direct", "relay", "multipath"})
      for (Rank to = 1; to < ranks; ++to)
        for (const std::int64_t count : {0, 1, 1'003, 10'000'000}) {
          const Collective c = copy(ranks, 0, to, count);
          EXPECT_GE(time_over(m, algorithm, c, disjoint_paths(m.topology, ranks, 0, to)),
                    bound(c, m.topology)->time)
              << name << " " << algorithm << " to " << to << ", " << count;
        }
  }
}

}  // namespace
}  // namespace commlab
