// What a protocol costs, against closed forms: 1/R = lanes/(c rate) + wire/link, plus a hop for each step.

#include "core/machine/protocol.h"

#include "core/machine/launch_mode.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Protocol streaming() {
  Protocol ll{.name = "ll", .start = microseconds(1), .wire = 2, .data = 1, .rate = GBps(5)};
  ll.hop_over(LinkType::nvlink) = nanoseconds(700);
  ll.channels = 20;
  ll.grain = KiB(4);
  return ll;
}

Protocol storing() {
  Protocol simple{.name = "simple", .start = microseconds(9), .piece = KiB(512)};
  simple.hop_over(LinkType::nvlink) = microseconds(6);
  return simple;
}

Machine with_protocols() {
  Machine m = machine("switch:8,200GB/s,0s");
  m.collective.launch = microseconds(8);
  m.protocols = {streaming(), storing()};
  m.launching = {.each = microseconds(5), .graph_saves = microseconds(3)};
  return m;
}

Time time_by(const std::string& protocol, CollectiveKind kind, std::string_view algorithm, Bytes size,
             LaunchMode launch = LaunchMode::processes, bool exact = false) {
  const Machine m = with_protocols();
  const bool fused = find_protocol(m, protocol)->streams();
  const auto run = simulate(programs_on(m, kind, algorithm, size, {.fused = fused}), m,
                            {.exact = exact, .protocol = protocol, .launch = launch});
  EXPECT_TRUE(run) << run.error().message;
  return run->finish;
}

// 1 MB over 8 ranks: shares of 125,000 bytes would use 30 channels, but there are only 20. 1/R = 1/(20 * 5) +
// 2/200 per GB/s, so R = 50 GB/s.
TEST(Protocol, ARingThatStreamsPaysHopsBytesAndChannels) {
  const Time chunk = serialization_time({125'000}, GBps(50));
  const Time expected = microseconds(8 + 1) + 14 * (nanoseconds(700) + chunk);

  EXPECT_EQ(time_by("ll", all_reduce, "ring", {1'000'000}), expected);
  EXPECT_EQ(time_by("ll", all_reduce, "ring", {1'000'000}, LaunchMode::processes, true), expected);
}

// Shares of 12,000 bytes use 2 channels: 1/R = 1/10 + 2/200, so R = 100/11 GB/s.
TEST(Protocol, FewBytesUseFewChannels) {
  const Time chunk = serialization_time({12'000 * 11}, GBps(100));
  EXPECT_EQ(time_by("ll", all_reduce, "ring", {96'000}), microseconds(9) + 14 * (nanoseconds(700) + chunk));
}

TEST(Protocol, ARingThatStoresPaysEachHopOnItsArrival) {
  const Time chunk = serialization_time({125'000}, GBps(200));
  EXPECT_EQ(time_by("simple", all_reduce, "ring", {1'000'000}),
            microseconds(8 + 9) + 14 * (microseconds(6) + chunk));
}

// Seven messages side by side share the rank's channels and its link: 1/R = 1/100 + 2/200 for all of them.
TEST(Protocol, LanesSideBySideShareTheChannels) {
  const Time all = serialization_time({7 * 125'000}, GBps(50));
  const Time time = time_by("ll", all_to_all, "direct", {1'000'000}) - microseconds(9) - nanoseconds(700);
  EXPECT_GE(time, all);
  EXPECT_LE(time, all + Time{7});
}

// Starting and running mostly overlap: the fourth powers of the two times add.
TEST(Protocol, OneProcessStartsOneGpuAfterAnother) {
  const double starts = 8 * 5;
  const auto overlapped = [&](Time alone) {
    return std::pow(std::pow(starts, 4) + std::pow(microseconds_of(alone), 4), .25);
  };
  const Time alone = time_by("ll", all_reduce, "ring", {8});
  ASSERT_LT(microseconds_of(alone), starts);
  EXPECT_NEAR(microseconds_of(time_by("ll", all_reduce, "ring", {8}, LaunchMode::thread)), overlapped(alone),
              1e-5);

  const Time longer = time_by("simple", all_reduce, "ring", {1'000'000});
  ASSERT_GT(microseconds_of(longer), starts);
  EXPECT_NEAR(microseconds_of(time_by("simple", all_reduce, "ring", {1'000'000}, LaunchMode::thread)),
              overlapped(longer), 1e-5);
}

TEST(Protocol, AGraphSavesPartOfTheLaunch) {
  EXPECT_EQ(time_by("ll", all_reduce, "ring", {8}, LaunchMode::graph),
            time_by("ll", all_reduce, "ring", {8}) - microseconds(3));
}

TEST(Protocol, OneTheMachineLacksIsRefused) {
  Machine m = with_protocols();
  const Programs programs = programs_on(m, all_reduce, "ring", {8});
  EXPECT_EQ(simulate(programs, m, {.protocol = "ll128"}).error().message,
            "protocol 'll128': machine 'switch:8,200GB/s,0s' has no such protocol; expected ll, simple");
  m.protocols.clear();
  EXPECT_EQ(simulate(programs, m, {.protocol = "ll"}).error().message,
            "protocol 'll': machine 'switch:8,200GB/s,0s' has no protocols; leave it out");
}

}  // namespace
}  // namespace commlab
