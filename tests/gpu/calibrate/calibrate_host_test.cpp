// The fit uses the simulator's model: what it predicts is what simulate() takes on the fitted machine.

#include <gtest/gtest.h>

#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "gpu/calibrate/calibrate_host.h"
#include "gpu/calibrate/host_fit.h"
#include "gpu/calibrate/probes.h"
#include "gpu/host/host_backend.h"
#include "sim/simulate.h"
#include "tests/sanitized.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

constexpr int ranks = 4;
constexpr int processors = 2;
constexpr double crowd = 2;

constexpr Time wake = microseconds(3);

// Four ranks on two processors, with a time to wake up and rates for sends and receives.
Machine invented(RateCurve send, RateCurve receive) {
  Machine m;
  m.name = "invented";
  for (Rank rank = 0; rank < ranks; ++rank) m.topology.add("gpu" + std::to_string(rank), NodeType::gpu);
  const NodeId memory = m.topology.add("memory", NodeType::memory);
  for (Rank rank = 0; rank < ranks; ++rank)
    m.topology.connect(rank, memory, LinkType::memory, GBps(1000), {});
  m.work.wake = wake;
  m.work.send = std::move(send);
  m.work.receive = receive;
  m.work.reduce = receive;
  m.work.processors = processors;
  return m;
}

TEST(HostFit, PredictsWhatTheSimulatorDoes) {
  Machine machine = invented({{{MiB(1), GBps(20)}}}, {{{MiB(1), GBps(10)}}});
  const RingTiming ring{.bytes = MiB(1), .messages = 6, .total = {}, .sending = {}, .receiving = {}};
  for (const Opcode receive : {Opcode::recv, Opcode::recv_reduce}) {
    for (const int ends : {1, 2}) {
      machine.work.at_both_ends = ends == 2;
      const auto run = simulate(ring_probe(ranks, ring.messages, ring.bytes, receive), machine);

      ASSERT_TRUE(run) << run.error().message;
      const Time fitted =
          predicted(ring, {.launch = wake, .hop = wake, .crowd = crowd, .ends = ends}, GBps(20), GBps(10));
      EXPECT_NEAR(seconds_of(run->finish), seconds_of(fitted), 1e-9 * seconds_of(fitted)) << ends;
    }
  }
}

