// Max-min fairness on a few links, where the shares can be worked out on paper.

#include "sim/links/flows.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace commlab {
namespace {

// Runs flows that all start at 0 until they end.
std::map<std::uint32_t, Time> ends(Flows& flows, std::size_t count) {
  std::map<std::uint32_t, Time> ended;
  Time now;
  while (ended.size() < count) {
    flows.resolve(now);
    Flows::Due next{.flow = 0, .stamp = 0, .end = never};
    std::vector<Flows::Due> kept;
    for (const Flows::Due& due : flows.due())
      if (flows.holds(due.flow, due.stamp)) kept.push_back(due);
    flows.due() = kept;
    for (const Flows::Due& due : kept)
      if (due.end < next.end) next = due;
    if (next.end == never) break;
    now = next.end;
    ended[next.flow] = now;
    flows.stop(next.flow, now);
  }
  return ended;
}

TEST(Flows, OneAloneHasTheNarrowestLink) {
  Flows flows({GBps(10), GBps(4)});
  flows.reserve(1);
  const std::int32_t both[] = {0, 1};
  flows.start(0, flows.add_route(both), {.bytes = 4'000}, {});

  EXPECT_EQ(ends(flows, 1)[0], microseconds(1));
}

// Both times are equal to the picosecond, also where they are a quarter of an hour.
TEST(Flows, OneAloneTakesTheTimeThatIsSaidOfIt) {
  for (const Bandwidth link : {GBps(1), GBps(3), GBps(25), GBps(450)})
    for (std::int64_t bytes = 1; bytes <= 1'000'000'000'000; bytes *= 10) {
      Flows flows({link});
      flows.reserve(1);
      const std::int32_t route[] = {0};
      flows.start(0, flows.add_route(route), {.bytes = bytes}, {});

      EXPECT_EQ(Flows::alone(bytes, rate_of(link)), ends(flows, 1)[0]) << bytes;
      if (link == GBps(1)) {
        EXPECT_EQ(Flows::alone(bytes, rate_of(link)), bytes * nanoseconds(1));
      }
    }
}

// 10 kB at 10 GB/s for 0.4 us, and the other 6 kB at 3 GB/s.
TEST(Flows, AreSlowerOnceTheirLinkIs) {
  Flows flows({GBps(10)});
  flows.reserve(1);
  const std::int32_t route[] = {0};
  flows.start(0, flows.add_route(route), {.bytes = 10'000}, {});
  flows.resolve({});
  flows.set_capacity(0, rate_of(GBps(3)));
  EXPECT_TRUE(flows.unresolved());
  flows.resolve(nanoseconds(400));

  ASSERT_EQ(flows.due().size(), 2U);
  EXPECT_FALSE(flows.holds(0, flows.due()[0].stamp));
  EXPECT_EQ(flows.due()[1].end, nanoseconds(2400));
}

TEST(Flows, TwoShareALinkUntilTheShorterEnds) {
  Flows flows({GBps(10)});
  flows.reserve(2);
  const std::int32_t link[] = {0};
  flows.start(0, flows.add_route(link), {.bytes = 10'000}, {});
  flows.start(1, flows.add_route(link), {.bytes = 20'000}, {});

  const auto ended = ends(flows, 2);

  EXPECT_EQ(ended.at(0), microseconds(2));  // at half the rate
  EXPECT_EQ(ended.at(1), microseconds(3));  // 10'000 bytes are left at 2 us, then the flow is alone
}

// The classic example: a long flow over both links, a short one on each. On the narrow link both flows get a
// half; on the wide one the short flow gets what the long one leaves.
TEST(Flows, WhatOneCannotUseTheOthersGet) {
  Flows flows({GBps(2), GBps(10)});
  flows.reserve(3);
  const std::int32_t narrow[] = {0}, wide[] = {1}, both[] = {0, 1};
  flows.start(0, flows.add_route(both), {.bytes = 1'000}, {});
  flows.start(1, flows.add_route(narrow), {.bytes = 1'000}, {});
  flows.start(2, flows.add_route(wide), {.bytes = 9'000}, {});

  const auto ended = ends(flows, 3);

  EXPECT_EQ(ended.at(0), microseconds(1));
  EXPECT_EQ(ended.at(1), microseconds(1));
  EXPECT_EQ(ended.at(2), microseconds(1));
}

TEST(Flows, ACapLeavesTheRestToOthers) {
  Flows flows({GBps(10)});
  flows.reserve(2);
  const std::int32_t link[] = {0};
  flows.start(0, flows.add_route(link), {.bytes = 2'000, .cap = rate_of(GBps(2))}, {});
  flows.start(1, flows.add_route(link), {.bytes = 8'000}, {});

  const auto ended = ends(flows, 2);

  EXPECT_EQ(ended.at(0), microseconds(1));
  EXPECT_EQ(ended.at(1), microseconds(1));
}

TEST(Flows, OfOneProcessorShareItsTime) {
  Flows flows({}, 2);
  flows.reserve(3);
  for (std::uint32_t f = 0; f < 3; ++f)
    flows.start(f, flows.add_route({}, std::array{f == 2 ? 1 : 0}), {.bytes = 1'000, .cap = rate_of(GBps(1))},
                {});

  const auto ended = ends(flows, 3);

  EXPECT_EQ(ended.at(0), microseconds(2));
  EXPECT_EQ(ended.at(1), microseconds(2));
  EXPECT_EQ(ended.at(2), microseconds(1));
}

// A message that is copied in on one processor while it is copied out on another takes both; where they are
// the same one, it does both in turn.
TEST(Flows, MayTakeTwoProcessors) {
  Flows flows({}, 3);
  flows.reserve(3);
  const std::array processors = {std::array{0, 1}, std::array{1, 0}, std::array{2, 2}};
  for (std::uint32_t f = 0; f < 3; ++f)
    flows.start(f, flows.add_route({}, processors[f]), {.bytes = 1'000, .cap = rate_of(GBps(1))}, {});
  EXPECT_EQ(ends(flows, 3).at(0), microseconds(2)) << "each processor has two messages";

  Flows alone({}, 2);
  alone.reserve(1);
  alone.start(0, alone.add_route({}, processors[0]), {.bytes = 1'000, .cap = rate_of(GBps(1))}, {});
  EXPECT_EQ(ends(alone, 1).at(0), microseconds(1));

  Flows both({}, 3);
  both.reserve(1);
  both.start(0, both.add_route({}, processors[2]), {.bytes = 1'000, .cap = rate_of(GBps(1))}, {});
  EXPECT_EQ(ends(both, 1).at(0), microseconds(2));
}

TEST(Flows, SharesAreExactWhereTheAnswerIs) {
  for (const int sharers : {3, 7, 63, 1023}) {
    Flows flows({GBps(25)});
    flows.reserve(static_cast<std::size_t>(sharers));
    const std::int32_t link[] = {0};
    for (int f = 0; f < sharers; ++f) {
      const auto id = static_cast<std::uint32_t>(f);
      flows.start(id, flows.add_route(link), {.bytes = 25'000}, {});
    }

    for (const auto& [flow, end] : ends(flows, static_cast<std::size_t>(sharers)))
      ASSERT_EQ(end, microseconds(sharers)) << flow;
  }
}

TEST(Flows, LinksKnowTheirBytesAndBusyTime) {
  Flows flows({GBps(10)});
  flows.reserve(2);
  const std::int32_t link[] = {0};
  flows.start(0, flows.add_route(link), {.bytes = 10'000}, {});
  flows.start(1, flows.add_route(link), {.bytes = 20'000}, {});
  ends(flows, 2);

  EXPECT_EQ(flows.bytes_on(0), 30'000);
  EXPECT_EQ(flows.busy(0), microseconds(3));
}

}  // namespace
}  // namespace commlab
