// What NCCL estimates and chooses. The numbers were worked out by hand from the constants and formulas of
// src/graph/tuning.cc, 2.28.9.
#include "core/nccl/nccl_choice.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/nccl/nccl_tuning.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

using A = NcclAlgorithm;
using P = NcclProtocol;
using Kind = CollectiveKind;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr NcclVersion v2_28 = {2, 28};

struct NcclOn {
  Machine machine;
  NcclComm comm;
  NcclOn(const char* name, NcclSettings settings = {.version = v2_28}, int ranks = 0)
      : machine(shipped_machine(name)),
        comm(nccl_comm(machine, ranks > 0 ? ranks : machine.topology.gpus, settings)) {}
  Collective collective(Kind kind, Bytes size) const {
    Collective c{.kind = kind, .ranks = comm.ranks};
    c.count = count_for(kind, comm.ranks, c.dtype, size);
    return c;
  }
  NcclCandidate candidate(Kind kind, A algorithm, P protocol, Bytes size = MiB(64)) const {
    for (NcclCandidate& found : nccl_candidates_of(comm, collective(kind, size)))
      if (found.algorithm == algorithm && found.protocol == protocol) return found;
    ADD_FAILURE() << "no such candidate";
    return {};
  }
  NcclWay way(Kind kind, Bytes size) const { return nccl_way(comm, collective(kind, size)).value(); }
  std::vector<std::string> switches(Kind kind) const {
    std::vector<std::string> text;
    for (const NcclSwitch& s : nccl_switches(comm, collective(kind, MiB(1))))
      text.push_back(
          fmt::format("{} {}/{}", to_text(s.from), name_of(s.way.algorithm), name_of(s.way.protocol)));
    return text;
  }
};

TEST(NcclEstimate, OfEightH100IsTheWorkedExample) {
  const NcclOn h100("dgx-h100");
  EXPECT_NEAR(h100.candidate(Kind::all_reduce, A::ring, P::ll).estimate.latency_us, 6.6 + 14 * 0.6, 1e-9);
  EXPECT_NEAR(h100.candidate(Kind::all_reduce, A::ring, P::simple).estimate.latency_us, 8.4 + 14 * 3.4, 1e-9);
  EXPECT_NEAR(h100.candidate(Kind::all_reduce, A::nvls, P::simple).estimate.latency_us, 25, 1e-9);
  EXPECT_NEAR(h100.candidate(Kind::all_reduce, A::ring, P::simple).estimate.bandwidth_GBps, 205.7, .05);
  EXPECT_NEAR(h100.candidate(Kind::all_reduce, A::nvls, P::simple).estimate.bandwidth_GBps, 272.0, .05);
}

struct WorkedEstimate {
  const char* machine;
  Kind kind;
  A algorithm;
  P protocol;
  double latency_us, bandwidth_GBps;
};

