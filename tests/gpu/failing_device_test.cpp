// Whatever call on a device fails: the run ends soon with an error that names the call, without a hang or a
// wrong result that is called right, and leaves neither threads nor memory behind (the address sanitizer
// checks that).

#include "tests/gpu/failing_device.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/checked_run.h"
#include "tests/patience.h"
#include "tests/sanitized.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;
using Of = Accident::Of;

Programs averaged_all_reduce(const char* algorithm, bool fused) {
  Collective c{.kind = CollectiveKind::all_reduce, .ranks = 3, .count = 31};
  c.op = ReduceOp::avg;  // an average of floats, so that inputs are copied and scaled
  return programs_for(**find_algorithm(c.kind, algorithm), c, {.fused = fused}).value();
}

RealRunOptions twice(std::chrono::milliseconds deadline) {
  RealRunOptions options;
  options.iterations = 1;
  options.warmup = 1;
  options.deadline = deadline;
  return options;
}

std::ptrdiff_t threads_here() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

// A joined thread may still be listed for a moment.
testing::AssertionResult threads_come_back_to(std::ptrdiff_t before) {
  for (const auto end = soon(); threads_here() > before && std::chrono::steady_clock::now() < end;)
    std::this_thread::sleep_for(2ms);
  if (threads_here() <= before) return testing::AssertionSuccess();
  return testing::AssertionFailure() << threads_here() << " threads are left; before there were " << before;
}

class EveryAccident : public testing::TestWithParam<std::pair<const char*, Of>> {};

TEST_P(EveryAccident, EndsTheRunWithItsOwnError) {
  const auto [what, of] = GetParam();
  const std::ptrdiff_t threads = threads_here();
  for (const bool fused : {false, true}) {
    const Programs programs = averaged_all_reduce("ring", fused);
    // Outputs leave the device only where their additions are rounded.
    const RunOptions options{.trace = true,
                             .data = of == Of::download ? DataPattern::ranks : DataPattern::index};
    FailingDevice sound({.of = of});
    ASSERT_TRUE(checked_run(programs, sound, options, twice(time_enough)));
    ASSERT_GT(sound.asked(), 0);
    const int stride = sanitized ? std::max(1, sound.asked() / 20) : 1;
    for (int at = 0; at < sound.asked(); at += stride) {
      FailingDevice device({.of = of, .at = at});
      const auto run = checked_run(programs, device, options, twice(time_enough));
      ASSERT_FALSE(run) << at;
      EXPECT_EQ(run.error().fault, Fault::runtime);
      EXPECT_EQ(run.error().message, fmt::format("{} number {} failed", what, at));
    }
  }
  EXPECT_TRUE(threads_come_back_to(threads));
}

INSTANTIATE_TEST_SUITE_P(Devices, EveryAccident,
                         testing::Values(std::pair("allocation", Of::allocation),
                                         std::pair("stream", Of::stream), std::pair("upload", Of::upload),
                                         std::pair("download", Of::download),
                                         std::pair("comparison", Of::comparison), std::pair("copy", Of::copy),
                                         std::pair("combine", Of::combine), std::pair("scaling", Of::scaling),
                                         std::pair("record", Of::record), std::pair("wait", Of::wait),
                                         std::pair("stamp", Of::stamp)),
                         [](const auto& info) { return std::string(info.param.first); });

// A copy or a kernel never ends: the error comes at the deadline, and says which rank waits for which.
TEST(StuckCommand, IsToldAtTheDeadline) {
  const std::ptrdiff_t threads = threads_here();
  for (const Of of : {Of::copy, Of::combine})
    for (const int at : {0, 3, 7}) {
      FailingDevice device({.of = of, .at = at, .how = Accident::How::never_ends});
      const auto run = checked_run(averaged_all_reduce("ring", false), device, {}, twice(60ms));
      ASSERT_FALSE(run);
      EXPECT_EQ(run.error().fault, Fault::runtime);
      EXPECT_THAT(run.error().message, HasSubstr("no end within 60 ms: "));
    }
  EXPECT_TRUE(threads_come_back_to(threads));
}

// What an earlier call has reached says nothing about the one that is stuck.
TEST(StuckCommand, IsToldInALaterCallAsInTheFirst) {
  const Programs programs = averaged_all_reduce("ring", false);
  FailingDevice sound({.of = Of::copy});
  ASSERT_TRUE(checked_run(programs, sound, {}, {.iterations = 1, .warmup = 0}));
  const int calls = 3;  // the first, a timed one, the last
  const int of_a_call = sound.asked() / calls;
  ASSERT_EQ(of_a_call * calls, sound.asked());
  const auto said_by_each_call = [&](int at, std::chrono::milliseconds deadline) {
    std::set<std::string> said;
    for (int call = 0; call < calls; ++call) {
      FailingDevice device({.of = Of::copy, .at = call * of_a_call + at, .how = Accident::How::never_ends});
      const auto run =
          checked_run(programs, device, {}, {.iterations = 1, .warmup = 0, .deadline = deadline});
      const std::string message = run ? ": it ended" : run.error().message;
      said.insert(message.substr(message.find(": ")));  // the deadline stands before it
    }
    return said;
  };
  for (int at = 0; at < of_a_call; at += 3) {
    std::set<std::string> said;
    for (const auto deadline : {100ms, 1'000ms, 10'000ms})  // a busy computer needs longer to get stuck
      if (said.size() != 1) said = said_by_each_call(at, deadline);
    EXPECT_EQ(said.size(), 1u) << testing::PrintToString(said);
  }
}

// The host device itself goes on when a thread cannot be started.
class FewStreams : public HostDevice {
 public:
  explicit FewStreams(int most) : left_(most) {}
  Result<Stream> add_stream(Rank rank) override {
    if (left_-- > 0) return HostDevice::add_stream(rank);
    return fail(Fault::runtime, "no more streams");
  }

 private:
  int left_;
};

TEST(FewStreams, AreAnErrorBeforeAnythingRuns) {
  const Programs programs = averaged_all_reduce("ring", false);
  for (int most = 0;; ++most) {
    FewStreams device(most);
    const auto run = checked_run(programs, device, {}, twice(time_enough));
    if (run) {
      EXPECT_GE(most, 3);  // a stream for each rank, at least
      break;
    }
    EXPECT_EQ(run.error().message, "no more streams");
  }
}

TEST(HostDevice, SaysThatMemoryIsTooLarge) {
  if (sanitized) GTEST_SKIP() << "the address sanitizer ends the program instead";
  HostDevice device;
  const auto memory = device.allocate(0, Bytes{std::int64_t{1} << 60});
  ASSERT_FALSE(memory);
  EXPECT_THAT(memory.error().message, HasSubstr("out of memory: cannot allocate"));
}

}  // namespace
}  // namespace commlab
