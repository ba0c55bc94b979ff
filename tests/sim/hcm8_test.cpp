// The puzzle of the server with eight GPUs, on the shipped machine file: every number follows from its wiring
// (see sim/machines/hcm8.toml).

#include "core/programs/programs_for.h"
#include "core/routes/disjoint_rings.h"
#include "sim/critical_path.h"
#include "tests/shipped_machine.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Programs copies_from_zero(std::vector<Rank> to) {
  const Collective c{.kind = p2p, .ranks = 8, .count = 100'000'000, .from = 0, .to = std::move(to)};
  return *programs_for(**find_algorithm(p2p, "direct"), c);
}

Programs ring_in(std::vector<Rank> order) {
  const Collective c{.kind = all_reduce, .ranks = 8, .count = 100'000'000};
  return *programs_for(**find_algorithm(all_reduce, "ring"), c, {}, {.order = std::move(order)});
}

// 400 MB over four NVLinks, over PCIe and the sockets, and over two NVLinks; measured on that server: 4.3,
// 53.3 and 8.5 ms.
TEST(Hcm8, OneCopyToEachOfThree) {
  const Machine m = shipped_machine("hcm8");
  const Time overhead = nanoseconds(2'700);
  const auto alone = [&](Rank to) { return simulate(copies_from_zero({to}), m)->finish; };

  EXPECT_EQ(alone(1), overhead + serialization_time({400'000'000}, {93'320'000'000}));  // 4.29 ms
  EXPECT_EQ(alone(2), overhead + serialization_time({400'000'000}, {7'500'000'000}));   // 53.3 ms
  EXPECT_EQ(alone(4), overhead + serialization_time({400'000'000}, {46'660'000'000}));  // 8.58 ms
}

TEST(Hcm8, ThreeCopiesAtOnceDoNotSlowEachOther) {
  const Machine m = shipped_machine("hcm8");

  EXPECT_EQ(simulate(copies_from_zero({1, 2, 4}), m)->finish, simulate(copies_from_zero({2}), m)->finish);
}

TEST(Hcm8, ARingOverFourNvlinksEachIsTwelveTimesFaster) {
  const Machine m = shipped_machine("hcm8");
  const auto good = simulate(ring_in({0, 1, 4, 5, 2, 3, 6, 7}), m, {.trace = true});
  const auto naive = simulate(ring_in({}), m, {.trace = true});

  const double times =
      static_cast<double>(naive->split->transfer.ps) / static_cast<double>(good->split->transfer.ps);
  EXPECT_NEAR(times, 93.32 / 7.5, 0.001);
  EXPECT_EQ(good->split->launch, nanoseconds(8'400));
  EXPECT_EQ(good->split->latency, 14 * nanoseconds(3'400));
  // NCCL's tuner estimates for an empty message on that server: 8.4 + 14 * 3.4 = 56.0 us.
  EXPECT_EQ(good->split->launch + good->split->latency, microseconds(56));

  // The busiest link of the naive ring joins two GPUs without an NVLink.
  const Link& busiest = m.topology.links[static_cast<std::size_t>(naive->links[0].link)];
  EXPECT_EQ(busiest.bandwidth, Bandwidth{7'500'000'000});
}

// Six rings use all twelve NVLinks of every GPU, two per ring: each takes the time of 14 messages over two
// NVLinks.
TEST(Hcm8, SixRingsUseEveryNvlink) {
  const Machine m = shipped_machine("hcm8");
  const Bytes share{8'000'000};
  const Collective c{.kind = all_reduce, .ranks = 8, .count = 8 * 6 * share.count / 4};
  const Programs programs = *programs_for(**find_algorithm(all_reduce, "multi-ring"), c, {},
                                          {.rings = disjoint_rings(m.topology, 8)});

  const Time step = nanoseconds(3'400) + serialization_time(share, {46'660'000'000});
  EXPECT_EQ(simulate(programs, m)->finish, nanoseconds(8'400) + 14 * step);
}

// A chain along each of the six rings carries a sixth of the vector, which takes seven hops.
TEST(Hcm8, SixChainsUseEveryNvlinkOfTheRoot) {
  const Machine m = shipped_machine("hcm8");
  const Bytes share{8'000'000};
  for (const CollectiveKind kind : {broadcast, reduce})
    for (const Rank root : {0, 5}) {
      const Collective c{.kind = kind, .ranks = 8, .count = 6 * share.count / 4, .root = root};
      const Programs programs = *programs_for(**find_algorithm(kind, "multi-chain"), c, {},
                                              {.rings = disjoint_rings(m.topology, 8)});

      const Time step = nanoseconds(3'400) + serialization_time(share, {46'660'000'000});
      EXPECT_EQ(simulate(programs, m)->finish, nanoseconds(8'400) + 7 * step) << "root " << root;
    }
}

}  // namespace
}  // namespace commlab
