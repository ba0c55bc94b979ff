// The teacher's key names a choice as the class sees it.

#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/shuffled_choices.h"
#include "lessons/play/player.h"
#include "tests/lessons/player_of.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

TEST(AnswerKeyOfAClass, HasTheLettersThatAreOnTheWall) {
  const Lesson lesson =
      *parse_lesson(one_step("```check\nask = \"Which?\"\nchoice.a = \"one\", time(run) > 1 ms\n"
                             "choice.b = \"two\", time(run) < 1 ms, \"No.\"\n"
                             "choice.c = \"three\", time(run) < 1 ms, \"Nor this.\"\n```\n"),
                    "x.lesson.md");
  for (std::uint64_t order = 0; order < orders_of_choices; ++order) {
    Player player(lesson, simulating_laboratory(), {.lesson = lesson.id, .variant = order});
    const QuestionState wall = questions_of(player).at(0);
    const auto named = [&](const std::string& words) {
      const auto place = std::ranges::find(wall.choices, words) - wall.choices.begin();
      return lettered_choice(static_cast<std::size_t>(place), words);
    };
    const Result<AnswerKey> key = player.answer_key(0);
    ASSERT_TRUE(key) << key.error().message;
    EXPECT_EQ(key->answer, named("one"));
    ASSERT_EQ(key->mistakes.size(), 2u);
    for (const AnswerKey::Mistake& mistake : key->mistakes)
      EXPECT_EQ(mistake.answer, named(mistake.message == "No." ? "two" : "three"));
  }
}

}  // namespace
}  // namespace commlab
