// A rank's program is the same, whether it is written for this rank alone or copied from another rank's.

#include "core/programs/program_shapes.h"

#include <gtest/gtest.h>

#include "core/programs/fuse.h"

namespace commlab {
namespace {

constexpr int ranks = 64;
constexpr int blocks = 12;
constexpr ProgramWriter::Shape shape{.parts = 4,
                                     .blocks = blocks,
                                     .pieces = 2,
                                     .in_place = true,
                                     .paired_lanes = false,
                                     .steps_overlap = false};

void expect_equal(const Program& a, const Program& b) {
  EXPECT_EQ(a.dependencies, b.dependencies);
  ASSERT_EQ(a.lanes.size(), b.lanes.size());
  for (std::size_t l = 0; l < a.lanes.size(); ++l) {
    const Lane &lane = a.lanes[l], &other = b.lanes[l];
    EXPECT_EQ(lane.channel, other.channel);
    EXPECT_EQ(lane.send_peer, other.send_peer);
    EXPECT_EQ(lane.recv_peer, other.recv_peer);
    EXPECT_EQ(lane.group, other.group);
    ASSERT_EQ(lane.code.size(), other.code.size());
    for (std::size_t i = 0; i < lane.code.size(); ++i) {
      const Instruction &mine = lane.code[i], &its = other.code[i];
      EXPECT_EQ(mine.op, its.op);
      EXPECT_EQ(mine.phase, its.phase);
      EXPECT_EQ(mine.step, its.step);
      EXPECT_EQ(mine.part, its.part);
      EXPECT_EQ(mine.blocks, its.blocks);
      EXPECT_EQ(mine.spacing, its.spacing);
      EXPECT_EQ(mine.source, its.source);
      EXPECT_EQ(mine.target, its.target);
      EXPECT_EQ(mine.with, its.with);
      EXPECT_EQ(mine.first_dependency, its.first_dependency);
      EXPECT_EQ(mine.dependencies, its.dependencies);
    }
  }
}

// Sums in its group, receives a run of blocks that goes round the end, adds one, and passes both on.
std::vector<Action> actions_of(int rank) {
  const int first = (rank * 5) % blocks;
  const auto block = [&](int k) { return Operand{.block = (first + k) % blocks}; };
  const Action base{.first_part = 0, .last_part = shape.parts};
  std::vector<Action> actions(6, base);
  actions[0].kind = actions[5].kind = Action::Kind::barrier;
  actions[0].group = actions[5].group = rank % 7;
  actions[1].kind = actions[2].kind = Action::Kind::recv;
  actions[1].recv_from = actions[2].recv_from = (rank + 9) % ranks;
  actions[2].reduces = true;
  actions[3].kind = actions[4].kind = Action::Kind::send;
  actions[3].send_to = (rank + 9) % ranks;
  actions[4].send_to = (rank * 3 + 1) % ranks;
  for (const int receive_or_send : {1, 3}) {
    actions[receive_or_send].blocks = 4;
    actions[receive_or_send].from = actions[receive_or_send].into = block(10);
  }
  for (const int receive_or_send : {2, 4})
    actions[receive_or_send].from = actions[receive_or_send].into = actions[receive_or_send].with = block(3);
  for (std::size_t a = 0; a < actions.size(); ++a)
    actions[a].step = rank % 3 + static_cast<int>(a) * (1 + rank % 2);
  return actions;
}

TEST(ProgramShapes, CopyWhatIsWrittenForTheRankAlone) {
  for (const bool is_fused : {false, true}) {
    ProgramShapes shapes(shape, ranks, 7, is_fused);
    for (int rank = 0; rank < ranks; ++rank) {
      ProgramWriter writer(shape);
      for (const Action& action : actions_of(rank)) writer.add(action);
      Program alone = writer.finish();
      if (is_fused) alone = fused(std::move(alone));

      expect_equal(shapes.program(actions_of(rank)), alone);
    }
  }
}

}  // namespace
}  // namespace commlab
