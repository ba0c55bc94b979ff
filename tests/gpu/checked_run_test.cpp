// Which of the timed calls a run reports.

#include "gpu/checked_run.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/index.h"
#include "core/programs/interpret.h"
#include "gpu/memory_check.h"
#include "tests/gpu/hand_written.h"
#include "tests/patience.h"

namespace commlab {
namespace {

// Says that its calls took these times, in turn; its result is always right.
class TimedRunner : public Runner {
 public:
  TimedRunner(const Programs& programs, std::vector<Time> times)
      : order_(issue_order(programs).value()),
        buffers_(interpret(programs, DataPattern::index).value()),
        times_(std::move(times)) {}

  const IssueOrder& order() const override { return order_; }
  Status fill(DataPattern) override { return {}; }
  Result<Time> run_once(std::chrono::milliseconds) override {
    last_.opened = 1'000;
    last_.stamps.assign(order_.instructions.size(),
                        {.ready = 1'000, .begin = 1'000, .middle = 1'000, .end = 1'000});
    last_.began.assign(order_.lanes.size(), 1'000);
    last_.ended.assign(order_.lanes.size(), 1'000 + times_[called_].ps / 1'000);
    return times_[called_++];
  }
  void call_in_a_row(int calls) override { last_.calls = calls; }
  const Iteration& last() const override { return last_; }
  Result<OutputCheck> check(DataPattern) const override { return OutputCheck{}; }
  Result<std::vector<Memory>> outputs() const override { return buffers_.output; }
  std::size_t called() const { return called_; }

 private:
  IssueOrder order_;
  RankBuffers buffers_;
  std::vector<Time> times_;
  std::size_t called_ = 0;
  Iteration last_;
};

// For an even number of calls it is the smaller of the two in the middle, so that it is the time of a call.
TEST(CheckedRun, ReportsTheMedianOfTheTimedCallsAndItsTrace) {
  const Programs programs = exchange_of_two(16);
  for (int calls = 1; calls <= 5; ++calls) {
    std::vector<int> turns;
    for (int i = 1; i <= calls; ++i) turns.push_back(i);
    do {
      std::vector<Time> times = {microseconds(100)};  // the first call, which is only compared
      for (const int turn : turns) times.push_back(microseconds(turn));
      times.push_back(microseconds(200));  // the last one, the same
      TimedRunner runner(programs, times);

      const auto run = checked_run(programs, runner, {.trace = true, .data = DataPattern::index},
                                   {.iterations = calls, .warmup = 1});

      ASSERT_TRUE(run) << run.error().message;
      EXPECT_EQ(runner.called(), index(calls) + 2);
      EXPECT_EQ(run->first, microseconds(100));
      EXPECT_EQ(run->times, std::vector<Time>(times.begin() + 1, times.end() - 1));
      EXPECT_EQ(run->finish, microseconds((calls + 1) / 2));
      EXPECT_EQ(run->trace->finish, run->finish);
    } while (std::ranges::next_permutation(turns).found);
  }
}

// Ranks check their own outputs, so the host needs no memory. It does where it keeps the buffers for the
// user, and where the order of rounded additions matters, so that it must play the programs itself.
TEST(CheckedRun, NeedsMemoryOnTheHostOnlyToKeepBuffersAndToPlayRoundedSums) {
  Programs programs = exchange_of_two(1'000);
  const Bytes buffers = memory_of_buffers(programs, 1);
  EXPECT_EQ(memory_on_host(programs, {}), Bytes{0});
  EXPECT_EQ(memory_on_host(programs, {.keep_buffers = true}), Bytes{2 * buffers.count});

  programs.collective = {.kind = CollectiveKind::all_reduce, .ranks = 3, .count = 2'000, .op = ReduceOp::avg};
  programs.programs.resize(3);
  const Bytes of_three = memory_of_buffers(programs, 1);
  EXPECT_EQ(memory_on_host(programs, {.data = DataPattern::index}), Bytes{0});
  EXPECT_EQ(memory_on_host(programs, {.data = DataPattern::ranks}), Bytes{3 * of_three.count});
}

}  // namespace
}  // namespace commlab
