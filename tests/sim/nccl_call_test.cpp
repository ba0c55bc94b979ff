// Truths about the simulated calls of NCCL on every shipped machine, alone and in clusters.
#include "core/nccl/nccl_call.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "core/bounds/bounds.h"
#include "core/machine_text/find_machine.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/bound_of.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/planned_programs.h"
#include "tests/predict_by_sim.h"
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
        site(nccl_site(comm)),
        nccl_(std::make_shared<const NcclComm>(comm)) {}

  Collective collective(Kind kind, Bytes size) const {
    Collective c{.kind = kind, .ranks = comm.ranks};
    c.count = count_for(kind, comm.ranks, c.dtype, size);
    return c;
  }
  // As NCCL chooses, or in the given way.
  Time time(const Collective& c, LaunchMode launch = LaunchMode::processes, int loop = 1,
            std::optional<NcclWay> way = {}) const {
    const Result<Time> time = try_time(c, launch, loop, way);
    EXPECT_TRUE(time) << machine.name << ", " << name_of(c.kind) << ": " << time.error().message;
    return time.value_or(Time{});
  }
  commlab::Setup setup_of(const Collective& c, LaunchMode launch = LaunchMode::processes,
                          int loop = 1) const {
    return {.experiment = {.collective = c.kind,
                           .machine = machine.name,
                           .algorithm = std::string(nccl_name),
                           .launch = launch,
                           .loop = loop,
                           .ranks = c.ranks},
            .machine = machine,
            .collective = c,
            .layout = layout_on(machine, c.ranks),
            .nccl = nccl_};
  }
  Result<Time> try_time(const Collective& c, LaunchMode launch = LaunchMode::processes, int loop = 1,
                        std::optional<NcclWay> way = {}) const {
    const commlab::Setup setup = setup_of(c, launch, loop);
    const Planner planner{.predict = predict_by_sim()};
    return (way ? choice_of_way(setup, comm, *way, planner) : choose_as_nccl(setup, planner))
        .and_then([&](const Choice& choice) {
          const commlab::Setup chosen = settled(setup, choice);
          return programs_of(chosen, *choice.algorithm).and_then([&](const auto& programs) {
            return planner.predict(*programs, *chosen.machine, chosen.experiment, never);
          });
        })
        .map([](const Run& run) { return run.finish; });
  }

 private:
  std::shared_ptr<const NcclComm> nccl_;
};

std::vector<std::string> machines_with_costs() {
  std::vector<std::string> all;
  for (const std::string& name : machine_names(machine_folder))
    for (const char* nodes : {"", "3x "}) {
      const auto machine = find_machine(nodes + name, machine_folder);
      if (machine && machine->nccl) all.push_back(nodes + name);
    }
  return all;
}

constexpr Kind all_kinds[] = {Kind::broadcast,      Kind::scatter,    Kind::gather,
                              Kind::reduce,         Kind::all_reduce, Kind::all_gather,
                              Kind::reduce_scatter, Kind::all_to_all, Kind::sendrecv};

class OnEveryMachine : public testing::TestWithParam<std::string> {};

// Nothing is faster than the launch, a message, and the links and NICs of the machine allow, whatever the
// number of ranks: where they do not fill their nodes, too; and in a loop.
TEST_P(OnEveryMachine, NoCallIsFasterThanTheBound) {
  const int gpus = OnMachine(GetParam()).machine.topology.gpus;
  int seen = 0;
  for (const int ranks : {gpus, gpus - 1, gpus / 2 + 1}) {
    constexpr int many = 64;  // the bound of part of a rack takes seconds
    if (ranks < 2 || (ranks < gpus && gpus > many)) continue;
    const OnMachine on(GetParam(), ranks);
    for (const Kind kind : all_kinds)
      for (const Bytes size : {Bytes{4 * ranks}, KiB(64), MiB(1024)})
        for (const auto& [launch, loop] :
             {std::pair{LaunchMode::processes, 1}, std::pair{LaunchMode::graph, 20}}) {
          const Collective c = on.collective(kind, size);
          const std::optional<Bound> least = bound_of(on.setup_of(c, launch, loop));
          ASSERT_TRUE(least) << name_of(kind);
          const Result<Time> time = on.try_time(c, launch, loop);
          if (!time) continue;  // our nvls-tree needs nodes that are filled alike
          EXPECT_GE(*time, least->time) << name_of(kind) << " of " << to_text(size) << " over " << ranks;
          ++seen;
        }
  }
  EXPECT_GE(seen, 9 * 3 * 2) << "at least with all GPUs";
}