// Latency and bandwidth of each, to the digits of the hand calculation.
TEST(NcclEstimate, AgreesWithHandCalculationsOnNineSystems) {
  for (const WorkedEstimate& w : {
           WorkedEstimate{"dgx1-v100", Kind::all_reduce, A::tree, P::ll, 15.2, 14.5},
           WorkedEstimate{"dgx1-v100", Kind::all_reduce, A::tree, P::ll128, 31.5, 42.9},
           WorkedEstimate{"dgx1-v100", Kind::all_reduce, A::tree, P::simple, 64.4, 55.2},
           WorkedEstimate{"dgx1-v100", Kind::all_reduce, A::ring, P::ll, 15.0, 22.3},
           WorkedEstimate{"dgx1-v100", Kind::all_reduce, A::ring, P::ll128, 40.6, 63.1},
           WorkedEstimate{"dgx1-v100", Kind::all_reduce, A::ring, P::simple, 56.0, 68.6},
           WorkedEstimate{"dgx-a100", Kind::all_reduce, A::tree, P::ll, 15.2, 29.1},
           WorkedEstimate{"dgx-a100", Kind::all_reduce, A::tree, P::ll128, 31.5, 85.9},
           WorkedEstimate{"dgx-a100", Kind::all_reduce, A::tree, P::simple, 64.4, 110},
           WorkedEstimate{"dgx-a100", Kind::all_reduce, A::ring, P::ll, 15.0, 50.1},
           WorkedEstimate{"dgx-a100", Kind::all_reduce, A::ring, P::ll128, 40.6, 126},
           WorkedEstimate{"dgx-a100", Kind::all_reduce, A::ring, P::simple, 56.0, 137},
           WorkedEstimate{"dgx-a100", Kind::all_gather, A::ring, P::ll, 10.8, 100},
           WorkedEstimate{"dgx-a100", Kind::all_gather, A::ring, P::ll128, 27.3, 252},
           WorkedEstimate{"dgx-a100", Kind::all_gather, A::ring, P::simple, 32.2, 274},
           WorkedEstimate{"dgx-a100", Kind::broadcast, A::ring, P::ll, 7.2, 87.7},
           WorkedEstimate{"dgx-a100", Kind::broadcast, A::ring, P::ll128, 15.9, 221},
           WorkedEstimate{"dgx-a100", Kind::broadcast, A::ring, P::simple, 11.8, 240},
           WorkedEstimate{"dgx-h100", Kind::all_reduce, A::tree, P::ll, 15.2, 43.6},
           WorkedEstimate{"dgx-h100", Kind::all_reduce, A::tree, P::ll128, 31.5, 129},
           WorkedEstimate{"dgx-h100", Kind::all_reduce, A::tree, P::simple, 64.4, 166},
           WorkedEstimate{"dgx-h100", Kind::all_reduce, A::ring, P::ll, 15.0, 80.6},
           WorkedEstimate{"dgx-h100", Kind::all_reduce, A::ring, P::ll128, 40.6, 189},
           WorkedEstimate{"dgx-h100", Kind::all_gather, A::ring, P::ll, 10.8, 161},
           WorkedEstimate{"dgx-h100", Kind::all_gather, A::ring, P::ll128, 27.3, 379},
           WorkedEstimate{"dgx-h100", Kind::all_gather, A::ring, P::simple, 32.2, 411},
           WorkedEstimate{"dgx-h100", Kind::all_gather, A::nvls, P::simple, 25, 208},
           WorkedEstimate{"hgx-b200", Kind::all_reduce, A::ring, P::ll, 15.0, 161},
           WorkedEstimate{"hgx-b200", Kind::all_reduce, A::ring, P::ll128, 40.6, 379},
           WorkedEstimate{"hgx-b200", Kind::all_reduce, A::ring, P::simple, 56.0, 411},
           WorkedEstimate{"hgx-b200", Kind::all_reduce, A::nvls, P::simple, 25, 411},
           WorkedEstimate{"2x dgx-h100", Kind::all_reduce, A::tree, P::ll, 25.2, 16.6},
           WorkedEstimate{"2x dgx-h100", Kind::all_reduce, A::tree, P::ll128, 48.5, 125},
           WorkedEstimate{"2x dgx-h100", Kind::all_reduce, A::tree, P::simple, 92.4, 141},
           WorkedEstimate{"2x dgx-h100", Kind::all_reduce, A::ring, P::ll, 40.0, 20.8},
           WorkedEstimate{"2x dgx-h100", Kind::all_reduce, A::ring, P::ll128, 75.2, 157},
           WorkedEstimate{"2x dgx-h100", Kind::all_reduce, A::ring, P::simple, 131.6, 205},
           WorkedEstimate{"2x dgx-h100", Kind::all_reduce, A::nvls_tree, P::simple, 66.8, 246},
           WorkedEstimate{"4x dgx-h100", Kind::all_reduce, A::tree, P::ll, 35.2, 8.7},
           WorkedEstimate{"4x dgx-h100", Kind::all_reduce, A::tree, P::ll128, 65.5, 98.6},
           WorkedEstimate{"4x dgx-h100", Kind::all_reduce, A::tree, P::simple, 120.4, 122},
           WorkedEstimate{"4x dgx-h100", Kind::all_reduce, A::ring, P::ll, 78.8, 10.5},
           WorkedEstimate{"4x dgx-h100", Kind::all_reduce, A::ring, P::ll128, 144.4, 152},
           WorkedEstimate{"4x dgx-h100", Kind::all_reduce, A::ring, P::simple, 282.8, 198},
           WorkedEstimate{"4x dgx-h100", Kind::all_reduce, A::nvls_tree, P::simple, 108.6, 188},
           WorkedEstimate{"gb200-nvl72", Kind::all_reduce, A::ring, P::ll, 91.8, 143},
           WorkedEstimate{"gb200-nvl72", Kind::all_reduce, A::ring, P::ll128, 283.8, 336},
           WorkedEstimate{"gb200-nvl72", Kind::all_reduce, A::ring, P::simple, 491.2, 365},
           WorkedEstimate{"gb200-nvl72", Kind::all_reduce, A::nvls, P::simple, 25, 465},
           WorkedEstimate{"2x dgx-a100", Kind::all_reduce, A::tree, P::ll, 25.2, 11.2},
           WorkedEstimate{"2x dgx-a100", Kind::all_reduce, A::tree, P::ll128, 48.5, 80},
           WorkedEstimate{"2x dgx-a100", Kind::all_reduce, A::ring, P::ll, 68, 12},
           WorkedEstimate{"2x dgx-a100", Kind::all_reduce, A::ring, P::ll128, 78, 85.3},
           WorkedEstimate{"2x dgx-a100", Kind::all_reduce, A::ring, P::simple, 204.4, 102},
       }) {
    const NcclCandidate found = NcclOn(w.machine).candidate(w.kind, w.algorithm, w.protocol);
    const std::string what =
        fmt::format("{} {} {}/{}", w.machine, name_of(w.kind), name_of(w.algorithm), name_of(w.protocol));
    EXPECT_NEAR(found.estimate.latency_us, w.latency_us, .06) << what;
    EXPECT_NEAR(found.estimate.bandwidth_GBps, w.bandwidth_GBps, w.bandwidth_GBps < 100 ? .06 : .6) << what;
  }
}

