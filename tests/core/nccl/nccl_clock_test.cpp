// Truths about NCCL's clock on every shipped machine, alone and in clusters.
#include "core/nccl/nccl_clock.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/bounds/bounds.h"
#include "core/machine_text/find_machine.h"
#include "core/nccl/nccl_choice.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

using Kind = CollectiveKind;

struct OnMachine {
  Machine machine;
  NcclComm comm;
  NcclSite site;

  explicit OnMachine(const std::string& name, int ranks = 0, NcclSettings settings = {})
      : machine(shipped_machine(name)),
        comm(nccl_comm(machine, ranks > 0 ? ranks : machine.topology.gpus, settings)),
        site(nccl_site(comm)) {}

  Collective collective(Kind kind, Bytes size) const {
    Collective c{.kind = kind, .ranks = comm.ranks};
    c.count = count_for(kind, comm.ranks, c.dtype, size);
    return c;
  }
  double time(ClockedCall call) const {
    if (!is_tuned_by_nccl(call.collective.kind)) return nccl_p2p_time_us(site, *machine.nccl, call);
    const NcclWay way = *nccl_way(comm, call.collective);
    return nccl_time_us(site, *machine.nccl, call, way.algorithm, way.protocol);
  }
};

std::vector<std::string> machines_with_costs() {
  std::vector<std::string> all;
  for (const std::string& name : machine_names(COMMLAB_SOURCE_DIR "/sim/machines"))
    for (const char* nodes : {"", "3x "}) {
      const auto machine = find_machine(nodes + name, COMMLAB_SOURCE_DIR "/sim/machines");
      if (machine && machine->nccl) all.push_back(nodes + name);
    }
  return all;
}

constexpr Kind all_kinds[] = {Kind::broadcast,      Kind::scatter,    Kind::gather,
                              Kind::reduce,         Kind::all_reduce, Kind::all_gather,
                              Kind::reduce_scatter, Kind::all_to_all, Kind::sendrecv};

class OnEveryMachine : public testing::TestWithParam<std::string> {};

// Nothing is faster than the links and NICs of the machine allow.
TEST_P(OnEveryMachine, NoCallIsFasterThanTheBound) {
  const OnMachine on(GetParam());
  for (const Kind kind : all_kinds)
    for (const Bytes size : {KiB(64), MiB(1), MiB(4096)}) {
      const Collective c = on.collective(kind, size);
      const auto least = bound(c, on.machine.topology);
      ASSERT_TRUE(least) << name_of(kind);
      for (const bool loop : {false, true}) {
        const double us = on.time({.collective = c, .loop = loop});
        ASSERT_TRUE(std::isfinite(us)) << name_of(kind);
        EXPECT_GE(us, on.machine.nccl->launch) << name_of(kind);
        EXPECT_GE(us, .95 * microseconds_of(least->bandwidth))
            << name_of(kind) << ' ' << to_text(size) << (loop ? " in a loop" : "");
      }
    }
}

TEST_P(OnEveryMachine, EveryWayOfNcclTakesATime) {
  const OnMachine on(GetParam());
  for (const Kind kind : all_kinds) {
    if (!is_tuned_by_nccl(kind)) continue;
    const Collective c = on.collective(kind, MiB(1));
    for (const NcclCandidate& candidate : nccl_candidates_of(on.comm, c)) {
      if (!candidate.excluded.empty()) continue;
      const double us =
          nccl_time_us(on.site, *on.machine.nccl, {.collective = c}, candidate.algorithm, candidate.protocol);
      EXPECT_TRUE(std::isfinite(us) && us > 0)
          << name_of(candidate.algorithm) << '/' << name_of(candidate.protocol);
    }
  }
}

// The largest calls take as long as their bytes: twice as many take twice as long.
TEST_P(OnEveryMachine, LargeCallsGrowWithTheirSize) {
  const OnMachine on(GetParam());
  for (const Kind kind : all_kinds) {
    const double once = on.time({.collective = on.collective(kind, MiB(1 << 18)), .loop = true});
    const double twice = on.time({.collective = on.collective(kind, MiB(1 << 19)), .loop = true});
    EXPECT_NEAR(twice / once, 2, .1) << name_of(kind);
  }
}

TEST_P(OnEveryMachine, OneThreadNeedsTimeForEachGpu) {
  const OnMachine on(GetParam());
  const Collective c = on.collective(Kind::all_reduce, Bytes{8});
  const double alone = on.time({.collective = c}),
               thread = on.time({.collective = c, .launch = LaunchMode::thread});
  EXPECT_GE(thread, alone);
  EXPECT_GE(thread, on.comm.ranks * on.machine.nccl->thread_start);
  EXPECT_LE(on.time({.collective = c, .launch = LaunchMode::graph}), alone);
  EXPECT_GT(on.time({.collective = c, .synchronised = true}), alone);
}

std::string plain(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  return name;
}
INSTANTIATE_TEST_SUITE_P(Machines, OnEveryMachine, testing::ValuesIn(machines_with_costs()), plain);

// By hand: launch + 14 hops; 8 B are one channel's, and cross the links, with as many bytes of flags. The two
// times have a soft maximum, of exponent 3.
TEST(NcclClock, SmallRingsAreALaunchAndTheirHops) {
  const OnMachine on("dgx-a100");
  const NcclCosts& costs = *on.machine.nccl;
  const double channel = 1 / (costs.channel_ll * 1e3), links = 2 / (on.site.links * costs.links * 1e3);
  const double bytes = 1.75 * 8 * std::cbrt(std::pow(channel, 3) + std::pow(links, 3));
  EXPECT_NEAR(on.time({.collective = on.collective(Kind::all_reduce, Bytes{8})}),
              costs.launch + 14 * costs.hop_ll + bytes, 1e-9);
}

TEST(NcclClock, BroadcastsOfALoopFollowOneAnother) {
  const OnMachine on("4x dgx-a100");
  const Collective c = on.collective(Kind::broadcast, MiB(4));
  EXPECT_LT(on.time({.collective = c, .loop = true}), on.time({.collective = c}));
}

TEST(NcclClock, SitesHaveTheRatesOfTheirLinks) {
  EXPECT_NEAR(OnMachine("dgx-a100").site.links, 240, 1e-9);
  EXPECT_NEAR(OnMachine("dgx-h100").site.links, 370.8, 1e-9);
  EXPECT_NEAR(OnMachine("rtx4090").site.links, 14.5, 1e-9) << "in and out share a bus of 29 GB/s";
  EXPECT_TRUE(OnMachine("rtx4090").site.over_host);
  EXPECT_TRUE(OnMachine("a100x4").site.mesh);
  EXPECT_FALSE(OnMachine("dgx1-v100").site.mesh);
  EXPECT_NEAR(OnMachine("mi300x").site.links, 7 * 44.4, 1e-6);
  EXPECT_NEAR(OnMachine("2x dgx-h100").site.nic, 48, 1e-9);
  const OnMachine old("dgx-a100", 0, {.version = {2, 12}});
  EXPECT_NEAR(old.site.links, 240, 1e-9) << "links do not change with the library";
}

TEST(NcclClock, ANicBehindTheHostHasNoLl128) {
  const OnMachine on("2x a100x4,slingshot");
  const Collective c = on.collective(Kind::all_reduce, MiB(1));
  for (const NcclCandidate& candidate : nccl_candidates_of(on.comm, c))
    EXPECT_TRUE(candidate.protocol != NcclProtocol::ll128 || !candidate.excluded.empty());
}

}  // namespace
}  // namespace commlab
