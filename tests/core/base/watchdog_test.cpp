// A watchdog bites when its deadline passes, and only then.

#include "core/base/watchdog.h"

#include <future>

#include <gtest/gtest.h>

#include "tests/patience.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;

TEST(Watchdogs, BiteWhenTheTimeIsOver) {
  std::promise<void> ended;
  const Watchdog watchdog(std::chrono::steady_clock::now() + 1ms, [&] { ended.set_value(); });
  EXPECT_EQ(ended.get_future().wait_until(soon()), std::future_status::ready);
}

TEST(Watchdogs, DoNothingWhenTheyGoBefore) {
  bool acted = false;
  {
    const Watchdog watchdog(std::chrono::steady_clock::now() + 24h, [&] { acted = true; });
  }
  EXPECT_FALSE(acted);
}

TEST(Watchdogs, SayWhetherTheyHaveBitten) {
  Watchdog early(std::chrono::steady_clock::now() + 24h, [] {});
  EXPECT_FALSE(early.call_off());
  std::promise<void> bitten;
  Watchdog late(std::chrono::steady_clock::now(), [&] { bitten.set_value(); });
  bitten.get_future().wait();
  EXPECT_TRUE(late.call_off());
}

}  // namespace
}  // namespace commlab