// One call alone: its bound is the launch, and then the links' time or a message's.
TEST_P(OnEveryMachine, TheBoundKnowsWhatCallsAndMessagesCost) {
  const OnMachine on(GetParam());
  for (const Kind kind : all_kinds) {
    const Collective few = on.collective(kind, Bytes{4 * on.comm.ranks}),
                     many = on.collective(kind, MiB(256));
    const Result<Bound> links = bound(many, on.machine.topology);
    const std::optional<Bound> of_few = bound_of(on.setup_of(few)), of_many = bound_of(on.setup_of(many));
    ASSERT_TRUE(links && of_few && of_many);
    EXPECT_GE(microseconds_of(of_few->launch), on.machine.nccl->launch - .001) << name_of(kind);
    EXPECT_GE(of_few->time, of_few->launch + bound(few, on.machine.topology)->time) << name_of(kind);
    EXPECT_EQ(of_many->time, of_many->launch + std::max(of_many->latency, links->bandwidth)) << name_of(kind);
    if (on.comm.nodes == 1 || kind == Kind::sendrecv)
      continue;  // of which only the first ranks are looked at
    EXPECT_GT(of_few->latency, links->latency) << name_of(kind) << ": a message between nodes";
  }
}

TEST_P(OnEveryMachine, EveryWayOfNcclTakesATime) {
  const OnMachine on(GetParam());
  for (const Kind kind : all_kinds) {
    if (!is_tuned_by_nccl(kind)) continue;
    const Collective c = on.collective(kind, MiB(1));
    for (const NcclCandidate& candidate : nccl_candidates_of(on.comm, c)) {
      if (!candidate.excluded.empty()) continue;
      EXPECT_GT(on.time(c, LaunchMode::processes, 1, nccl_way_of(on.comm, c, candidate)), Time{})
          << name_of(candidate.algorithm) << '/' << name_of(candidate.protocol);
    }
  }
}

// The largest calls take as long as their bytes: twice as many take twice as long.
TEST_P(OnEveryMachine, LargeCallsGrowWithTheirSize) {
  const OnMachine on(GetParam());
  for (const Kind kind : all_kinds) {
    const Time once = on.time(on.collective(kind, MiB(1 << 18))),
               twice = on.time(on.collective(kind, MiB(1 << 19)));
    EXPECT_NEAR(seconds_of(twice) / seconds_of(once), 2, .1) << name_of(kind);
  }
}

TEST_P(OnEveryMachine, OneThreadNeedsTimeForEachGpu) {
  const OnMachine on(GetParam());
  const Collective c = on.collective(Kind::all_reduce, Bytes{8});
  const Time alone = on.time(c), thread = on.time(c, LaunchMode::thread);
  EXPECT_GE(thread, alone);
  EXPECT_GE(microseconds_of(thread), on.comm.ranks * on.machine.nccl->thread_start);
  EXPECT_LE(on.time(c, LaunchMode::graph), alone);
}

// The machine, on which every call was measured to take so many times as long as predicted.
OnMachine measured_at(const std::string& name, double times) {
  OnMachine on(name);
  std::vector<MeasuredCall> calls;
  for (const Kind kind : all_kinds)
    for (const Bytes size : {Bytes{4096}, KiB(256), MiB(16), MiB(1024)}) {
      const Collective c = on.collective(kind, size);
      const Result<Choice> choice = choose_as_nccl(on.setup_of(c), {.predict = predict_by_sim()});
      EXPECT_TRUE(choice) << name_of(kind);
      RoutedCall call{.collective = c, .route = {.by = NcclRoute::By::messages}};
      if (choice->nccl)
        call.route = {.algorithm = choice->nccl->algorithm, .protocol = choice->nccl->protocol};
      calls.push_back({.call = point_of(call, on.site),
                       .times = times,
                       .usual_error = usual_error(*on.machine.nccl, on.comm.nodes > 1, size)});
    }
  on.machine.nccl->measured =
      std::make_shared<const MeasuredCalls>(on.machine.nccl->fabric, std::move(calls));
  return on;
}

TEST_P(OnEveryMachine, CallsTakeAsLongAsWasMeasuredThere) {
  constexpr double times = 1.5;
  const OnMachine as_known(GetParam()), as_measured = measured_at(GetParam(), times);
  for (const Kind kind : all_kinds)
    for (const Bytes size : {Bytes{4096}, MiB(16)}) {
      const Collective c = as_known.collective(kind, size);
      EXPECT_NEAR(seconds_of(as_measured.time(c)) / seconds_of(as_known.time(c)), times, .1 * times)
          << name_of(kind) << " of " << to_text(size);
    }
}

// Whatever was measured: links carry no more than the machine says.
TEST_P(OnEveryMachine, NothingMeasuredBeatsTheBound) {
  const OnMachine on = measured_at(GetParam(), .25);
  for (const Kind kind : all_kinds)
    for (const Bytes size : {Bytes{4 * on.comm.ranks}, KiB(256), MiB(1024)}) {
      const Collective c = on.collective(kind, size);
      const std::optional<Bound> least = bound_of(on.setup_of(c));
      ASSERT_TRUE(least) << name_of(kind);
      EXPECT_GE(on.time(c), least->time) << name_of(kind) << " of " << to_text(size);
    }
}

std::string plain(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  return name;
}
INSTANTIATE_TEST_SUITE_P(Machines, OnEveryMachine, testing::ValuesIn(machines_with_costs()), plain);

