// Calibration says numbers, so it must say them in the simulator's own language: what a fit
// predicts is what simulate() takes on the machine it fitted.

#include <gtest/gtest.h>

#include "gpu/host_backend.h"
#include "gpu/host_fit.h"
#include "gpu/probes.h"
#include "sim/simulate.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

constexpr int ranks = 4;
constexpr int processors = 2;
constexpr double crowd = 2;

// Four ranks on two processors: 8 us to start, 5 us a message, so many bytes per second.
Machine invented(Bandwidth send, Bandwidth receive) {
  Machine m;
  m.name = "invented";
  for (Rank rank = 0; rank < ranks; ++rank) m.topology.add("gpu" + std::to_string(rank), NodeType::gpu);
  const NodeId memory = m.topology.add("memory", NodeType::memory);
  for (Rank rank = 0; rank < ranks; ++rank)
    m.topology.connect(rank, memory, LinkType::memory, GBps(1000), {});
  m.collective = {.launch = microseconds(8), .overhead = microseconds(1), .latency = microseconds(4)};
  m.work.send.points = {{MiB(1), send}};
  m.work.receive.points = {{MiB(1), receive}};
  m.work.reduce.points = {{MiB(1), receive}};
  m.work.processors = processors;
  return m;
}

TEST(HostFit, PredictsWhatTheSimulatorDoes) {
  const Constant constant{.launch = microseconds(8), .of_message = microseconds(5)};
  for (const Opcode receive : {Opcode::recv, Opcode::recv_reduce}) {
    const RingTiming ring{.bytes = MiB(1), .messages = 6, .total = {}, .sending = {}, .receiving = {}};
    const auto run =
        simulate(ring_probe(ranks, ring.messages, ring.bytes, receive), invented(GBps(20), GBps(10)));

    ASSERT_TRUE(run) << run.error().message;
    const Time fitted = predicted(ring, constant, crowd, GBps(20), GBps(10));
    EXPECT_NEAR(seconds_of(run->finish), seconds_of(fitted), 1e-9 * seconds_of(fitted));
  }
}

// From what the simulator takes, the fit finds the machine again.
TEST(HostFit, FindsTheMachineThatMadeTheTimes) {
  const Machine machine = invented(GBps(20), GBps(10));
  const auto timed = [&](int messages, Bytes bytes) {
    return RingTiming{.bytes = bytes,
                      .messages = messages,
                      .total = simulate(ring_probe(ranks, messages, bytes, Opcode::recv), machine)->finish,
                      .sending = serialization_time(bytes, GBps(20)),
                      .receiving = serialization_time(bytes, GBps(10))};
  };

  const Constant constant = fit_constant(timed(2, {0}), timed(12, {0}));
  const MessageWork work = fit_work(timed(6, MiB(1)), constant, crowd);

  EXPECT_EQ(constant.launch, microseconds(8));
  EXPECT_EQ(constant.of_message, microseconds(5));
  EXPECT_NEAR(rate(MiB(1), work.sending).bytes_per_second, 20e9, 20e3);
  EXPECT_NEAR(rate(MiB(1), work.receiving).bytes_per_second, 10e9, 10e3);
}

// Noise may make twelve messages faster than two: no number becomes negative.
TEST(HostFit, KeepsNumbersAboveNothing) {
  const RingTiming few{
      .bytes = {16}, .messages = 2, .total = microseconds(50), .sending = {}, .receiving = {}};
  const RingTiming many{
      .bytes = {16}, .messages = 12, .total = microseconds(40), .sending = {}, .receiving = {}};

  const Constant constant = fit_constant(few, many);

  EXPECT_EQ(constant.of_message, Time{});
  EXPECT_EQ(constant.launch, microseconds(40));
  EXPECT_GT(rate(KiB(1), Time{}).bytes_per_second, 0);
  EXPECT_GE(fit_work(few, constant, crowd).receiving, Time{});
}

TEST(Probes, AreTimedByTheirInstructions) {
  const auto ring = time_on_host(ring_probe(3, 4, KiB(64), Opcode::recv_reduce), 20ms);
  const auto pairs = time_on_host(pairs_probe(2, 3, KiB(64)), 20ms);
  const auto local = time_on_host(local_probe(2, 3, KiB(64), Opcode::copy), 20ms);

  ASSERT_TRUE(ring && pairs && local);
  EXPECT_GT(ring->sending, Time{});
  EXPECT_GT(ring->receiving, Time{});
  EXPECT_GT(ring->total, 4 * ring->sending);
  EXPECT_EQ(ring->working, Time{});
  EXPECT_GT(pairs->receiving, Time{});
  EXPECT_GT(local->working, Time{});
  EXPECT_EQ(local->sending, Time{});
}

TEST(CalibrateHost, NeedsTwoRanks) {
  const auto calibration = calibrate_host(1, {});

  ASSERT_FALSE(calibration);
  EXPECT_EQ(calibration.error().message, "calibrating with 1 rank; messages need at least 2");
}

// The whole of it, on two ranks: a machine that reads back as written, and that predicts
// its own probes.
TEST(CalibrateHost, MakesAMachineThatThisComputerCouldBe) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "half a minute of timing says nothing of a sanitizer's speed";
#endif
  double told = 0;
  const auto calibration = calibrate_host(2, [&](double fraction, std::string_view what) {
    EXPECT_GE(fraction, told);
    EXPECT_LE(fraction, 1.0);
    EXPECT_FALSE(what.empty());
    told = fraction;
  });

  ASSERT_TRUE(calibration) << calibration.error().message;
  const Machine& machine = calibration->machine;
  EXPECT_EQ(machine.topology.gpus, 2);
  EXPECT_GE(machine.work.processors, 1);
  EXPECT_FALSE(machine.measured.empty());
  for (const RateCurve* curve :
       {&machine.work.send, &machine.work.receive, &machine.work.reduce, &machine.work.copy})
    EXPECT_EQ(curve->points.size(), machine.work.send.points.size());
  const auto read = machine_from_toml(machine_to_toml(machine), "host.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(machine_to_toml(*read), machine_to_toml(machine));
  for (const auto& residual : calibration->residuals) {
    EXPECT_GT(residual.measured, Time{}) << residual.probe;
    EXPECT_GT(residual.fitted, Time{}) << residual.probe;
  }
}

}  // namespace
}  // namespace commlab
