// What a shared memory is found to be from what copies and reductions reach together and apart.

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

// What a reduction alone reaches is known less well than what a copy does: copies say what is shared.
TEST(MemoryFit, WhatHoldsNoCopiesBackIsNone) {
  const SharedMemory memory = fit_shared_memory({.together = GBps(2300), .apart = GBps(2400)},
                                                {.together = GBps(800), .apart = GBps(1200)});

  EXPECT_EQ(memory.rate, Bandwidth{});
}

// Slow ones leave the memory idle: they say nothing of what they move, unless they reach more than their
// bytes would let them.
TEST(MemoryFit, ReductionsThatAreNotHeldBackCountByTheirBytes) {
  const AllAtOnce copies{.together = GBps(1000), .apart = GBps(2400)};

  EXPECT_EQ(fit_shared_memory(copies, {.together = GBps(200), .apart = GBps(200)}).reduction_traffic, 1.5);
  EXPECT_EQ(fit_shared_memory(copies, {.together = GBps(800), .apart = GBps(800)}).reduction_traffic, 1.25);
}

// What no memory can have done is noise.
TEST(MemoryFit, AReductionMovesNoLessThanACopy) {
  EXPECT_EQ(fit_shared_memory({.together = GBps(1000), .apart = GBps(2400)},
                              {.together = GBps(1100), .apart = GBps(1200)})
                .reduction_traffic,
            1);
}

}  // namespace
}  // namespace commlab