TEST(NcclWay, SwitchesWhereTheHandCalculationDoes) {
  EXPECT_THAT(NcclOn("dgx1-v100").switches(Kind::all_reduce),
              ElementsAre("8B Ring/LL", "1MiB Ring/LL128", "16MiB Ring/Simple"));
  EXPECT_THAT(NcclOn("dgx-a100").switches(Kind::all_reduce),
              ElementsAre("8B Ring/LL", "4MiB Ring/LL128", "32MiB Ring/Simple"));
  EXPECT_THAT(NcclOn("dgx-h100").switches(Kind::all_reduce), ElementsAre("8B Ring/LL", "2MiB NVLS/Simple"));
  EXPECT_THAT(NcclOn("hgx-b200").switches(Kind::all_reduce), ElementsAre("8B Ring/LL", "4MiB NVLS/Simple"));
  EXPECT_THAT(NcclOn("2x dgx-h100").switches(Kind::all_reduce),
              ElementsAre("8B Tree/LL", "256KiB Tree/LL128", "2MiB NVLSTree/Simple"));
  EXPECT_THAT(NcclOn("4x dgx-h100").switches(Kind::all_reduce),
              ElementsAre("8B Tree/LL", "256KiB Tree/LL128", "8MiB NVLSTree/Simple", "1GiB Ring/Simple"));
  EXPECT_THAT(NcclOn("gb200-nvl72").switches(Kind::all_reduce), ElementsAre("8B NVLS/Simple"));
  EXPECT_THAT(NcclOn("2x dgx-a100").switches(Kind::all_reduce),
              ElementsAre("8B Tree/LL", "256KiB Tree/LL128", "16MiB Ring/LL128", "128MiB Ring/Simple"));
  EXPECT_THAT(NcclOn("dgx-a100").switches(Kind::all_gather),
              ElementsAre("8B Ring/LL", "4MiB Ring/LL128", "16MiB Ring/Simple"));
  EXPECT_THAT(NcclOn("dgx-h100").switches(Kind::all_gather),
              ElementsAre("8B Ring/LL", "8MiB Ring/LL128", "32MiB Ring/Simple"));
}

// One channel for each 32 KiB of Simple; all 24 from 768 KiB on. Tiny messages use one channel of few
// threads.
TEST(NcclWay, UsesFewChannelsForSmallSizes) {
  const NcclOn a100("dgx-a100", {.version = v2_28, .protocols = {P::simple}});
  EXPECT_EQ(a100.way(Kind::all_reduce, KiB(768)).channels, 24);
  EXPECT_EQ(a100.way(Kind::all_reduce, KiB(320)).channels, 10);
  EXPECT_EQ(a100.way(Kind::all_reduce, KiB(320)).threads, 512 + 32);
  EXPECT_EQ(a100.way(Kind::all_reduce, Bytes{8}).channels, 1);
  EXPECT_EQ(a100.way(Kind::all_reduce, Bytes{8}).threads, 96);
  const NcclOn h100("dgx-h100");
  EXPECT_EQ(h100.way(Kind::all_reduce, MiB(64)).channels, 16);  // of NVLS
}

