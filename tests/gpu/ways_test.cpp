// Copies over relays with real data: ranks outside the copy pass it on through scratch memory.

#include <gtest/gtest.h>

#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/host/host_backend.h"

namespace commlab {
namespace {

// Three paths from 0 to 4: over 1, over 2 and 3, and directly.
Layout three_ways() {
  return {.paths = {{{0, 4}, GBps(10)}, {{0, 1, 4}, GBps(20)}, {{0, 2, 3, 4}, GBps(30)}},
          .per_message = nanoseconds(1)};
}

TEST(WaysOverRelays, CarryRealDataBitForBit) {
  for (const char* algorithm : {"relay", "multipath"})
    for (const std::int64_t count : {0, 1, 5, 1'003, 100'003})
      for (const Lowering& how :
           {Lowering{}, Lowering{.pieces = 3, .slots = 1}, Lowering{.channels = 2, .fused = true}}) {
        const Collective c{.kind = CollectiveKind::p2p, .ranks = 5, .count = count, .from = 0, .to = {4}};
        const auto programs = programs_for(**find_algorithm(c.kind, algorithm), c, how, three_ways());
        ASSERT_TRUE(programs) << programs.error().message;
        RealRunOptions once;
        once.iterations = 1;
        once.warmup = 1;
        const auto run = run_on_host(*programs, {}, once);
        ASSERT_TRUE(run) << algorithm << " " << count << ": " << run.error().message;
        EXPECT_TRUE(run->checked);
      }
}

TEST(WaysOverRelays, AreAllTakenWhereThereIsMuchToCarry) {
  const Collective c{.kind = CollectiveKind::p2p, .ranks = 5, .count = 100'003, .from = 0, .to = {4}};
  const auto programs = programs_for(**find_algorithm(c.kind, "multipath"), c, {}, three_ways());
  ASSERT_TRUE(programs);
  for (Rank relay : {1, 2, 3}) EXPECT_FALSE(programs->of(relay).lanes.empty()) << relay;
}

}  // namespace
}  // namespace commlab
