// Which lane can go on, which waits for which, and what is said when none can go on.

#include "gpu/lane_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/issue_order.h"
#include "tests/gpu/hand_written.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(IssueOrder, PutsEveryReceiveAfterItsSend) {
  const Programs programs = exchange_of_two(1003);

  const auto order = issue_order(programs);

  ASSERT_TRUE(order) << order.error().message;
  ASSERT_EQ(order->instructions.size(), 4u);
  ASSERT_EQ(order->messages.size(), 2u);
  for (const Message& message : order->messages) EXPECT_LT(message.send, message.receive);
}

TEST(IssueOrder, NeverRunsFurtherAheadThanThereAreSlots) {
  Programs programs = stream_of_messages(5);
  programs.slots = 2;

  const auto order = issue_order(programs);

  ASSERT_TRUE(order) << order.error().message;
  for (const Message& message : order->messages) {
    if (message.number < 2) continue;
    const Message& before = order->messages[static_cast<std::size_t>(message.number - 2)];
    EXPECT_LT(before.receive, message.send);
  }
}

TEST(IssueOrder, TellsTheCycleOfADeadlock) {
  Programs programs = exchange_of_two(8);
  for (Program& program : programs.programs) std::swap(program.lanes[0].code[0], program.lanes[0].code[1]);

  const auto order = issue_order(programs);

  ASSERT_FALSE(order);
  EXPECT_EQ(order.error().fault, Fault::runtime);
  EXPECT_EQ(order.error().message,
            "the programs cannot end: rank 0 waits for its message of step 1 from rank 1; "
            "rank 1 waits for its message of step 1 from rank 0");
}

// Guards against a fixed bug: such a message had a slot that depends on its receive, so programs of another
// process could end this one.
TEST(IssueOrder, TellsOfAMessageThatNobodyReceives) {
  Programs programs = exchange_of_two(8);
  std::erase_if(programs.programs[1].lanes[0].code.own(),
                [](const Instruction& i) { return receives(i.op); });

  const auto order = issue_order(programs);

  ASSERT_FALSE(order);
  EXPECT_EQ(order.error().fault, Fault::runtime);
  EXPECT_EQ(order.error().message, "rank 0 sends rank 1 a message in step 1, which nobody receives");
}

TEST(IssueOrder, TellsOfAMessageThatNobodySends) {
  Programs programs = exchange_of_two(8);
  programs.programs[1].lanes[0].code.own().erase(programs.programs[1].lanes[0].code.own().begin());

  const auto order = issue_order(programs);

  ASSERT_FALSE(order);
  EXPECT_EQ(order.error().message,
            "the programs cannot end: rank 0 waits for its message of step 1 from rank 1, but rank 1 never "
            "does that");
}

TEST(IssueOrder, TellsOfASlotThatNobodyFrees) {
  Programs programs = stream_of_messages(2);
  programs.slots = 1;
  programs.programs[1].lanes[0].code.own().clear();

  const auto order = issue_order(programs);

  ASSERT_FALSE(order);
  EXPECT_THAT(order.error().message, HasSubstr("rank 0 waits in step 2 for rank 1 to free one of 1 slots"));
}

TEST(IssueOrder, RefusesAReceiveOfAnotherSize) {
  Programs programs = stream_of_messages(3);
  programs.partition = {.elements = 10, .blocks = 3};  // blocks of 3, 3 and 4 elements
  std::swap(programs.programs[1].lanes[0].code[0].target, programs.programs[1].lanes[0].code[2].target);

  const auto order = issue_order(programs);

  ASSERT_FALSE(order);
  EXPECT_EQ(order.error().message, "rank 1 expects 16 B from rank 0 in step 1; rank 0 sends it 12 B");
}

}  // namespace
}  // namespace commlab
