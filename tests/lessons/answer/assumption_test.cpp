// What a scene assumes is said beside an answer about its run, and nowhere before.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/class/quiz.h"
#include "lessons/class/sheet.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/scene.h"
#include "tests/lessons/player_of.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

constexpr const char* assumes_a_road = "```scene\nassume = \"a road of {{ size }} for each\"\n```\n";
constexpr const char* said = "So: 53.3 ms.\n\n*Assumed:* a road of 400 MB for each.";

std::string then(const std::string& blocks) { return "\n## Then\n" + blocks; }

TEST(AnAssumption, IsSaidBehindTheExplanationOnceTheAnswerIsTold) {
  Player player = player_of(then(assumes_a_road + check_of_time));
  player.go(1);
  EXPECT_EQ(player.answer(0, "4.29")->why, "") << "a wrong answer to a check is told nothing";
  EXPECT_EQ(player.answer(0, "53.3")->why, said);
}

TEST(AnAssumption, IsInheritedUntilAStepResetsIt) {
  Player player = player_of(then(assumes_a_road) + then(check_of_time) +
                            then("```scene\nassume = default\n```\n" + check_of_time));
  player.go(2);
  EXPECT_EQ(player.answer(0, "53.3")->why, said);
  player.go(3);
  EXPECT_EQ(player.answer(1, "53.3")->why, "So: 53.3 ms.");
}

// It is said once in a step, beside the first question about the run.
TEST(AnAssumption, IsSaidOnceInAStep) {
  Player player =
      player_of(then(std::string(assumes_a_road) + "```check\nask = \"?\"\nfact = true\nanswer = 7\n```\n" +
                     check_of_time + check_of_time));
  player.go(1);
  EXPECT_EQ(player.answer(0, "7")->why, "");
  EXPECT_EQ(player.answer(1, "53.3")->why, said);
  EXPECT_EQ(player.answer(2, "53.3")->why, "So: 53.3 ms.");
}

// A fact is true for all machines, so nothing is assumed for it.
TEST(AnAssumption, DoesNotConcernFacts) {
  Player player = player_of(
      then(std::string(assumes_a_road) +
           "```check\nask = \"?\"\nfact = true\nchoice.a = \"a\", true\nchoice.b = \"b\", false\n```\n"));
  player.go(1);
  EXPECT_EQ(player.answer(0, "a")->why, "");
}

TEST(AnAssumption, IsInTheKeyOfASheetAndNotOnTheLearners) {
  const Lesson lesson = *parse_lesson(one_step(then(assumes_a_road + check_of_time)), "a.lesson.md");
  SceneRunner runner(simulating_laboratory());
  for (const bool answers : {false, true}) {
    const Result<Sheet> sheet = sheet_of(lesson, {.answers = answers}, runner);
    ASSERT_TRUE(sheet) << sheet.error().message;
    for (const SheetSection::Item& item : sheet->sections[1].items) {
      if (const auto* scene = std::get_if<SheetScene>(&item)) {
        for (const SheetScene::Key& key : scene->keys) EXPECT_NE(key.name, "assume");
      }
      if (const auto* question = std::get_if<SheetQuestion>(&item)) {
        ASSERT_EQ(question->key.has_value(), answers);
        if (answers) {
          EXPECT_EQ(question->key->why, said);
        }
      }
    }
  }
}

TEST(AnAssumption, IsSaidInAQuiz) {
  const std::vector<Lesson> lessons = {*parse_lesson(
      one_step(then(std::string(assumes_a_road) +
                    "```check\nask = \"?\"\nunit = \"ms\"\nanswer = time(run)\ntags = [\"mine\"]\n```\n")),
      "a.lesson.md")};
  SceneRunner runner(simulating_laboratory());
  EXPECT_TRUE(quiz_of(lessons, 0, 9).empty());
  const std::vector<QuizQuestion> quiz = quiz_of(lessons, 0, 9, "mine");
  ASSERT_EQ(quiz.size(), 1U);
  const StepInVariant step = step_in_variant(lessons[0], quiz[0].step, 0, runner);
  EXPECT_THAT(quiz_feedback(quiz[0], "1 ms", step)->why, EndsWith("a road of 400 MB for each."));
}

// It is a text, so it changes no run; and a learner cannot change it.
TEST(AnAssumption, ChangesNothing) {
  const Lesson lesson = *parse_lesson(one_step(then(assumes_a_road)), "a.lesson.md");
  EXPECT_EQ(with_parameters(scene_of(lesson, 0)), with_parameters(scene_of(lesson, 1)));
  EXPECT_THAT(problems_of(one_step("```check\nkind = \"state\"\nask = \"?\"\nallow = [\"assume\"]\n"
                                   "expect = time(run) < 1 ms\n```\n")),
              HasSubstr("allow: an experiment has no key 'assume'"));
  EXPECT_THAT(problems_of(one_step(then("```scene\nassume = \"{{ 1 + }}\"\n```\n"))), HasSubstr("assume: "));
  EXPECT_THAT(problems_of(one_step(then("```scene\nassume = \"{{ time(to 5) }}\"\n```\n"))), Not(""));
}

TEST(AnAssumption, MayBeMadeForALaunch) {
  const Result<Lesson> lesson = parse_lesson(
      "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## One\n```scene\nnodes = 2\nassume = "
      "\"b\"\n```\n",
      "a.lesson.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_EQ(scene_of(*lesson, 0).kind, LessonScene::Kind::launch);
}

}  // namespace
}  // namespace commlab
