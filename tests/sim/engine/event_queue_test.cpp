#include "sim/engine/event_queue.h"

#include <gtest/gtest.h>

#include <random>

namespace commlab {
namespace {

TEST(EventQueue, EqualTimesComeInTheOrderOfPosting) {
  EventQueue queue;
  for (std::uint32_t i = 0; i < 100; ++i) queue.post({500}, i, 0);

  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(queue.pop().lane, i);
  EXPECT_TRUE(queue.empty());
}

// Compares the queue with a list that is searched for its first least time; events are posted and taken in
// turn.
TEST(EventQueue, AgreesWithASearchOverAll) {
  std::mt19937 random(1);
  using Event = EventQueue::Event;
  EventQueue queue;
  std::vector<Event> all;
  std::uint32_t posted = 0;
  for (int round = 0; round < 20'000; ++round) {
    if (all.empty() || random() % 100 < 52) {
      const std::int64_t at = queue.now().ps + static_cast<std::int64_t>(random() % (1u << (random() % 20)));
      queue.post({at}, posted, 7);
      all.push_back({at, posted++, 7});
      continue;
    }
    const auto first = std::ranges::min_element(all, {}, &Event::at);
    const Event event = queue.pop();
    ASSERT_EQ(event.at, first->at);
    ASSERT_EQ(event.lane, first->lane);
    ASSERT_EQ(queue.now().ps, event.at);
    all.erase(first);
  }
}

}  // namespace
}  // namespace commlab
