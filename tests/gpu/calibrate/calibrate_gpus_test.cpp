// From the times of an invented machine's probes, calibration finds that machine again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/calibrate/calibrate_gpus.h"
#include "gpu/calibrate/pair_fit.h"
#include "sim/simulate.h"
#include "tests/sanitized.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

constexpr Bytes plenty{std::int64_t{64} << 30};
constexpr Time gpu_launch = microseconds(9);
constexpr Time gpu_overhead = microseconds(2);
constexpr Time gpu_latency = microseconds(3);

// Ranks that share one GPU's memory of 1000 GB/s. A single rank sends at 400, receives at 500, reduces at 300
// and copies at 600 GB/s.
Machine one_gpu(int ranks) {
  Machine m;
  m.name = "invented";
  for (Rank rank = 0; rank < ranks; ++rank) m.topology.add("gpu" + std::to_string(rank), NodeType::gpu);
  const NodeId memory = m.topology.add("memory", NodeType::memory);
  for (Rank rank = 0; rank < ranks; ++rank)
    m.topology.connect(rank, memory, LinkType::memory, GBps(100'000), {});
  m.collective = {.launch = gpu_launch, .overhead = gpu_overhead, .latency = gpu_latency};
  m.work.send.points = {{KiB(1), GBps(400)}};
  m.work.receive.points = {{KiB(1), GBps(500)}};
  m.work.reduce.points = {{KiB(1), GBps(300)}};
  m.work.copy.points = {{KiB(1), GBps(600)}};
  m.work.memory = GBps(1000);
  return m;
}

Bytes message_of(const Programs& programs) {
  return {4 * programs.partition.elements / programs.partition.blocks};
}

bool reduces_somewhere(const Programs& programs) {
  for (const Lane& lane : programs.programs.front().lanes)
    for (const Instruction& instruction : lane.code)
      if (reduces(instruction.op)) return true;
  return false;
}

TimePrograms simulated(const Machine& machine) {
  return [machine](const Programs& programs, std::chrono::milliseconds) {
    const Bytes bytes = message_of(programs);
    const Bandwidth receive = reduces_somewhere(programs) ? GBps(300) : GBps(500);
    return simulate(programs, machine).map([&](const Run& run) {
      return Timing{.total = run.finish,
                    .sending = gpu_overhead + serialization_time(bytes, GBps(400)),
                    .receiving = serialization_time(bytes, receive),
                    .working = serialization_time(bytes, GBps(600))};
    });
  };
}

void expect_near(Time found, Time meant, double share) {
  EXPECT_NEAR(microseconds_of(found), microseconds_of(meant), share * microseconds_of(meant));
}

void expect_rate(const RateCurve& curve, double GBps_meant) {
  for (const Bytes size : {MiB(1), MiB(64)})
    EXPECT_NEAR(static_cast<double>(curve.at(size).bytes_per_second) / 1e9, GBps_meant, 0.05 * GBps_meant)
        << to_text(size);
}

TEST(CalibrateGpus, FindsTheMachineThatMadeTheTimes) {
  const auto calibration = calibrate_on_gpus({.backend = "cuda",
                                              .where = "4 virtual ranks on one GPU (invented)",
                                              .memory = plenty,
                                              .time = simulated(one_gpu(4))},
                                             4, {});

  ASSERT_TRUE(calibration) << calibration.error().message;
  const Machine& machine = calibration->machine;
  EXPECT_EQ(machine.name, "cuda");
  EXPECT_EQ(machine.title, "4 virtual ranks on one GPU (invented)");
  EXPECT_THAT(machine.measured, testing::EndsWith("; 4 virtual ranks on one GPU (invented)"));
  EXPECT_EQ(machine.topology.gpus, 4);
  expect_near(machine.collective.launch, gpu_launch, 0.05);
  expect_near(machine.collective.overhead, gpu_overhead, 0.05);
  expect_near(machine.collective.latency, gpu_latency, 0.05);
  expect_rate(machine.work.send, 400);
  expect_rate(machine.work.receive, 500);
  expect_rate(machine.work.reduce, 300);
  expect_rate(machine.work.copy, 600);
  EXPECT_NEAR(static_cast<double>(machine.work.memory.bytes_per_second) / 1e9, 1000, 50);
  for (const auto& residual : calibration->residuals) expect_near(residual.fitted, residual.measured, 0.1);
  const auto read = machine_from_toml(machine_to_toml(machine), "cuda.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(machine_to_toml(*read), machine_to_toml(machine));
}

// A receive of any size takes at least 4 us, and a rank's receives run one after the other, so the times of
// many receives add up.
TEST(CalibrateGpus, WhoReceivesFromManyTakesOneAfterTheOther) {
  constexpr Time each = microseconds(4);
  Machine machine = one_gpu(8);
  for (RateCurve* curve : {&machine.work.receive, &machine.work.reduce}) {
    std::vector<RateCurve::Point> points;
    for (Bytes size{1}; size < MiB(1); size.count *= 2)
      points.push_back({size, {size.count * 1'000'000 / static_cast<std::int64_t>(microseconds_of(each))}});
    points.push_back({MiB(1), GBps(500)});
    curve->points = std::move(points);
  }
  const TimePrograms timed = [&](const Programs& programs, std::chrono::milliseconds budget) {
    return simulated(machine)(programs, budget).map([&](Timing timing) {
      timing.receiving =
          serialization_time(message_of(programs), machine.work.receive.at(message_of(programs)));
      return timing;
    });
  };
  const auto calibration =
      calibrate_on_gpus({.backend = "cuda", .where = "here", .memory = plenty, .time = timed}, 8, {});

  ASSERT_TRUE(calibration);
  expect_near(calibration->machine.collective.latency, gpu_latency, 0.1);
  for (const char* algorithm : {"one-shot", "two-shot", "ring"}) {
    const Collective c{.ranks = 8, .count = 256};
    const auto programs = programs_for(**find_algorithm(c.kind, algorithm), c);
    const Time meant = simulate(*programs, machine)->finish;
    expect_near(simulate(*programs, calibration->machine)->finish, meant, 0.1);
  }
}

// Four reductions together would move 4 x 300 x 1.3 GB/s, which is more than the memory's 1000 GB/s.
TEST(CalibrateGpus, FindsWhatAReductionMoves) {
  for (const double traffic : {1.3, 1.5, 1.8}) {
    Machine machine = one_gpu(4);
    machine.work.reduction_traffic = traffic;
    const auto calibration = calibrate_on_gpus(
        {.backend = "cuda", .where = "here", .memory = plenty, .time = simulated(machine)}, 4, {});

    ASSERT_TRUE(calibration);
    EXPECT_NEAR(calibration->machine.work.reduction_traffic, traffic, 0.01);
    for (const auto& residual : calibration->residuals) expect_near(residual.fitted, residual.measured, 0.1);
    const Collective c{.ranks = 4, .count = 16 << 20};
    const auto programs = programs_for(**find_algorithm(c.kind, "ring"), c);
    expect_near(simulate(*programs, calibration->machine)->finish, simulate(*programs, machine)->finish,
                0.02);
  }
}

// Each rank has its own GPU: all together are as fast as each alone, so no shared memory is found.
TEST(CalibrateGpus, FindsNoSharedMemoryWhereNoneIsShared) {
  Machine machine = one_gpu(4);
  machine.work.memory = {};
  const auto calibration = calibrate_on_gpus(
      {.backend = "cuda", .where = "here", .memory = plenty, .time = simulated(machine)}, 4, {});

  ASSERT_TRUE(calibration);
  EXPECT_EQ(calibration->machine.work.memory, Bandwidth{});
}

// One GPU per rank. The pairs 0-1 and 2-3 have NVLinks of 400 GB/s; all others go over the sockets at 20
// GB/s, 4 us later.
constexpr Bandwidth between_sockets = GBps(20);
constexpr Time later = microseconds(4);

GpuLinks unequal_links() {
  const std::string nv = "NV4", sys = "SYS";
  return {.kinds = {{"", nv, sys, sys}, {nv, "", sys, sys}, {sys, sys, "", nv}, {sys, sys, nv, ""}}};
}

Machine of_two_sockets() {
  Machine m = one_gpu(4);
  m.work.memory = {};
  m.topology = {};
  place_ranks_on_gpus(m, 4, 4,
                      {{.group = {.kind = "NV4", .pairs = {{0, 1}, {2, 3}}}, .rate = GBps(400), .delay = {}},
                       {.group = {.kind = "SYS", .pairs = {{0, 2}, {0, 3}, {1, 2}, {1, 3}}},
                        .rate = between_sockets,
                        .delay = later}});
  return m;
}

// The stamps of a send fit the link that it uses.
TimePrograms simulated_on_two_sockets() {
  return [machine = of_two_sockets()](const Programs& programs, std::chrono::milliseconds budget) {
    const Lane* const first =
        programs.programs.front().lanes.empty() ? nullptr : &programs.programs.front().lanes.front();
    const bool crosses = first == nullptr || first->send_peer > 1;
    return simulated(machine)(programs, budget).map([&](Timing timing) {
      if (crosses) timing.sending = gpu_overhead + serialization_time(message_of(programs), between_sockets);
      return timing;
    });
  };
}

// A graph with many nodes takes longer to submit. Collectives are predicted with what all ranks pay, copies
// with what two ranks pay.
TEST(CalibrateGpus, WhatManyRanksPayMoreIsTheCollectives) {
  const auto crowded = [](const Programs& programs, std::chrono::milliseconds budget) {
    const bool all = programs.programs.size() == 4;
    Machine machine = one_gpu(4);
    if (all) machine.collective.latency = gpu_latency + later;
    return simulated(machine)(programs, budget);
  };
  const auto calibration =
      calibrate_on_gpus({.backend = "cuda", .where = "here", .memory = plenty, .time = crowded}, 4, {});

  ASSERT_TRUE(calibration);
  expect_near(calibration->machine.collective.latency, gpu_latency + later, 0.05);
  expect_near(calibration->machine.copy.latency, gpu_latency, 0.05);
}

const Link* link_between(const Topology& topology, const std::string& from, const std::string& to) {
  for (const Link& link : topology.links)
    if (topology.nodes[static_cast<std::size_t>(link.from)].name == from &&
        topology.nodes[static_cast<std::size_t>(link.to)].name == to)
      return &link;
  return nullptr;
}

TEST(CalibrateGpus, FitsEachKindOfPairsOnItsOwn) {
  const auto calibration = calibrate_on_gpus({.backend = "cuda",
                                              .where = "4 ranks on a GPU each (invented)",
                                              .memory = plenty,
                                              .time = simulated_on_two_sockets(),
                                              .links = unequal_links()},
                                             4, {});

  ASSERT_TRUE(calibration) << calibration.error().message;
  const Machine& machine = calibration->machine;
  expect_near(machine.collective.launch, gpu_launch, 0.05);
  expect_near(machine.collective.latency, gpu_latency, 0.05);
  expect_rate(machine.work.send, 400);
  expect_rate(machine.work.receive, 500);
  const Link* const slow = link_between(machine.topology, "memory1", "memory3");
  const Link* const fast = link_between(machine.topology, "memory3", "memory2");
  ASSERT_TRUE(slow != nullptr && fast != nullptr);
  EXPECT_EQ(slow->type, LinkType::socket);
  EXPECT_EQ(fast->type, LinkType::nvlink);
  expect_near(slow->latency, later, 0.05);
  EXPECT_EQ(fast->latency, Time{});
  EXPECT_NEAR(static_cast<double>(slow->bandwidth.bytes_per_second) / 1e9, 20, 1);
  EXPECT_NEAR(static_cast<double>(fast->bandwidth.bytes_per_second) / 1e9, 400, 20);
  const auto read = machine_from_toml(machine_to_toml(machine), "cuda.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(machine_to_toml(*read), machine_to_toml(machine));
}

// The residuals say which pairs a rate belongs to, and test one pair of each kind that was not fitted.
TEST(CalibrateGpus, TellsTheResidualsOfEachKindOfPairs) {
  const auto calibration = calibrate_on_gpus({.backend = "cuda",
                                              .where = "",
                                              .memory = plenty,
                                              .time = simulated_on_two_sockets(),
                                              .links = unequal_links()},
                                             4, {});

  ASSERT_TRUE(calibration) << calibration.error().message;
  std::map<std::string, int> rows;
  for (const auto& residual : calibration->residuals) {
    ++rows[residual.probe];
    expect_near(residual.fitted, residual.measured, 0.1);
  }
  EXPECT_EQ(rows["messages over NV4 (0-1)"], 9);
  EXPECT_EQ(rows["messages over SYS (0-2)"], 9);
  EXPECT_EQ(rows["messages over NV4 (2-3), not fitted"], 1);
  EXPECT_EQ(rows["messages over SYS (1-3), not fitted"], 1);
  EXPECT_EQ(rows["ring of all ranks"], 1);
}

TEST(CalibrateGpus, SaysWhatTimingSays) {
  const TimePrograms broken = [](const Programs&, std::chrono::milliseconds) -> Result<Timing> {
    return fail(Fault::runtime, "the stopwatch broke");
  };
  EXPECT_EQ(calibrate_on_gpus({.backend = "cuda", .where = "", .memory = plenty, .time = broken}, 2, {})
                .error()
                .message,
            "the stopwatch broke");
  EXPECT_EQ(calibrate_on_gpus({.backend = "cuda", .where = "", .memory = plenty, .time = broken}, 1, {})
                .error()
                .message,
            "calibration times messages between ranks, so it needs at least 2 ranks; found 1");
}

// A whole calibration with the executor, on the host: all numbers are positive, and the steps are reported in
// order.
TEST(CalibrateGpus, RunsOnAnyDevice) {
  if (sanitized) GTEST_SKIP() << "it takes half a minute, and times under a sanitizer mean nothing";
  double told = 0;
  const auto calibration =
      calibrate_on_gpus({.backend = "cuda",
                         .where = "the host, for a GPU",
                         .memory = MiB(64),
                         .time = [](const Programs& programs,
                                    std::chrono::milliseconds) { return time_on_host(programs, 1ms); }},
                        2, [&](double fraction, std::string_view) {
                          EXPECT_GE(fraction, told);
                          told = fraction;
                        });

  ASSERT_TRUE(calibration) << calibration.error().message;
  EXPECT_GE(calibration->machine.collective.launch, Time{});
  EXPECT_GE(calibration->machine.collective.overhead, Time{});
  EXPECT_GE(calibration->machine.collective.latency, Time{});
  EXPECT_EQ(calibration->machine.work.copy.points.back().size, KiB(256)) << "at most half of the memory";
  EXPECT_EQ(calibration->residuals.size(), 3u + 3 * 5 + 3);
  for (const auto& residual : calibration->residuals) EXPECT_GT(residual.measured, Time{}) << residual.probe;
}

TEST(Probes, BounceTimesOneMessageAtATime) {
  const Machine machine = one_gpu(2);
  const auto run = simulate(bounce_probe(6, MiB(1), Opcode::recv), machine);

  ASSERT_TRUE(run) << run.error().message;
  const Time message = gpu_overhead + gpu_latency + serialization_time(MiB(1), GBps(400)) +
                       serialization_time(MiB(1), GBps(500));
  EXPECT_NEAR(microseconds_of(run->finish), microseconds_of(gpu_launch + 6 * message), 0.2);
}

}  // namespace
}  // namespace commlab
