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

TEST(HostProcessors, AreReadFromListsAndWrittenToThem) {
  EXPECT_THAT(processors_in("0"), ElementsAre(0));
  EXPECT_THAT(processors_in("0-3,8,10-11"), ElementsAre(0, 1, 2, 3, 8, 10, 11));
  EXPECT_THAT(processors_in("1022-2147483647"), ElementsAre(1022, 1023)) << "and no more than a set holds";
  for (const char* text : {"", "-", "a", "1-", "-1", "3-2", "1,,2", "0-3,", "0 1", "0x1", "99999999999"})
    EXPECT_TRUE(processors_in(text).empty()) << text;
  for (const char* text : {"0", "0-1", "5,7", "0-3,8,10-11"})
    EXPECT_EQ(processors_text(processors_in(text)), text);
  EXPECT_EQ(processors_text({}), "");
}

TEST(HostProcessors, AreTakenInTurn) {
  for (Rank rank = 0; rank < 9; ++rank)
    EXPECT_EQ(processor_of(rank, {4, 7, 9}), std::vector({4, 7, 9})[index(rank % 3)]);
}

}  // namespace
}  // namespace commlab
