#include "sim/links/store_and_forward.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace commlab {
namespace {

// So a long run needs memory only for the messages that are under way together.
TEST(StoreAndForward, GivesTheHandlesOfRemovedMessagesToNewOnes) {
  constexpr std::uint32_t most = 10;  // messages under way together
  StoreAndForward links({GBps(1)});
  std::map<std::uint32_t, std::uint32_t> lanes;  // of the messages under way
  std::mt19937 random(1);
  for (std::uint32_t lane = 0; lane < 1000; ++lane) {
    const std::uint32_t message = links.add({.lane = lane, .link = 0, .crossed = 0, .left = 0, .bytes = 1});
    ASSERT_LT(message, most);
    ASSERT_TRUE(lanes.emplace(message, lane).second) << "two messages have one handle";
    while (lanes.size() == most || (!lanes.empty() && random() % 3 == 0)) {
      const auto gone = std::next(lanes.begin(), random() % lanes.size());
      ASSERT_EQ(links[gone->first].lane, gone->second);
      links.remove(gone->first);
      lanes.erase(gone);
    }
  }
}

}  // namespace
}  // namespace commlab
