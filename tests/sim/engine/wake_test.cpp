// Lanes that are threads: a processor needs time to start a lane, and to wake a lane that had to wait.

#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "sim/simulate.h"

namespace commlab {
namespace {

Machine threads(int ranks, int processors) {
  Machine machine = *machine_from_spec("switch:" + std::to_string(ranks) + ",1000GB/s,0");
  machine.work.processors = processors;
  machine.work.wake = microseconds(3);
  return machine;
}

Programs programs_of(CollectiveKind kind, std::string_view name, int ranks, std::int64_t count) {
  const Collective c{.kind = kind, .ranks = ranks, .count = count};
  return programs_for(**find_algorithm(kind, name), c).value();
}

// Four lanes on two processors start, and wake up for each of six messages: 2 x 7 x 3 us.
TEST(Wake, IsPaidAtTheStartAndForEveryWait) {
  const auto run = simulate(programs_of(CollectiveKind::all_reduce, "ring", 4, 0), threads(4, 2));

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->finish, microseconds(42));
}

TEST(Wake, IsShorterWithAProcessorForEveryLane) {
  const auto run = simulate(programs_of(CollectiveKind::all_reduce, "ring", 4, 0), threads(4, 4));

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->finish, microseconds(21));
}

// Each rank's four lanes of the rings start and wake up seven times, and beside them are seven others.
TEST(Wake, IsLongerForEveryOtherLaneOfTheProcessor) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 4};
  const Programs rings =
      programs_for(**find_algorithm(c.kind, "ring"), c, {.channels = 4, .pieces = 1}).value();
  for (const Time alone : {Time{}, microseconds(3)}) {
    Machine machine = threads(4, 2);
    machine.work.wake = alone;
    machine.work.wake_beside = nanoseconds(100);

    const auto run = simulate(rings, machine);

    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->finish, 8 * 7 * (alone + nanoseconds(700)));
  }
}

// Waking up moves no bytes.
TEST(Wake, IsNoTrafficOfASharedMemory) {
  Machine machine = threads(4, 2);
  machine.work.memory = GBps(10);

  const auto run = simulate(programs_of(CollectiveKind::all_reduce, "ring", 4, 0), machine);

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->finish, microseconds(42));
}

// Guards against a fixed bug: of three lanes on two processors the last was forgotten. Once no more lanes
// worked than there are processors, the end of the rest was not computed any more.
TEST(Wake, NobodyIsForgottenWhereProcessorsAreShared) {
  Machine machine = threads(4, 2);
  machine.work.send.points = {{MiB(1), GBps(5)}};
  machine.work.receive.points = {{MiB(1), GBps(6)}};
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->needs_multicast) continue;
    for (int elements = 1; elements < 40'000'000; elements *= 7) {
      Collective c{.kind = algorithm->collective, .ranks = 4, .count = elements};
      if (c.kind == CollectiveKind::p2p) c.to = {1, 2, 3};
      if (!algorithm->supports(c)) continue;
      const auto run = simulate(programs_for(*algorithm, c).value(), machine);
      EXPECT_TRUE(run) << algorithm->name << " of " << elements << ": " << run.error().message;
    }
  }
}

}  // namespace
}  // namespace commlab
