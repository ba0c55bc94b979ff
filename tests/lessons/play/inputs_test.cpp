// What may be seen of a run before it is predicted: what every rank brings to it.

#include <gtest/gtest.h>

#include "core/playback/replay.h"
#include "lessons/answer/answer.h"
#include "tests/lessons/player_of.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

TEST(Inputs, AreThoseOfTheRunToComeAndTellNothingOfIt) {
  Player player = player_of(locked_step());
  ASSERT_TRUE(player.locked(0));
  const std::shared_ptr<const Outcome> inputs = player.inputs();
  ASSERT_NE(inputs, nullptr);
  EXPECT_TRUE(inputs->trace().transfers.empty());
  EXPECT_TRUE(inputs->trace().spans.empty());
  EXPECT_EQ(inputs->trace().finish, Time{});
  EXPECT_EQ(inputs->run.finish, Time{});
  EXPECT_FALSE(inputs->chain);
  EXPECT_FALSE(inputs->bound);
  EXPECT_EQ(inputs->experiment.algorithm, Experiment{}.algorithm);
  EXPECT_TRUE(player.locked(0)) << "asking for them answers nothing";

  for (const QuestionState& state : questions_of(player))
    if (state.question->predicts) {
      ASSERT_TRUE(player.answer(state.number, "?"));
    }
  const Result<PlayedScene> scene = player.scene();
  ASSERT_TRUE(scene) << scene.error().message;
  const Outcome& run = *scene->performed;
  EXPECT_EQ(inputs->trace().collective, run.trace().collective);
  const Result<Replay> before = Replay::of(inputs->trace(), *inputs->programs);
  const Result<Replay> after = Replay::of(run.trace(), *run.programs);
  ASSERT_TRUE(before) << before.error().message;
  ASSERT_TRUE(after) << after.error().message;
  ASSERT_EQ(before->partition().blocks, after->partition().blocks);
  ASSERT_EQ(before->partition().parts, after->partition().parts);
  for (Rank rank = 0; rank < run.trace().collective.ranks; ++rank)
    for (int block = 0; block < before->partition().blocks; ++block)
      EXPECT_EQ(before->brought(rank, block, 0) == Replay::no_value,
                after->brought(rank, block, 0) == Replay::no_value);
}

// A question for a link must not be answered by what is told of the run.
TEST(QuestionsForALink, AreKnownAndKeepTheBusiestLinkSecretWhileTheyAreOpen) {
  Player player = player_of("```check\nask = \"Which link?\"\nkind = \"point\"\nanswer = bottleneck\n```\n" +
                            check_of_time);
  const std::vector<QuestionState> questions = questions_of(player);
  ASSERT_EQ(questions.size(), 2u);
  EXPECT_TRUE(questions[0].asks_for_link);
  EXPECT_FALSE(questions[1].asks_for_link);
  EXPECT_TRUE(player.scene()->asks_for_link);
  ASSERT_TRUE(player.show(0));
  EXPECT_FALSE(player.scene()->asks_for_link);
}

TEST(QuestionsForALink, AreToldFromThoseForOtherPlaces) {
  EXPECT_TRUE(names_link("link gpu0->gpu2"));
  EXPECT_FALSE(names_link("rank 1 line 2"));
}

}  // namespace
}  // namespace commlab