TEST(NcclWay, FollowsTheUsersEnvironment) {
  const NcclOn rings("dgx-h100", {.version = v2_28, .algorithms = {A::ring}});
  EXPECT_EQ(rings.way(Kind::all_reduce, MiB(64)).algorithm, A::ring);
  const NcclOn few("dgx-h100", {.version = v2_28, .algorithms = {A::ring}, .most_channels = 4});
  EXPECT_EQ(few.way(Kind::all_reduce, MiB(64)).channels, 4);
  const NcclOn many("dgx-h100", {.version = v2_28, .algorithms = {A::ring}, .least_channels = 32});
  EXPECT_EQ(many.way(Kind::all_reduce, MiB(64)).channels, 32);
  const NcclOn narrow("dgx-h100", {.version = v2_28, .protocols = {P::ll}, .threads = 128});
  EXPECT_EQ(narrow.way(Kind::all_reduce, MiB(64)).threads, 128);

  const NcclOn nothing("dgx-h100", {.version = v2_28, .algorithms = {A::nvls_tree}});
  const Result<NcclWay> way = nccl_way(nothing.comm, nothing.collective(Kind::all_reduce, MiB(1)));
  ASSERT_FALSE(way);
  EXPECT_THAT(way.error().message, HasSubstr("NCCL 2.28 has no algorithm for all_reduce here"));
}

TEST(NcclWay, SaysWhyACandidateIsExcluded) {
  const auto why = [](const char* machine, Kind kind, A a, P p) {
    return NcclOn(machine).candidate(kind, a, p).excluded;
  };
  EXPECT_EQ(why("rtx4090", Kind::all_reduce, A::ring, P::ll128), "LL128 needs NVLinks between the GPUs");
  EXPECT_EQ(why("dgx-a100", Kind::all_reduce, A::nvls, P::simple),
            "needs NVSwitches that multicast, since Hopper");
  EXPECT_EQ(why("dgx-h100", Kind::all_reduce, A::nvls_tree, P::simple), "there is only one node");
  EXPECT_EQ(why("2x dgx-h100", Kind::all_reduce, A::nvls, P::simple),
            "over several nodes it needs a network that reduces");
  EXPECT_EQ(why("2x dgx-h100", Kind::all_gather, A::pat, P::simple), "PAT is used with one GPU on each node");
  EXPECT_EQ(why("dgx-h100", Kind::all_reduce, A::collnet_chain, P::simple), "needs a network that reduces");
}

// By hand, microseconds: NVLS 25 + 18; CollNetDirect 2 (3.7 + 7 * 0.4) + 31; CollNetChain 2 * 7 * 2.8 + 30.
TEST(NcclWay, CountsANetworkThatReduces) {
  const NcclOn sharp("4x dgx-h100,sharp");
  const auto latency = [&](A a) {
    return sharp.candidate(Kind::all_reduce, a, P::simple).estimate.latency_us;
  };
  EXPECT_NEAR(latency(A::nvls), 43, 1e-9);
  EXPECT_NEAR(latency(A::collnet_direct), 44, 1e-9);
  EXPECT_NEAR(latency(A::collnet_chain), 69.2, 1e-9);
  EXPECT_EQ(sharp.way(Kind::all_reduce, MiB(64)).algorithm, A::nvls);

  const auto why = [](const char* machine, Kind kind, A a) {
    return NcclOn(machine).candidate(kind, a, P::simple).excluded;
  };
  EXPECT_EQ(why("4x dgx-h100,sharp", Kind::all_reduce, A::collnet_direct), "");
  EXPECT_EQ(why("4x dgx1-v100,100G,sharp", Kind::all_reduce, A::collnet_chain), "");
  EXPECT_EQ(why("4x dgx1-v100,100G,sharp", Kind::all_reduce, A::collnet_direct), "needs NVSwitches");
  EXPECT_EQ(why("2x dgx2,100G,sharp", Kind::all_reduce, A::collnet_chain),
            "needs at most 8 GPUs on each node");
  EXPECT_EQ(why("4x dgx-h100,sharp", Kind::all_gather, A::nvls),
            "over several nodes, only all_reduce is simulated in the network");
}

