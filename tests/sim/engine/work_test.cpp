// The work of processors: what each message costs them, and how fast they are by the memory that they work
// on.

#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"
#include "core/programs/programs_for.h"
#include "core/programs/touched_memory.h"
#include "core/schedule/algorithm.h"
#include "sim/simulate.h"

namespace commlab {
namespace {

Machine fast_links(int ranks) {
  Machine machine = *machine_from_spec("switch:" + std::to_string(ranks) + ",1000000GB/s,0");
  machine.work.processors = ranks;
  return machine;
}

Programs ring(int ranks, std::int64_t count, bool in_place = false) {
  Collective c{.kind = CollectiveKind::all_gather, .ranks = ranks, .count = count};
  c.in_place = in_place;
  return programs_for(**find_algorithm(c.kind, "ring"), c, {.pieces = 1}).value();
}

// Every message is sent and taken one after another, and costs its time at both ends, however large it is.
TEST(Work, CostsTimeForEveryMessage) {
  for (const int ranks : {2, 3, 8})
    for (const std::int64_t count : {1 << 10, 1 << 20}) {
      Machine machine = fast_links(ranks);
      machine.work.send.points = machine.work.receive.points = {{KiB(1), GBps(10)}};
      const auto without = simulate(ring(ranks, count, true), machine);
      machine.work.per_message = microseconds(3);
      const auto with = simulate(ring(ranks, count, true), machine);

      ASSERT_TRUE(without && with);
      EXPECT_NEAR(microseconds_of(with->finish - without->finish), 2 * 3 * (ranks - 1), 1e-3)
          << ranks << ' ' << count;
    }
}

TEST(Work, CostsTimeForMessagesThatTakeNoneElse) {
  Machine machine = fast_links(4);
  machine.work.per_message = microseconds(3);

  const auto run = simulate(ring(4, 16, true), machine);

  ASSERT_TRUE(run);
  EXPECT_NEAR(microseconds_of(run->finish), 2 * 3 * 3, 1e-2);
}

// The rate is that of all memory on which the ranks of a processor work, and not that of a message.
TEST(Work, IsAsFastAsTheMemoryOfItsProcessor) {
  const Programs programs = ring(4, 1 << 16);
  const std::int64_t of_a_rank = touched_memory(programs).front().count;
  Machine machine = fast_links(4);
  machine.work.by_memory = true;
  for (const int processors : {4, 2, 1}) {
    machine.work.processors = processors;
    const std::int64_t of_a_processor = 4 / processors * of_a_rank;
    machine.work.send.points = {{.size = {of_a_processor - 1}, .rate = GBps(1)},
                                {.size = {of_a_processor}, .rate = GBps(10)}};
    const auto by_memory = simulate(programs, machine);

    Machine steady = machine;
    steady.work.by_memory = false;
    steady.work.send.points = {{.size = KiB(1), .rate = GBps(10)}};
    const auto by_rate = simulate(programs, steady);

    ASSERT_TRUE(by_memory && by_rate);
    EXPECT_EQ(by_memory->finish, by_rate->finish) << processors;
  }
}

}  // namespace
}  // namespace commlab
