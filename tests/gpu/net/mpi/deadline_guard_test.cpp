// A guard acts if the time is over, and only then.

#include "gpu/net/mpi/deadline_guard.h"

#include <future>

#include <gtest/gtest.h>

#include "tests/patience.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;

TEST(DeadlineGuards, ActWhenTheTimeIsOver) {
  std::promise<void> ended;
  const DeadlineGuard guard(1ms, [&] { ended.set_value(); });
  EXPECT_EQ(ended.get_future().wait_until(soon()), std::future_status::ready);
}

TEST(DeadlineGuards, DoNothingWhenTheyGoBefore) {
  bool acted = false;
  {
    const DeadlineGuard guard(24h, [&] { acted = true; });
  }
  EXPECT_FALSE(acted);
}

}  // namespace
}  // namespace commlab
