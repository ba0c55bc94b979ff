// A quiz in the window: questions of lessons one after the other, each alone, and the result.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/lesson/list.h"
#include "gui/window/lesson/quiz.h"
#include "gui/window/panels/lesson/quiz_summary.h"
#include "lessons/format/lesson_parser.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/scene_of.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two predictions of one run, of which a quiz asks the second, and a check.
std::string step_of_two(std::string_view id) {
  return fmt::format(R"(```lesson
id = "{0}"
title = "Lesson {0}"
minutes = 1
```
## A ring
It takes {{{{ time(run) }}}}.

```scene
run = "all_reduce"
machine = "ring:4,25GB/s,2us"
algorithm = "ring"
size = "1 MiB"
```

```predict
ask = "How many steps?"
answer = steps
why = "There are {{{{ steps }}}}."
```

```predict
ask = "How long?"
answer = time(run)
unit = "us"
why = "It takes {{{{ time(run) }}}}."
tags = ["quiz"]
```

```plot
title = "Times"
bar.one = time(run), "one"
```

```check
ask = "How many bytes does rank 0 send?"
answer = bytes(rank 0 out)
unit = "B"
why = "So."
tags = ["quiz"]
```
)",
                     id);
}

struct QuizStage {
  LessonRecord kept{};
  WindowTools tools = tools_by_hand(kept);
  Session session{.tools = tools, .theme = theme_named("dark").value()};

  explicit QuizStage(const std::vector<std::string>& lessons) {
    tools.lesson = [](const std::string& which) -> Result<Lesson> {
      if (which == "none")
        return parse_lesson("```lesson\nid = \"n\"\ntitle = \"N\"\nminutes = 1\n```\n## Step\n", which);
      return which == "no-such" ? fail("there is no lesson '{}'", which)
                                : parse_lesson(step_of_two(which), which);
    };
    show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
    begun = start_quiz(session, lessons, 1);
  }
  const LessonPage& page() const { return *session.lesson.page; }
  const QuestionState& asked() const { return std::get<QuestionState>(page().content.items.back()); }
  void wait() {
    while (session.tutor.busy()) {
      session.tutor.wait();
      session.tutor.poll(session);
    }
  }
  void answer(const std::string& text) {
    session.lesson.typed[asked().number] = text;
    commit_answer(session, asked());
    wait();
  }
  void turn(int by) {
    turn_page(session, by);
    wait();
  }
  // Whether the question is the prediction; otherwise it is the check.
  bool predicts() const { return asked().question->predicts; }
  void answer_rightly() { answer(predicts() ? "75.5" : "1572864"); }

  Status begun{};
};

TEST(Quiz, AsksEachQuestionAloneAndTellsAPredictionAtOnce) {
  QuizStage stage({"a"});
  ASSERT_TRUE(stage.begun) << stage.begun.error().message;
  ASSERT_EQ(stage.page().steps, 2);
  if (!stage.predicts()) stage.turn(1);
  ASSERT_TRUE(stage.predicts());

  EXPECT_EQ(stage.page().title, "Quiz, from Lesson a");
  EXPECT_EQ(stage.page().content.items.size(), 2u) << "the prose and the question";
  EXPECT_THAT(std::get<Prose>(stage.page().content.items.front()).markdown, HasSubstr("It takes ?."));
  EXPECT_TRUE(is_locked(stage.session));

  stage.answer("1 us");

  EXPECT_FALSE(is_locked(stage.session)) << "the step's other prediction is not asked";
  EXPECT_THAT(stage.asked().feedback->why, HasSubstr("It takes "));
  EXPECT_THAT(stage.session.lesson.quiz.right, ElementsAre(std::pair(stage.session.lesson.quiz.at, false)));
  EXPECT_THAT(stage.kept.answers, IsEmpty()) << "a quiz leaves the lesson's record alone";
}

TEST(Quiz, ACheckHasTheRunThatItAsksAbout) {
  QuizStage stage({"a"});
  if (stage.predicts()) {
    stage.answer_rightly();
    stage.turn(1);
  }
  ASSERT_FALSE(stage.predicts());
  EXPECT_FALSE(is_locked(stage.session));
  EXPECT_TRUE(stage.page().scene.has_value());
}

TEST(Quiz, TheFirstAnswerCountsAndWhatWasWrongIsWorthAnotherLook) {
  QuizStage stage({"a", "b"});
  ASSERT_EQ(stage.page().steps, 4);
  std::map<std::string, int> answered;
  for (int i = 0; i < 4; ++i) {
    const std::string lesson = stage.session.lesson.player->lesson().id;
    if (lesson == "b" && stage.predicts()) stage.answer("1 us");
    stage.answer_rightly();
    stage.turn(1);
  }

  EXPECT_TRUE(stage.session.lesson.finished);
  EXPECT_THAT(to_look_at_again(stage.session.lesson.quiz),
              ElementsAre(LessonInQuiz{.file = "b", .name = "Lesson b", .right = 1, .asked = 2}));
  UnseenWindow window(stage.session);
  window.frame();
  window.frame();
  EXPECT_EQ(stage.session.registry.find("quiz.right")->value, "3 of 4");
  EXPECT_EQ(stage.session.registry.find("quiz.again.0")->value, "Lesson b");

  stage.turn(-1);
  EXPECT_FALSE(stage.session.lesson.finished);
  EXPECT_EQ(stage.page().step, 3);
  stage.turn(1);
  stage.turn(1);
  EXPECT_FALSE(in_quiz(stage.session));
  EXPECT_FALSE(stage.session.lesson.player) << "back at the list of lessons";
}

TEST(Quiz, AnOpenedLessonEndsIt) {
  QuizStage stage({"a"});
  open_lesson(stage.session, "b");
  stage.wait();
  EXPECT_FALSE(in_quiz(stage.session));
  EXPECT_EQ(stage.page().title, "Lesson b");
}

TEST(Quiz, WithoutQuestionsThereIsNone) {
  EXPECT_EQ(QuizStage({"none"}).begun.error().message, "no question of this lesson is tagged \"quiz\"");
  EXPECT_EQ(QuizStage({"no-such"}).begun.error().message, "there is no lesson 'no-such'");
}

TEST(Quiz, IsBegunFromTheListOfLessons) {
  LessonStage stage;
  open_lessons(stage.session);
  UnseenWindow window(stage.session);
  window.frame();
  window.frame();
  EXPECT_NE(stage.session.registry.find("lessons.quiz"), nullptr);
  open_quiz(stage.session);
  EXPECT_THAT(stage.session.notice, HasSubstr("is tagged \"quiz\"")) << "this lesson has no such question";
  EXPECT_FALSE(in_quiz(stage.session));
}

}  // namespace
}  // namespace commlab
