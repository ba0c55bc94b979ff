// Simulated time against arithmetic that a reader can redo. The machine is a switch with 25 GB/s and 0.5 us
// per link, so alpha = 1 us and 1 MiB takes 41.94304 us. Times are whole numbers, so they must be exactly
// equal.
//
// The tables are the closed forms with which other simulators were checked: LogGOPSim, ASTRA-sim, SimGrid S4U
// and SMPI agree with them to 0.14 % or better.

#include <bit>

#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

std::string a_switch(int gpus) { return fmt::format("switch:{},25GB/s,0.5us", gpus); }

constexpr Time alpha = microseconds(1);
Time beta(std::int64_t bytes) { return serialization_time({bytes}, GBps(25)); }

TEST(ClosedForms, RingAllReduceTakesTwoRoundsOfTheRing) {
  struct Row {
    int ranks;
    Bytes size;
    std::int64_t ps;
  };
  constexpr Row rows[] = {{8, KiB(1), 14'071'680},       {8, KiB(64), 18'587'520},
                          {8, MiB(1), 87'400'320},       {8, MiB(64), 4'711'620'480},
                          {8, GiB(1), 75'175'927'680},   {64, KiB(1), 126'080'640},
                          {64, MiB(1), 208'575'360},     {64, GiB(1), 84'683'168'640},
                          {1024, MiB(1), 2'129'804'160}, {4096, MiB(1), 8'273'865'600}};
  for (const Row& row : rows) {
    const Machine m = machine(a_switch(row.ranks));
    EXPECT_EQ(time_of(m, all_reduce, "ring", row.size), picoseconds(row.ps))
        << row.ranks << " ranks, " << to_text(row.size);
    if (row.ranks > 1024) continue;  // below, every transfer is simulated, too
    EXPECT_EQ(time_of(m, all_reduce, "ring", row.size, {.exact = true}), picoseconds(row.ps)) << row.ranks;
  }
}

TEST(ClosedForms, DoublingAndBinomialTakeARoundForEachBit) {
  struct Row {
    int ranks;
    std::int64_t ps;
  };
  for (const Row row :
       {Row{8, 128'829'120}, Row{64, 257'658'240}, Row{1024, 429'430'400}, Row{65536, 687'088'640}}) {
    const Machine m = machine(a_switch(row.ranks));
    EXPECT_EQ(time_of(m, all_reduce, "recursive-doubling", MiB(1)), picoseconds(row.ps)) << row.ranks;
    if (row.ranks > 1024) continue;
    EXPECT_EQ(time_of(m, all_reduce, "recursive-doubling", MiB(1), {.exact = true}), picoseconds(row.ps))
        << row.ranks;
    EXPECT_EQ(time_of(m, broadcast, "binomial", MiB(1)), picoseconds(row.ps)) << row.ranks;
    EXPECT_EQ(time_of(m, reduce, "binomial", MiB(1)), picoseconds(row.ps)) << row.ranks;
  }
}

TEST(ClosedForms, HalvingAndDoublingTakesTheLeastTrafficInLogRounds) {
  struct Row {
    int ranks;
    std::int64_t ps;
  };
  for (const Row row : {Row{8, 79'400'320}, Row{64, 94'575'360}, Row{1024, 103'804'160}})
    EXPECT_EQ(time_of(machine(a_switch(row.ranks)), all_reduce, "rabenseifner", MiB(1)), picoseconds(row.ps))
        << row.ranks;
}

// Every rank posts all its messages at once; each port carries p-1 of them, fairly or in turn.
TEST(ClosedForms, AllToAllOnAStarTakesItsShareOfEveryPort) {
  struct Row {
    int ranks;
    std::int64_t ps;
  };
  for (const Row row : {Row{64, 42'287'680}, Row{256, 42'779'200}, Row{512, 42'861'120}}) {
    const Machine m = machine(a_switch(row.ranks));
    EXPECT_EQ(time_of(m, all_to_all, "direct", MiB(1)), picoseconds(row.ps)) << row.ranks;
    if (row.ranks > 256) continue;
    EXPECT_EQ(time_of(m, all_to_all, "direct", MiB(1), {.exact = true}), picoseconds(row.ps)) << row.ranks;
  }
}

// p-1 ranks send 1 MiB each to one rank, whose port is the bottleneck.
TEST(ClosedForms, IncastTakesTheSumOfAllMessages) {
  struct Row {
    int ranks;
    std::int64_t ps;
  };
  for (const Row row : {Row{8, 294'601'280}, Row{64, 2'643'411'520}, Row{256, 10'696'475'200}})
    EXPECT_EQ(time_of(machine(a_switch(row.ranks)), gather, "flat", MiB(row.ranks)), picoseconds(row.ps))
        << row.ranks;
}

// These take the fewest rounds, ceil(log2 p), and send the fewest bytes, for every p. bidirectional-ring
// costs the same as a ring here, because a rank has one port for the shares of both directions.
void expect_logarithmic_formulas(const Machine& m, int p) {
  const std::int64_t block = 40'000;
  const Bytes size{p * block};
  int rounds = 0;
  while ((1 << rounds) < p) ++rounds;
  int bits = 0;
  for (int j = 1; j < p; ++j) bits += std::popcount(static_cast<unsigned>(j));

  const Time half = rounds * alpha + beta((p - 1) * block);
  EXPECT_EQ(time_of(m, all_gather, "bruck", size), half) << p;
  EXPECT_EQ(time_of(m, all_gather, "circulant", size), half) << p;
  EXPECT_EQ(time_of(m, reduce_scatter, "circulant", size), half) << p;
  EXPECT_EQ(time_of(m, all_reduce, "circulant", size), 2 * half) << p;
  EXPECT_EQ(time_of(m, all_to_all, "bruck", size), rounds * alpha + beta(bits * block)) << p;
  EXPECT_EQ(time_of(m, all_reduce, "bidirectional-ring", size), 2 * (p - 1) * (alpha + beta(block))) << p;
  if ((p & (p - 1)) != 0) return;
  EXPECT_EQ(time_of(m, all_gather, "recursive-doubling", size), half) << p;
  EXPECT_EQ(time_of(m, reduce_scatter, "recursive-halving", size), half) << p;
  EXPECT_EQ(time_of(m, all_reduce, "rabenseifner-half", size), 2 * half) << p;
}

// The formulas in the algorithms' own files, where alpha is that of `m`.
void expect_formulas(const Machine& m, int p) {
  const std::int64_t block = 40'000;
  const Bytes size{p * block};
  int rounds = 0;
  while ((1 << rounds) < p) ++rounds;

  EXPECT_EQ(time_of(m, sendrecv, "direct", size), alpha + beta(size.count)) << p;
  EXPECT_EQ(time_of(m, broadcast, "flat", size), alpha + beta((p - 1) * size.count)) << p;
  EXPECT_EQ(time_of(m, broadcast, "binomial", size), rounds * (alpha + beta(size.count))) << p;
  if ((p & (p - 1)) == 0) {  // otherwise a rank may begin before its round
    EXPECT_EQ(time_of(m, reduce, "binomial", size), rounds * (alpha + beta(size.count))) << p;
    EXPECT_EQ(time_of(m, gather, "binomial", size), rounds * alpha + beta((p - 1) * block)) << p;
  }
  EXPECT_EQ(time_of(m, scatter, "flat", size), alpha + beta((p - 1) * block)) << p;
  EXPECT_EQ(time_of(m, scatter, "binomial", size), rounds * alpha + beta((p - 1) * block)) << p;
  EXPECT_EQ(time_of(m, gather, "flat", size), alpha + beta((p - 1) * block)) << p;
  EXPECT_EQ(time_of(m, all_gather, "ring", size), (p - 1) * (alpha + beta(block))) << p;
  EXPECT_EQ(time_of(m, all_gather, "direct", size), alpha + beta((p - 1) * block)) << p;
  EXPECT_EQ(time_of(m, reduce_scatter, "ring", size), (p - 1) * (alpha + beta(block))) << p;
  EXPECT_EQ(time_of(m, reduce_scatter, "direct", size), alpha + beta((p - 1) * block)) << p;
  EXPECT_EQ(time_of(m, all_reduce, "ring", size), 2 * (p - 1) * (alpha + beta(block))) << p;
  EXPECT_EQ(time_of(m, all_reduce, "two-shot", size), 2 * alpha + 2 * beta((p - 1) * block)) << p;
  expect_logarithmic_formulas(m, p);
  EXPECT_EQ(time_of(m, all_reduce, "reduce-scatter-all-gather", size), 2 * (p - 1) * (alpha + beta(block)))
      << p;
  EXPECT_EQ(time_of(m, all_reduce, "one-shot", size), alpha + beta((p - 1) * size.count)) << p;
  EXPECT_EQ(time_of(m, all_reduce, "one-shot-own-first", size), alpha + beta((p - 1) * size.count)) << p;
  EXPECT_EQ(time_of(m, reduce, "flat", size), alpha + beta((p - 1) * size.count)) << p;
  EXPECT_EQ(time_of(m, broadcast, "chain", size), (p - 1) * (alpha + beta(size.count))) << p;
  EXPECT_EQ(time_of(m, reduce, "chain", size), (p - 1) * (alpha + beta(size.count))) << p;
  if ((p & (p - 1)) == 0) {
    EXPECT_EQ(time_of(m, all_reduce, "reduce-broadcast", size), 2 * rounds * (alpha + beta(size.count))) << p;
  }
}

// overhead = alpha and latency = 0 is the textbook's alpha: it holds the sender, so the rounds stay apart.
TEST(ClosedForms, EveryAlgorithmsFormulaHoldsWithOverhead) {
  for (const int p : {2, 3, 4, 5, 6, 7, 8, 12, 16}) {
    Machine m = machine(fmt::format("switch:{},25GB/s,0ns", p));
    m.collective.overhead = alpha;
    expect_formulas(m, p);
  }
}

// The sends of an all_to_all depend on no received data; only the overhead of the sender separates its
// rounds.
TEST(ClosedForms, RoundsOfAnAllToAllArePermutations) {
  for (const int p : {2, 3, 4, 6, 8, 16}) {
    Machine m = machine(fmt::format("switch:{},25GB/s,0ns", p));
    m.collective.overhead = alpha;
    const std::int64_t block = 40'000;
    EXPECT_EQ(time_of(m, all_to_all, "shift", {p * block}), (p - 1) * (alpha + beta(block))) << p;
    if ((p & (p - 1)) == 0) {
      EXPECT_EQ(time_of(m, all_to_all, "pairwise", {p * block}), (p - 1) * (alpha + beta(block))) << p;
    }
  }
}

// Direct within nodes of g ranks, a ring between n nodes; the hierarchies choose g = 2, 3, 4 by themselves.
TEST(ClosedForms, AHierarchySendsLessBetweenNodes) {
  for (const auto& [p, g] : {std::pair(4, 2), std::pair(6, 2), std::pair(12, 3), std::pair(16, 4)}) {
    Machine m = machine(fmt::format("switch:{},25GB/s,0ns", p));
    m.collective.overhead = alpha;
    const std::int64_t block = 40'000;
    const int n = p / g;
    const Time within = alpha + beta((g - 1) * n * block);
    const Time between = (n - 1) * (alpha + beta(block));
    EXPECT_EQ(time_of(m, all_gather, "hierarchical", {p * block}), within + between) << p;
    EXPECT_EQ(time_of(m, reduce_scatter, "hierarchical", {p * block}), within + between) << p;
    EXPECT_EQ(time_of(m, all_reduce, "hierarchical", {p * block}), 2 * (within + between)) << p;
  }
}

// On a ring of links, using both directions at once halves what each link carries.
TEST(ClosedForms, TwoRingsEachWayHalveTheTraffic) {
  for (const int p : {3, 4, 8}) {
    const Machine m = machine(fmt::format("ring:{},25GB/s,1us", p));
    const std::int64_t block = 40'000;
    const Time time = 2 * (p - 1) * (alpha + beta(block / 2));
    EXPECT_EQ(time_of(m, all_reduce, "bidirectional-ring", {p * block}), time) << p;
  }
}

// Latency does not hold the sender: it goes on while its message is under way. On powers of two, the longest
// path still pays the latency in every round.
TEST(ClosedForms, EveryAlgorithmsFormulaHoldsWithLatencyOnPowersOfTwo) {
  for (const int p : {2, 4, 8, 16}) expect_formulas(machine(a_switch(p)), p);
}

// A barrier's signal takes one alpha, and so does the way of what is loaded or stored.
TEST(ClosedForms, NvlsTakesWhatItsPagesSay) {
  for (const int p : {2, 3, 4, 8, 16, 64}) {
    const Machine m = machine(a_switch(p) + ",multicast");
    const Bytes size{p * 40'000};
    EXPECT_EQ(time_of(m, all_gather, "nvls", size), 3 * alpha + beta(size.count)) << p;
    EXPECT_EQ(time_of(m, reduce_scatter, "nvls", size), 3 * alpha + beta(size.count)) << p;
    EXPECT_EQ(time_of(m, broadcast, "nvls", size), 3 * alpha + beta(size.count)) << p;
    EXPECT_EQ(time_of(m, all_reduce, "nvls", {0}), 4 * alpha) << p;
  }
}

// Except for the first load and the last store, loads and stores of the 16 blocks share the ports, which
// carry S + S/p. p + 1 divides the bandwidth, so that shares are whole numbers.
TEST(ClosedForms, NvlsAllReduceOverlapsLoadsAndStores) {
  for (const int p : {3, 4, 7, 9, 15})
    for (const int k : {1, 2, 5}) {  // pieces of each block
      const Machine m = machine(fmt::format("switch:{},25GB/s,0ns,multicast", p));
      const std::int64_t piece = 4'000 * p;  // of all ranks together
      const Time expected = beta(piece) + (16 * k - 1) * beta(piece + piece / p) + beta(piece);
      EXPECT_EQ(time_of(m, all_reduce, "nvls", {16 * k * piece}, {}, {.pieces = k}), expected)
          << p << " ranks, " << k;
    }
}

// Every port carries S + S/p bytes out and in, with any number of pieces.
TEST(ClosedForms, NvlsAllReduceCarriesAVectorAndABlockOverEveryPort) {
  for (const int p : {2, 5, 8}) {
    const Machine m = machine(a_switch(p) + ",multicast");
    const Bytes size{p * 40'000};
    const auto run = simulate(programs_on(m, all_reduce, "nvls", size, {.pieces = 4}), m);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->links.size(), 2u * static_cast<std::size_t>(p));
    for (const LinkUse& use : run->links) EXPECT_EQ(use.bytes, size.count + size.count / p);
  }
}

// The switch's efficiency limits the rate, and its launch is added; both are parameters of the machine.
TEST(ClosedForms, NvlsPaysTheMachinesEfficiencyAndLaunch) {
  Machine m = machine(a_switch(8) + ",multicast");
  m.collective.launch = microseconds(8);
  m.multicast = {.launch = microseconds(50), .efficiency = 0.5};

  EXPECT_EQ(time_of(m, broadcast, "nvls", MiB(1)), microseconds(58) + 3 * alpha + 2 * beta(1 << 20));
  EXPECT_EQ(time_of(m, broadcast, "binomial", MiB(1)), microseconds(8) + 3 * (alpha + beta(1 << 20)));
}

// The switch must have every member's block before it has the sum, so the slowest member sets the pace.
TEST(ClosedForms, WhatIsLoadedFromAGroupComesAtThePaceOfItsSlowestMember) {
  const Machine m = machine(a_switch(8) + ",multicast");
  const Bytes size{8 * 40'000};

  EXPECT_EQ(time_of(m, reduce_scatter, "nvls", size, {.faults = {.slow_gpus = {{3, 2.0}}}}),
            3 * alpha + 2 * beta(size.count));
}

// A chain passes one piece on while the next arrives: piece b reaches rank v in round b+v.
TEST(ClosedForms, AChainInPiecesTakesARoundForEachRankAndEachPiece) {
  constexpr std::int64_t piece = 40'000;
  for (const int p : {2, 3, 5, 8, 16})
    for (const int pieces : {1, 2, 7, 64}) {
      Machine m = machine(fmt::format("switch:{},25GB/s,0ns", p));
      m.collective.overhead = alpha;
      for (const CollectiveKind kind : {broadcast, reduce})
        EXPECT_EQ(time_of(m, kind, "chain", {pieces * piece}, {}, {.pieces = pieces}),
                  (p - 2 + pieces) * (alpha + beta(piece)))
            << p << " ranks, " << pieces << " pieces";
    }
}

// Latency delays only the first piece.
TEST(ClosedForms, AChainPaysLatencyOncePerRank) {
  constexpr std::int64_t piece = 40'000;
  const Machine m = machine(a_switch(8));
  EXPECT_EQ(time_of(m, broadcast, "chain", {64 * piece}, {}, {.pieces = 64}),
            7 * alpha + (6 + 64) * beta(piece));
}

// Sanders, Speck, Traeff: 2 ceil(log2 p) + 2k rounds, each with 1/(2k) of the vector, where a rank does one
// thing at a time.
TEST(ClosedForms, ADoubleTreeStaysWithinTheRoundsOfItsPaper) {
  for (const int p : {2, 3, 4, 5, 7, 8, 13, 16, 32})
    for (const int pieces : {1, 4, 32}) {
      Machine m = machine(fmt::format("switch:{},25GB/s,0ns", p));
      m.collective.overhead = alpha;
      const std::int64_t message = 40'000;
      int rounds = 0;
      while ((1 << rounds) < p) ++rounds;
      for (const CollectiveKind kind : {broadcast, reduce})
        EXPECT_LE(time_of(m, kind, "double-tree", {2 * pieces * message}, {}, {.pieces = pieces}),
                  (2 * rounds + 2 * pieces) * (alpha + beta(message)))
            << p << " ranks, " << pieces << " pieces";
    }
}

// For long vectors every link in and out carries the whole vector once, so the double tree reaches the bound.
TEST(ClosedForms, ADoubleTreeUsesTheWholeBandwidth) {
  const Machine m = machine("switch:16,25GB/s,0ns");
  const Time time = time_of(m, broadcast, "double-tree", {std::int64_t{1} << 30}, {}, {.pieces = 512});
  EXPECT_GE(time, beta(std::int64_t{1} << 30));
  EXPECT_LE(time.ps, beta(std::int64_t{1} << 30).ps * 102 / 100);
}

// Two segments per rank go round the ring, then all chunks go to the root.
TEST(ClosedForms, GloosReduceIsARingAndAGather) {
  for (const int p : {2, 3, 4, 8}) {
    Machine m = machine(fmt::format("switch:{},25GB/s,0ns", p));
    m.collective.overhead = alpha;
    const std::int64_t segment = 40'000;
    EXPECT_EQ(time_of(m, reduce, "gloo", {2 * p * segment}),
              (2 * p - 1) * alpha + beta(2 * (p - 1) * segment) + beta(2 * (p - 1) * segment))
        << p;
  }
}

TEST(ClosedForms, ALaunchComesOnceButCopiesPayNone) {
  Machine m = machine(a_switch(8));
  m.collective.launch = microseconds(8);
  m.copy.latency = microseconds(2);

  EXPECT_EQ(time_of(m, sendrecv, "direct", MiB(1)), microseconds(8) + alpha + beta(1 << 20));
  EXPECT_EQ(time_of(m, p2p, "direct", MiB(1)), microseconds(2) + alpha + beta(1 << 20));
}

// Where p does not divide the count, blocks differ by one element, and so do their times.
TEST(ClosedForms, UnevenBlocksLieBetweenFloorAndCeiling) {
  for (const int p : {3, 7, 8, 13}) {
    const Machine m = machine(a_switch(p));
    for (const std::int64_t count : {1'003, 10'007, 99'991}) {
      const Time time = time_of(m, all_reduce, "ring", {count * 4});
      EXPECT_GE(time, 2 * (p - 1) * (alpha + beta(count / p * 4))) << p << " ranks, count " << count;
      EXPECT_LE(time, 2 * (p - 1) * (alpha + beta((count / p + 1) * 4))) << p << " ranks, count " << count;
    }
  }
}

TEST(ClosedForms, StoreAndForwardPaysEveryLinkCutThroughPaysOnce) {
  const Machine m = machine(a_switch(8));

  EXPECT_EQ(time_of(m, sendrecv, "direct", MiB(1)), alpha + beta(1 << 20));
  EXPECT_EQ(time_of(m, sendrecv, "direct", MiB(1), {.links = LinkModel::fifo}), alpha + 2 * beta(1 << 20));
}

TEST(ClosedForms, IdealLinksKnowNoContention) {
  const Machine m = machine(a_switch(8));

  EXPECT_EQ(time_of(m, gather, "flat", MiB(8), {.links = LinkModel::ideal}), alpha + beta(1 << 20));
}

TEST(ClosedForms, FifoServesAnIncastOneAfterTheOther) {
  const Machine m = machine(a_switch(8));

  // The links up work in parallel, then seven messages go through one link down.
  EXPECT_EQ(time_of(m, gather, "flat", MiB(8), {.links = LinkModel::fifo}), alpha + 8 * beta(1 << 20));
}

}  // namespace
}  // namespace commlab