// From simulated times, the fit finds the machine again: what threads cost, and what their bytes do.
class FoundAgain : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(FoundAgain, FromTheTimesThatTheMachineMade) {
  const auto [on, ends] = GetParam();  // processors; ends at which a message is sent
  const double together = std::max(1, ranks / on);
  constexpr Bandwidth at_once{1'000'000'000'000'000};  // the bytes of a small message
  Machine machine = invented({{{{4}, at_once}, {MiB(1), GBps(20)}}}, {{{{4}, at_once}, {MiB(1), GBps(10)}}});
  machine.collective.launch = microseconds(60);
  machine.work.processors = on;
  machine.work.at_both_ends = ends == 2;
  machine.work.wake_beside = nanoseconds(500);
  machine.work.per_message = nanoseconds(200);
  const Time sending = serialization_time(MiB(1), GBps(20)), receiving = serialization_time(MiB(1), GBps(10));
  const auto timed = [&](int messages, Bytes bytes, int rings = 1) {
    const auto run = simulate(ring_probe(ranks, messages, bytes, Opcode::recv, rings), machine);
    return RingTiming{.bytes = bytes,
                      .messages = messages,
                      .total = run->finish,
                      .sending = scaled(sending, together),
                      .receiving = scaled(receiving, together)};
  };
  const auto stream = [&](int messages) {
    return simulate(stream_probe(ranks, messages, {4}), machine)->finish;
  };

  const auto start = simulate(local_probe(ranks, 1, {0}, Opcode::copy), machine);
  const ThreadCosts costs = fit_threads({.start = start->finish,
                                         .ring = timed(8, {4}),
                                         .rings = timed(8, {4}, 4),
                                         .rings_at_once = 4,
                                         .crowd = together,
                                         .ends = ends,
                                         .in_a_stream = scaled(stream(100) - stream(20), 1.0 / (80 * ends))});

  EXPECT_NEAR(microseconds_of(costs.start), 60, 1e-5);
  EXPECT_NEAR(microseconds_of(costs.wake), microseconds_of(wake), 1e-5);
  EXPECT_NEAR(microseconds_of(costs.beside), 0.5, 1e-5);
  EXPECT_NEAR(microseconds_of(costs.per_message), 0.2, 1e-5);
  const FixedCosts fixed = fixed_costs(costs, together, ends);
  const RingTiming ring = timed(6, MiB(1));
  const auto expect_its_work = [&](const MessageWork& work) {
    EXPECT_NEAR(microseconds_of(work.in_a_ring(ends)), microseconds_of(ends * sending + receiving), 1e-3);
  };
  expect_its_work(fit_work_at_both_ends(ring, fixed));
  if (ends == 1) {
    expect_its_work(fit_work(ring, fixed));
    EXPECT_NEAR(microseconds_of(fit_work(ring, fixed).sending), microseconds_of(sending), 1e-3);
  }
  const Time fitted = predicted(ring, fixed, GBps(20), GBps(10));
  EXPECT_NEAR(seconds_of(fitted), seconds_of(ring.total), 1e-7 * seconds_of(fitted));
}

INSTANTIATE_TEST_SUITE_P(Processors, FoundAgain,
                         testing::Combine(testing::Values(2, 4), testing::Values(1, 2)));

// Where messages are sent at both ends, a send's time contains what it waited for the other, even that for a
// processor which two lanes share; it does not count twice.
TEST(HostFit, LeavesOutWhatASendWaited) {
  Machine machine = invented({{{MiB(1), GBps(20)}}}, {{{MiB(1), GBps(10)}}});
  machine.work.at_both_ends = true;
  const Time sending = serialization_time(MiB(1), GBps(20)), receiving = serialization_time(MiB(1), GBps(10));
  const FixedCosts fixed{.launch = wake, .hop = wake, .crowd = crowd, .ends = 2};
  const RingTiming ring{.bytes = MiB(1),
                        .messages = 6,
                        .total = simulate(ring_probe(ranks, 6, MiB(1), Opcode::recv), machine)->finish,
                        .sending = scaled(sending, 5 * crowd),
                        .receiving = receiving};

  const MessageWork work = fit_work_at_both_ends(ring, fixed);

  EXPECT_NEAR(microseconds_of(work.sending), microseconds_of(sending), 1e-3);
  EXPECT_NEAR(microseconds_of(work.receiving), microseconds_of(receiving), 1e-3);
  EXPECT_GT(fit_work(ring, {wake, wake, crowd}).in_a_ring(1), scaled(work.in_a_ring(1), 1.5))
      << "the waiting counts";
}

// Times of sends at sizes that caches hold: a part for the bytes, and for large messages one besides.
TEST(HostFit, FindsWhatLargeMessagesCostBesidesTheirBytes) {
  const auto sends = [](Time besides, Bytes eager) {
    std::vector<std::pair<Bytes, Time>> times;
    for (Bytes size = KiB(1); size <= KiB(64); size.count *= 4)
      times.emplace_back(size, serialization_time(size, GBps(10)) + (size > eager ? besides : Time{}));
    return times;
  };
  for (const Bytes eager : {Bytes{}, KiB(1), KiB(4)}) {
    const RendezvousCost found = fit_rendezvous_cost(sends(microseconds(3), eager));
    EXPECT_NEAR(microseconds_of(found.time), 3, .01);
    EXPECT_EQ(found.eager, eager);
    Work work;
    work.rendezvous = found.time;
    work.eager = found.eager;
    EXPECT_EQ(work.rendezvous_of(eager), Time{});
    EXPECT_EQ(work.rendezvous_of(MiB(1)), found.time);
  }
  EXPECT_NEAR(microseconds_of(fit_rendezvous_cost(sends({}, {})).time), 0, .01) << "all of it is the bytes'";
  EXPECT_EQ(fit_rendezvous_cost({}).time, Time{});
  EXPECT_EQ(fit_rendezvous_cost({{KiB(1), microseconds(5)}, {KiB(4), microseconds(1)}}).time, microseconds(1))
      << "no rate below nothing";
}

// Local work pays for its start and its bytes, and for nothing else.
TEST(HostFit, PredictsLocalWork) {
  Machine machine = invented({}, {});
  machine.work.copy.points = {{MiB(1), GBps(10)}};

  const auto run = simulate(local_probe(ranks, 6, MiB(1), Opcode::copy), machine);

  ASSERT_TRUE(run);
  const Time fitted = predicted_local(6, serialization_time(MiB(1), GBps(10)), {wake, wake, crowd});
  EXPECT_NEAR(seconds_of(run->finish), seconds_of(fitted), 1e-9 * seconds_of(fitted));
}

// Between the measured sizes, a constant time stays constant, and so does a constant rate.
TEST(HostFit, DrawsCurvesThroughConstantsAndRates) {
  const RateCurve constant = curve_through({{KiB(1), microseconds(1)}, {KiB(4), microseconds(1)}});
  const RateCurve steady = curve_through({{KiB(1), microseconds(1)}, {KiB(4), microseconds(4)}});

  ASSERT_EQ(constant.points.size(), 3u);
  EXPECT_EQ(constant.points[1].size, KiB(2));
  EXPECT_EQ(constant.points[1].rate, (Bandwidth{2'048'000'000}));
  EXPECT_EQ(steady.points[1].rate, (Bandwidth{1'024'000'000}));
}

// With noise, messages may seem faster than waking alone: no fitted number becomes negative.
TEST(HostFit, KeepsNumbersAboveNothing) {
  const RingTiming timing{
      .bytes = {16}, .messages = 12, .total = microseconds(4), .sending = {}, .receiving = {}};

  for (const auto fit : {fit_work, fit_work_at_both_ends}) {
    const MessageWork work = fit(timing, {wake, wake, crowd});
    EXPECT_EQ(work.in_a_ring(1), Time{});
  }
  for (const Time in_a_stream : {Time{}, microseconds(2), microseconds(-2)}) {
    const ThreadCosts costs = fit_threads({.start = microseconds(5),
                                           .ring = timing,
                                           .rings = timing,
                                           .rings_at_once = 4,
                                           .crowd = crowd,
                                           .in_a_stream = in_a_stream});
    EXPECT_EQ(costs.start, microseconds(5));
    EXPECT_EQ(costs.wake, Time{});
    EXPECT_EQ(costs.beside, Time{});
    EXPECT_EQ(costs.per_message, Time{});
  }
  EXPECT_GT(curve_through({{KiB(1), Time{}}}).points[0].rate.bytes_per_second, 0);
}

TEST(Probes, AreTimedByTheirInstructions) {
  const auto ring = time_on_host(ring_probe(3, 4, KiB(64), Opcode::recv_reduce), 20ms);
  const auto pairs = time_on_host(pairs_probe(2, 3, KiB(64)), 20ms);
  const auto local = time_on_host(local_probe(2, 3, KiB(64), Opcode::copy), 20ms);

  ASSERT_TRUE(ring && pairs && local);
  EXPECT_GT(ring->sending, Time{});
  EXPECT_GT(ring->receiving, Time{});
  EXPECT_GT(ring->total, Time{});
  EXPECT_EQ(ring->working, Time{});
  EXPECT_GT(pairs->receiving, Time{});
  EXPECT_GT(local->working, Time{});
  EXPECT_EQ(local->sending, Time{});
}

TEST(CalibrateHost, NeedsTwoRanks) {
  const auto calibration = calibrate_host(1, {});

  ASSERT_FALSE(calibration);
  EXPECT_EQ(calibration.error().message,
            "calibration times messages between ranks, so it needs at least 2 ranks; found 1");
}

// A whole calibration of two ranks: the machine reads back as written, and predicts its own probes.
TEST(CalibrateHost, MakesAMachineThatThisComputerCouldBe) {
  if (sanitized) GTEST_SKIP() << "it takes half a minute, and times under a sanitizer mean nothing";
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
    EXPECT_GT(curve->points.back().size, MiB(16)) << "of all memory that a probe works on";
  const auto read = machine_from_toml(machine_to_toml(machine), "host.toml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(machine_to_toml(*read), machine_to_toml(machine));
  for (const auto& residual : calibration->residuals) {
    EXPECT_GT(residual.measured, Time{}) << residual.probe;
    EXPECT_GE(residual.fitted, Time{}) << residual.probe;
  }
}

}  // namespace
}  // namespace commlab
