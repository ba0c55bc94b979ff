// Rounds of messages: one after another where messages wait for each other, together where they do not.

#include "gpu/nccl/nccl_rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "tests/gpu/hand_written.h"

namespace commlab {
namespace {

NcclRounds rounds_of_programs(const Programs& programs) {
  return nccl_rounds(programs, issue_order(programs).value()).value();
}

TEST(NcclRounds, ARingHasARoundForEachStep) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 4, .count = 64};
  const Programs programs = programs_for(**find_algorithm(c.kind, "ring"), c).value();

  EXPECT_EQ(rounds_of_programs(programs).rounds, 6);
}

TEST(NcclRounds, MessagesThatWaitForNothingGoTogether) {
  EXPECT_EQ(rounds_of_programs(exchange_of_two(8)).of_message, (std::vector<int>{1, 1}));
  const Collective c{.kind = CollectiveKind::all_to_all, .ranks = 4, .count = 3};
  const Programs programs = programs_for(**find_algorithm(c.kind, "direct"), c).value();
  EXPECT_EQ(rounds_of_programs(programs).rounds, 1);
}

TEST(NcclRounds, MessagesOfALaneFollowOneAnother) {
  EXPECT_EQ(rounds_of_programs(stream_of_messages(4)).of_message, (std::vector<int>{1, 2, 3, 4}));
}

// Rank 1 takes nothing out of channel 0 before all three messages of channel 1 have come. With one slot, the
// second message of channel 0 must wait for that.
TEST(NcclRounds, AMessageWaitsForItsSlot) {
  const auto send = [](int block) {
    return Instruction{.op = Opcode::send, .source = {.block = block, .buffer = Buffer::input}};
  };
  const auto receive = [](int block) {
    return Instruction{.op = Opcode::recv, .target = {.block = block, .buffer = Buffer::output}};
  };
  Programs programs = stream_of_messages(5);
  programs.programs.assign(2, Program{});
  programs.programs[0].lanes = {{.channel = 0, .send_peer = 1, .code = {send(0), send(1)}},
                                {.channel = 1, .send_peer = 1, .code = {send(2), send(3), send(4)}}};
  programs.programs[1].lanes = {{.channel = 0, .recv_peer = 0, .code = {receive(0), receive(1)}},
                                {.channel = 1, .recv_peer = 0, .code = {receive(2), receive(3), receive(4)}}};
  programs.programs[1].dependencies = {{.lane = 1, .index = 2}};
  programs.programs[1].lanes[0].code[0].dependencies = 1;
  const auto round_of_the_second = [&](int slots) {
    programs.slots = slots;
    const IssueOrder order = issue_order(programs).value();
    const NcclRounds rounds = nccl_rounds(programs, order).value();
    for (std::size_t m = 0; m < order.messages.size(); ++m)
      if (order.connections[static_cast<std::size_t>(order.messages[m].connection)].channel == 0 &&
          order.messages[m].number == 1)
        return rounds.of_message[m];
    return 0;
  };

  EXPECT_EQ(round_of_the_second(2), 2);
  EXPECT_EQ(round_of_the_second(1), 4);
}

// Every message has one round. What its send depends on is done in earlier rounds; what depends on its
// receive comes later.
TEST(NcclRounds, KeepAllDependenciesOfEveryAlgorithm) {
  for (const Algorithm* algorithm : algorithms())
    for (const int ranks : {2, 3, 4, 7, 8}) {
      Collective c{.kind = algorithm->collective, .ranks = ranks, .count = 41};
      if (c.kind == CollectiveKind::p2p) c.to = {1};
      if (!algorithm->supports(c)) continue;
      const auto programs = programs_for(*algorithm, c, {.channels = 2, .pieces = 3, .slots = 2});
      if (!programs) continue;
      const IssueOrder order = issue_order(*programs).value();
      const auto rounds = nccl_rounds(*programs, order);
      if (!rounds) continue;  // this algorithm does not use messages alone
      for (std::size_t i = 0; i < order.instructions.size(); ++i) {
        const IssuedInstruction& issued = order.instructions[i];
        const int round = issued.outgoing >= 0 ? rounds->of_message[static_cast<std::size_t>(issued.outgoing)]
                                               : rounds->after[i];
        for (const Dependency& needed : programs->of(issued.rank).depends_on(*issued.instruction)) {
          const int before = rounds->after[static_cast<std::size_t>(order.find(issued.rank, needed))];
          if (issued.outgoing >= 0)
            EXPECT_LT(before, round);
          else
            EXPECT_LE(before, round);
        }
        if (issued.incoming < 0) continue;
        EXPECT_GE(rounds->after[i], rounds->of_message[static_cast<std::size_t>(issued.incoming)]);
      }
    }
}

TEST(NcclRounds, NameWhatMessagesCannotDo) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 4, .count = 64};
  const Programs fused = programs_for(**find_algorithm(c.kind, "ring"), c, {.fused = true}).value();
  EXPECT_THAT(nccl_rounds(fused, issue_order(fused).value()).error().message,
              testing::HasSubstr("leave out --fused"));
  const Programs nvls = programs_for(**find_algorithm(c.kind, "nvls"), c).value();
  EXPECT_THAT(nccl_rounds(nvls, issue_order(nvls).value()).error().message,
              testing::HasSubstr("NCCL has only messages"));
}

}  // namespace
}  // namespace commlab
