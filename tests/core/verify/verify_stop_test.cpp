// A proof that is no longer wanted ends early, with an error that is no verdict.

#include <chrono>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"

namespace commlab {
namespace {

Programs to_be_proved(CollectiveKind kind, const char* algorithm, int ranks) {
  const Collective c{.kind = kind, .ranks = ranks, .count = ranks};
  return programs_for(**find_algorithm(kind, algorithm), c).value();
}

TEST(Verify, ThatIsStoppedBeforeItBeginsGivesNoVerdict) {
  std::stop_source stop;
  stop.request_stop();
  for (const char* algorithm : {"ring", "recursive-doubling", "tree"}) {
    const Status proved =
        verify(to_be_proved(CollectiveKind::all_reduce, algorithm, 8), {.stop = stop.get_token()});
    ASSERT_FALSE(proved) << algorithm;
    EXPECT_EQ(proved.error().message, "stopped");
    EXPECT_EQ(proved.error().fault, Fault::runtime);
  }
}

// Where no rank may run ahead (slots = 0), all ranks are followed.
TEST(Verify, EndsWhenAStopIsAskedFor) {
  const Programs programs = to_be_proved(CollectiveKind::all_to_all, "direct", 300);
  const auto time_of_proof = [&](std::stop_token stop) {
    const auto began = std::chrono::steady_clock::now();
    const Status proved = verify(programs, {.slots = 0, .stop = std::move(stop)});
    EXPECT_TRUE(proved || proved.error().message == "stopped") << proved.error().message;
    return std::pair(proved.has_value(), std::chrono::steady_clock::now() - began);
  };
  const auto [is_proved, whole] = time_of_proof({});
  ASSERT_TRUE(is_proved);

  std::stop_source stop;
  const std::jthread asks([&stop, after = whole / 10] {
    std::this_thread::sleep_for(after);
    stop.request_stop();
  });
  EXPECT_FALSE(time_of_proof(stop.get_token()).first) << "it went on to its end";
}

}  // namespace
}  // namespace commlab
