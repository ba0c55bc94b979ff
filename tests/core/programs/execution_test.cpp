// How programs are played without time where something is missing.
#include "core/programs/execution.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// All ranks are members of a group. All but one arrive at its barrier, and wait.
Programs barrier_without(Rank absent, int ranks) {
  Programs p;
  p.collective = {.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 4};
  p.partition.elements = 4;
  p.phases = {"barrier"};
  p.programs.resize(index(ranks));
  p.groups.emplace_back();
  for (Rank rank = 0; rank < ranks; ++rank) {
    p.groups[0].push_back(rank);
    if (rank != absent)
      p.programs[index(rank)].lanes = {{.group = 0, .code = {{.op = Opcode::arrive}, {.op = Opcode::wait}}}};
  }
  return p;
}

TEST(Execution, AMemberWithoutABarrierIsMissedByAllOthers) {
  for (const int ranks : {2, 3, 5})
    for (Rank absent = 0; absent < ranks; ++absent) {
      const Programs programs = barrier_without(absent, ranks);
      Execution execution(programs, 1);
      for (Rank rank = 0; rank < ranks; ++rank) {
        if (rank == absent) continue;
        for (Rank member = 0; member < ranks; ++member)
          EXPECT_EQ(execution.lane_of_member(rank, 0, member).has_value(), member != absent)
              << member << " of " << ranks << ", without " << absent;
      }
      while (execution.next()) {
      }

      const std::vector<Blocked> blocked = execution.blocked();
      EXPECT_EQ(blocked.size(), index(ranks) - 1);
      for (const Blocked& b : blocked) {
        EXPECT_EQ(b.lacks, Blocked::Lacks::arrival);
        EXPECT_EQ(b.peer, absent);
      }
    }
}

}  // namespace
}  // namespace commlab
