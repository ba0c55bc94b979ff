#include "gpu/host/host_processors.h"

#include <algorithm>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "core/base/index.h"

namespace commlab {
namespace {

using testing::ElementsAre;

TEST(HostProcessors, AreThoseThatTheSystemAllows) {
  const std::vector<int> all = allowed_processors();
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  ASSERT_EQ(static_cast<int>(all.size()), CPU_COUNT(&allowed));
  EXPECT_TRUE(std::ranges::is_sorted(all));
  for (const int processor : all) {
    EXPECT_TRUE(CPU_ISSET(processor, &allowed)) << processor;
    std::thread([&] {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(processor, &one);
      ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
      EXPECT_THAT(allowed_processors(), ElementsAre(processor));
    }).join();
  }
}

TEST(HostProcessors, AreTakenInTurn) {
  for (Rank rank = 0; rank < 9; ++rank)
    EXPECT_EQ(processor_of(rank, {4, 7, 9}), std::vector({4, 7, 9})[index(rank % 3)]);
}

}  // namespace
}  // namespace commlab