TEST(NcclWay, MulticastsOnlyWhatASwitchCanReduce) {
  const NcclOn h100("dgx-h100");
  Collective c = h100.collective(Kind::all_reduce, MiB(64));
  EXPECT_EQ(nccl_way(h100.comm, c)->algorithm, A::nvls);
  c.op = ReduceOp::prod;
  EXPECT_EQ(nccl_way(h100.comm, c)->algorithm, A::ring);
  c.op = ReduceOp::max;
  EXPECT_EQ(nccl_way(h100.comm, c)->algorithm, A::ring);
  c.dtype = DataType::bfloat16;
  EXPECT_EQ(nccl_way(h100.comm, c)->algorithm, A::nvls);
}

// With 2.18, NVLS starts at 23 us of base and has a fixed ratio; with 2.8 and 2.12, Hopper does not exist and
// counts as Ampere.
TEST(NcclWay, DependsOnTheVersion) {
  const NcclOn old("dgx-h100", {.version = {2, 12}});
  EXPECT_EQ(old.way(Kind::all_reduce, MiB(64)).algorithm, A::ring);
  const NcclOn first("dgx-h100", {.version = {2, 18}});
  EXPECT_NEAR(first.candidate(Kind::all_reduce, A::nvls, P::simple).estimate.latency_us, 23, 1e-9);
  const NcclOn a100("dgx-a100", {.version = {2, 8}});
  EXPECT_NEAR(a100.candidate(Kind::all_reduce, A::ring, P::ll).estimate.latency_us, 3.6 + 14 * .47, 1e-9);
  EXPECT_NEAR(a100.candidate(Kind::all_reduce, A::ring, P::simple).estimate.bandwidth_GBps, 235 * 8 / 14.,
              1e-6);
}

// A property of every machine, collective and version: the choice exists, is not excluded, has the least
// estimate, and never uses more channels than were found.
TEST(NcclWay, IsTheBestCandidateEverywhere) {
  for (const char* machine : {"a100x4", "dgx-a100", "dgx-h100", "dgx1-v100", "gb200-nvl72", "hcm8", "l40s",
                              "rtx4090", "2x dgx-h100", "4x gh200x4", "16x a100x4", "3x dgx2"}) {
    const Machine found = shipped_machine(machine);
    for (const int minor : {8, 12, 18, 20, 22, 24, 28, newest_known_nccl.minor})
      for (const int ranks : {1, 2, found.topology.gpus}) {
        const NcclComm comm = nccl_comm(found, ranks, {.version = {2, minor}});
        for (const Kind kind :
             {Kind::all_reduce, Kind::all_gather, Kind::reduce_scatter, Kind::broadcast, Kind::reduce})
          for (const Bytes size : {Bytes{0}, Bytes{4}, KiB(3), KiB(100), MiB(5), MiB(3000)}) {
            Collective c{.kind = kind, .ranks = ranks};
            c.count = count_for(kind, ranks, c.dtype, size);
            const Result<NcclWay> way = nccl_way(comm, c);
            ASSERT_TRUE(way) << machine << " 2." << minor << " " << name_of(kind) << ": "
                             << way.error().message;
            EXPECT_LE(way->channels, std::max(comm.channels, comm.nvls_channels));
            EXPECT_GE(way->channels, 1);
            for (const NcclCandidate& other : nccl_candidates_of(comm, c))
              EXPECT_TRUE(!other.excluded.empty() || way->time_us <= other.time_us);
          }
      }
  }
}

TEST(NcclNames, AreReadInAnyCaseAndListed) {
  EXPECT_THAT(*parse_nccl_algorithms("ring,TREE"), ElementsAre(A::tree, A::ring));
  EXPECT_THAT(*parse_nccl_protocols("^LL128"), ElementsAre(P::ll, P::simple));
  EXPECT_EQ(
      parse_nccl_algorithms("rin").error().message,
      "unknown algorithm 'rin' (did you mean Ring?); NCCL has Tree, Ring, CollNetDirect, CollNetChain, NVLS, "
      "NVLSTree, PAT");
  EXPECT_FALSE(parse_nccl_protocols(""));
}

}  // namespace
}  // namespace commlab