// By hand: launch + 14 hops; 8 B are one channel's, and cross the links, with as many bytes of flags. Of the
// two times, the fourth powers add.
TEST(NcclCall, SmallRingsAreALaunchAndTheirHops) {
  const OnMachine on("dgx-a100");
  const NcclCosts& costs = *on.machine.nccl;
  const double channel = 1 / (costs.channel_ll * 1e3),
               links = 2 / (on.site.links * std::min(1., costs.links) * 1e3);
  const double bytes = 1.75 * 8 * std::pow(std::pow(channel, 4) + std::pow(links, 4), .25);
  EXPECT_NEAR(microseconds_of(on.time(on.collective(Kind::all_reduce, Bytes{8}))),
              costs.launch + 14 * costs.hop_ll + bytes, 2e-3);
}

TEST(NcclCall, BroadcastsOfALoopFollowOneAnother) {
  const OnMachine on("4x dgx-a100");
  const Collective c = on.collective(Kind::broadcast, MiB(4));
  EXPECT_LT(on.time(c, LaunchMode::processes, 20), on.time(c));
}

// 1 GiB is 128 MiB for each pair, and some single NVLinks carry three of them at 22 GB/s: 18.3 ms. Over PCIe,
// it took 176 ms.
TEST(NcclCall, SendsOverACubeMeshPassAGpuOnNvlinks) {
  const OnMachine on("dgx1-v100");
  EXPECT_NEAR(on.time(on.collective(Kind::all_to_all, MiB(1024))).ps / 1e9, 19, 2);
}

TEST(NcclCall, TheFabricAboveTheNicsCounts) {
  const auto all_to_all = [](const std::string& machine) {
    const OnMachine on(machine);
    return seconds_of(on.time(on.collective(Kind::all_to_all, MiB(4096))));
  };
  // 16 GPUs of a leaf send 3/4 of 4 GiB each to other leaves: 51.5 GB over 8 x 48 GB/s, with 2:1.
  const double bytes = 16 * .75 * 4.294967296e9;
  EXPECT_NEAR(all_to_all("8x dgx-h100,400G,2:1,leaf=2"), bytes / 384e9, .02 * bytes / 384e9);
  EXPECT_NEAR(all_to_all("8x dgx-h100,400G,4:1,leaf=2"), bytes / 192e9, .02 * bytes / 192e9);
}

// One GPU of the second node has one NIC of 48 GB/s for all that the node gets.
TEST(NcclCall, TheSmallestNodeCounts) {
  const OnMachine on("2x dgx-h100", 9);
  EXPECT_GE(seconds_of(on.time(on.collective(Kind::all_reduce, MiB(1024)))), 1.073741824 / 48);
}

TEST(NcclCall, EveryMessageToAnotherNodeCosts) {
  const auto all_to_all = [](const std::string& machine) {
    const OnMachine on(machine);
    return on.time(on.collective(Kind::all_to_all, KiB(64)));
  };
  const NcclCosts costs = *shipped_machine("2x dgx-h100").nccl;
  for (const int nodes : {16, 128})
    EXPECT_GT(microseconds_of(all_to_all(fmt::format("{}x dgx-h100", nodes))),
              8 * (nodes - 1) * costs.net_peer);
}

TEST(NcclCall, SitesSayHowRanksAndNodesLie) {
  EXPECT_NEAR(OnMachine("dgx-a100").site.links, 240, 1e-9);
  EXPECT_NEAR(OnMachine("dgx-h100").site.links, 370.8, 1e-9);
  EXPECT_TRUE(OnMachine("rtx4090").site.over_host);
  EXPECT_TRUE(OnMachine("a100x4").site.mesh);
  EXPECT_FALSE(OnMachine("dgx1-v100").site.mesh);
  const OnMachine old("dgx-a100", 0, {.version = {2, 12}});
  EXPECT_NEAR(old.site.links, 240, 1e-9) << "links do not change with the library";
}

TEST(NcclCall, ANicBehindTheHostHasNoLl128) {
  const OnMachine on("2x a100x4,slingshot");
  const Collective c = on.collective(Kind::all_reduce, MiB(1));
  for (const NcclCandidate& candidate : nccl_candidates_of(on.comm, c))
    EXPECT_TRUE(candidate.protocol != NcclProtocol::ll128 || !candidate.excluded.empty());
}

// By hand: 1 GiB is read and written at 1400 GB/s together, after 2.9 us.
TEST(NcclCall, OfOneRankIsACopyWithinItsGpu) {
  const OnMachine on("dgx-a100", 1);
  Collective c = on.collective(Kind::all_reduce, MiB(1024));
  const double copied = 2.9e6 + 2. * (1 << 30) / 1400e9 * 1e12;
  EXPECT_NEAR(static_cast<double>(on.time(c).ps), copied, 1);
  c.in_place = true;
  EXPECT_EQ(on.time(c), Time{});
}

}  // namespace
}  // namespace commlab
