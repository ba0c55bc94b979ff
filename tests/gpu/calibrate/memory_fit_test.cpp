// What is found out about a shared memory, from the rates of copies and reductions together and apart.

#include <gtest/gtest.h>

#include "gpu/calibrate/memory_fit.h"

namespace commlab {
namespace {

TEST(MemoryFit, WhatHoldsBothBackIsMeasured) {
  const SharedMemory memory = fit_shared_memory({.together = GBps(1000), .apart = GBps(2400)},
                                                {.together = GBps(800), .apart = GBps(1200)});

  EXPECT_EQ(memory.rate, GBps(1000));
  EXPECT_EQ(memory.reduction_traffic, 1.25);
}

// Reductions are a worse measure than copies: where copies do not slow each other down, no shared memory is
// found.
TEST(MemoryFit, WhatHoldsNoCopiesBackIsNone) {
  const SharedMemory memory = fit_shared_memory({.together = GBps(2300), .apart = GBps(2400)},
                                                {.together = GBps(800), .apart = GBps(1200)});

  EXPECT_EQ(memory.rate, Bandwidth{});
}

// Slow reductions leave the memory idle, so they do not show how many bytes they move. Then the bytes that
// they read and write count, unless the reductions are faster than those would allow.
TEST(MemoryFit, ReductionsThatAreNotHeldBackCountByTheirBytes) {
  const AllAtOnce copies{.together = GBps(1000), .apart = GBps(2400)};

  EXPECT_EQ(fit_shared_memory(copies, {.together = GBps(200), .apart = GBps(200)}).reduction_traffic, 1.5);
  EXPECT_EQ(fit_shared_memory(copies, {.together = GBps(800), .apart = GBps(800)}).reduction_traffic, 1.25);
}

// Less traffic than a copy's is impossible, so it is noise.
TEST(MemoryFit, AReductionMovesNoLessThanACopy) {
  EXPECT_EQ(fit_shared_memory({.together = GBps(1000), .apart = GBps(2400)},
                              {.together = GBps(1100), .apart = GBps(1200)})
                .reduction_traffic,
            1);
}

}  // namespace
}  // namespace commlab
