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

// A large message also costs the time to agree on it, where it is sent and not where it is taken.
TEST(Work, CostsTimeToAgreeOnLargeMessages) {
  for (const std::int64_t count : {1 << 8, 1 << 12}) {
    Machine machine = fast_links(2);
    machine.work.send.points = {{KiB(1), GBps(10)}};
    const auto without = simulate(ring(2, count, true), machine);
    machine.work.rendezvous = microseconds(3);
    machine.work.eager = Bytes{4 << 8};
    const auto with = simulate(ring(2, count, true), machine);

    ASSERT_TRUE(without && with);
    EXPECT_NEAR(microseconds_of(with->finish - without->finish), count == 1 << 8 ? 0 : 3, 1e-3) << count;
  }
}

// In a ring, each processor then sends a message and helps to send another; a single message takes no longer.
TEST(Work, OfAMessageMayTakeBothItsEnds) {
  const auto time = [](const Programs& programs, int processors, bool at_both_ends) {
    Machine machine = fast_links(programs.collective.ranks);
    machine.work.processors = processors;
    machine.work.send.points = {{KiB(1), GBps(10)}};
    machine.work.at_both_ends = at_both_ends;
    return microseconds_of(simulate(programs, machine)->finish);
  };
  const Collective one{.kind = CollectiveKind::broadcast, .ranks = 2, .count = 1 << 16};
  const Programs message = programs_for(**find_algorithm(one.kind, "flat"), one, {.pieces = 1}).value();
  EXPECT_NEAR(time(message, 2, true), time(message, 2, false), 1e-3);
  EXPECT_NEAR(time(message, 1, true), 2 * time(message, 1, false), 1e-3) << "both are one processor";
  for (const int ranks : {3, 4, 8}) {
    const Programs all = ring(ranks, 1 << 16, true);
    EXPECT_NEAR(time(all, ranks, true), 2 * time(all, ranks, false), 1e-3) << ranks;
  }
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
