// The lesson beside its pictures: what is shown of a step, how it is set, and what answering does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/answer_picture.h"
#include "gui/window/commands.h"
#include "gui/window/launch_picture.h"
#include "gui/window/lesson_play.h"
#include "gui/window/page_layout.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

// Two steps: a prediction over a run, with a check that changes it; and a script.
constexpr std::string_view two_steps = R"(# A lesson

```lesson
id = "two-steps"
title = "Two steps"
goal = "See a ring."
minutes = 3
```

## A ring

Four ranks **all together**, and `all_reduce` of {{ size }}.

- one
- two

```scene
run = "all_reduce"
machine = "ring:4,25GB/s,2us"
algorithm = "ring"
size = "1 MiB"
```

```predict
ask = "How long does it take?"
answer = time(run)
unit = "us"
tolerance = 5%
why = "It takes {{ time(run) }}."
```

```hint
text = "Six steps."
```

```check
ask = "Make it last less than 50 us."
kind = "state"
allow = ["size"]
expect = time(run) < 50 us
why = "Less to carry."
```

```solution
size = "64 KiB"
```

## A script

```script
ranks 4
rank all: send(right, 16 B); recv(left, 16 B)
```

```predict
ask = "What happens?"
kind = "choice"
choice.hang = "Everybody waits", deadlock
choice.end = "It ends", not deadlock, "Who receives?"
why = "Nobody receives."
```
)";

Laboratory laboratory_by_hand() {
  return {.perform = [](const Experiment& experiment) -> Result<Performed> {
            Run run = run_of(to_line(experiment));
            return Performed{.experiment = experiment,
                             .machine = {.topology = run.trace->topology},
                             .programs = *played(to_line(experiment)).programs,
                             .run = std::move(run),
                             .bound = {}};
          },
          .run_script = [](const ScriptScene&) -> Result<ScriptRun> { return ring_that_hangs_by_hand(); },
          .machine =
              [](const std::string& name) { return find_machine(name, COMMLAB_SOURCE_DIR "/sim/machines"); },
          .measure = {},
          .data = {}};
}

WindowTools tools_by_hand(LessonRecord& kept) {
  WindowTools tools;
  tools.laboratory = laboratory_by_hand();
  tools.lessons = [] { return std::vector<LessonName>{{.file = "two", .number = 1, .title = "Two steps"}}; };
  tools.lesson = [](const std::string& which) -> Result<Lesson> {
    if (which != "two") return fail("there is no lesson '{}'", which);
    return parse_lesson(two_steps, "two.lesson.md");
  };
  tools.keep = [&kept](const LessonRecord& record) -> Status {
    kept = record;
    return {};
  };
  return tools;
}

struct LessonStage {
  LessonRecord kept{};
  WindowTools tools = tools_by_hand(kept);
  Session session{.tools = tools, .theme = theme_named("dark").value()};

  LessonStage() {
    show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
    const Status started = start_lesson(session, "two");
    EXPECT_TRUE(started) << started.error().message;
  }
  const LessonPage& page() const { return *session.lesson.page; }
  void wait() {
    while (session.tutor.busy()) {
      session.tutor.wait();
      session.tutor.poll(session);
    }
  }
  void answer(std::string text) {
    const QuestionState* question = current_question(page().content);
    ASSERT_NE(question, nullptr);
    session.lesson.typed[question->number] = std::move(text);
    commit_answer(session, *question);
    wait();
    EXPECT_EQ(session.notice, "");
  }
};

TEST(LessonPanel, ShowsTheMachineAtRestUntilThePredictionIsCommitted) {
  LessonStage stage;
  EXPECT_TRUE(is_locked(stage.session));
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::machine);
  EXPECT_EQ(stage.session.scene->trace().transfers.size(), 0u);
  EXPECT_EQ(stage.session.scene->trace().topology.gpus, 4);
  EXPECT_EQ(items_shown(stage.page().content), 2u) << "prose and the prediction";

  stage.answer("70 us");

  EXPECT_FALSE(is_locked(stage.session));
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::experiment);
  EXPECT_GT(stage.session.scene->trace().transfers.size(), 0u);
  EXPECT_TRUE(stage.session.view.playing);
  EXPECT_EQ(stage.kept.answers.at(0).first, "70 us");
}

TEST(LessonPanel, AnAnswerThatCannotBeReadIsToldAndCountsAsNone) {
  LessonStage stage;
  stage.session.lesson.typed[0] = "soon";
  commit_answer(stage.session, *current_question(stage.page().content));
  stage.wait();
  EXPECT_NE(stage.session.notice, "");
  EXPECT_TRUE(is_locked(stage.session));
  stage.session.lesson.typed[0] = "";
  commit_answer(stage.session, *current_question(stage.page().content));
  EXPECT_EQ(stage.session.notice, "Type your answer first.");
}

TEST(LessonPanel, ChangingTheSceneRunsItAnew) {
  LessonStage stage;
  stage.answer("70 us");
  const ScenePointer before = stage.session.scene;
  stage.session.lesson.edits["size"] = "64 KiB";
  stage.answer("");
  EXPECT_NE(stage.session.scene, before);
  EXPECT_EQ(current_question(stage.page().content), nullptr);
}

TEST(LessonPanel, ScriptsAreShownWithTheirTextFirstAndTheirLanesAfterwards) {
  LessonStage stage;
  turn_page(stage.session, 1);
  EXPECT_EQ(stage.page().step, 0) << "it is locked";
  stage.answer("70 us");
  turn_page(stage.session, 1);
  stage.wait();
  ASSERT_EQ(stage.page().step, 1);
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::script_at_rest);
  EXPECT_THAT(stage.session.script_run->text, HasSubstr("send(right, 16 B)"));
  EXPECT_EQ(stage.session.script_run->spans.size(), 0u);

  commit_answer(stage.session, *current_question(stage.page().content));
  EXPECT_EQ(stage.session.notice, "Choose one of the answers first.");
  EXPECT_FALSE(choose(stage.session, 7));
  EXPECT_TRUE(choose(stage.session, 0));
  stage.answer("");

  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::script);
  EXPECT_GT(stage.session.script_run->spans.size(), 0u);
  turn_page(stage.session, 1);
  EXPECT_EQ(stage.session.lesson.player, nullptr) << "after the last step comes the list";
  EXPECT_EQ(stage.session.lesson.names.size(), 1u);
}

TEST(LessonPanel, ALessonThatIsNotThereIsToldAndTheListStays) {
  LessonStage stage;
  open_lessons(stage.session);
  open_lesson(stage.session, "three");
  EXPECT_EQ(stage.session.notice, "there is no lesson 'three'");
  EXPECT_EQ(stage.session.lesson.player, nullptr);
  stage.session.lesson.marked = 0;
  (*find_command("lesson-commit"))->act(stage.session);
  stage.wait();
  EXPECT_NE(stage.session.lesson.page, nullptr);
}

TEST(LessonPanel, HintsAreShownOneByOne) {
  LessonStage stage;
  ask_hint(stage.session, *current_question(stage.page().content));
  stage.wait();
  RecordedCanvas canvas;
  std::string words;
  for (const PagePart& part : lay_out_page(canvas, 400, stage.session.theme, stage.page()).parts)
    for (const SetText::Piece& piece : part.text.pieces) words += piece.run.text + " ";
  EXPECT_THAT(words, HasSubstr("Hint: Six steps."));
}

TEST(LessonPanel, IsDrawnInEveryThemeBeforeAndAfterTheAnswer) {
  for (const std::string_view name : theme_names()) {
    LessonStage stage;
    stage.session.theme = theme_named(name).value();
    UnseenWindow window(stage.session);
    window.frame();
    window.frame();
    for (const char* id : {"lesson.answer", "lesson.commit", "lesson.hint", "lesson.next", "lesson.back"})
      EXPECT_NE(stage.session.registry.find(id), nullptr) << name << " " << id;
    EXPECT_NE(stage.session.registry.find("predict-first"), nullptr) << name;
    EXPECT_FALSE(stage.session.registry.find("lesson.next")->enabled) << "it is locked";
    stage.answer("70 us");
    window.frame();
    window.frame();
    EXPECT_EQ(stage.session.registry.find("predict-first"), nullptr) << name;
    EXPECT_NE(stage.session.registry.find("lesson.feedback.0"), nullptr) << name;
    EXPECT_TRUE(stage.session.registry.find("lesson.next")->enabled);
    open_lessons(stage.session);
    window.frame();
    EXPECT_EQ(stage.session.registry.find("lessons.1")->value, "Two steps");
  }
}

TEST(LessonPage, ItsWordsAreInsideAndOnNoOther) {
  LessonStage stage;
  for (int answered = 0; answered < 2; ++answered) {
    for (const std::string_view name : theme_names())
      for (const double width : {330.0, 420.0, 640.0}) {
        const Theme theme = theme_named(name).value();
        RecordedCanvas canvas;
        const PageLayout layout = lay_out_page(canvas, width, theme, stage.page());
        draw_page(canvas, {0, 0, width, layout.height}, layout, theme);
        EXPECT_EQ(canvas.overlapping_texts(), "") << name << " " << width;
        for (const auto& text : canvas.texts) EXPECT_LE(text.area.right(), width + 0.5) << text.words;
      }
    stage.answer("70 us");
  }
}

TEST(AnswerPicture, QuantitiesAreKnownByTheirUnits) {
  EXPECT_EQ(parse_quantity("4.3 ms")->value, 4.3e9);
  EXPECT_EQ(parse_quantity("24 GB/s")->kind, Quantity::Kind::bandwidth);
  EXPECT_EQ(parse_quantity("16 MiB")->value, 16 * 1048576.0);
  EXPECT_EQ(parse_quantity("12")->kind, Quantity::Kind::number);
  EXPECT_FALSE(parse_quantity("soon"));
  EXPECT_FALSE(parse_quantity(""));
}

TEST(AnswerPicture, ListsAreSplitAtTheirCommas) {
  EXPECT_EQ(parse_list("[4, 3, 2, 1]"), (std::vector<std::string>{"4", "3", "2", "1"}));
  EXPECT_TRUE(parse_list("4").empty());
}

// Bars of GPU numbers would tell nothing.
TEST(AnswerPicture, HasBarsForQuantitiesAlone) {
  const Question question{.predicts = true};
  const Theme theme = theme_named("dark").value();
  const auto fills = [&](std::string yours, std::string result) {
    RecordedCanvas canvas;
    const QuestionState state{.question = &question,
                              .choices = {},
                              .feedback = Feedback{.yours = std::move(yours), .result = std::move(result)}};
    draw_answer(canvas, {0, 0, 300, 60}, state, theme);
    return canvas.fills;
  };
  const auto bars = fills("5 ms", "20 ms");
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(bars[1].width, 4 * bars[0].width, 0.01);
  EXPECT_EQ(fills("2", "3").size(), 0u);
  EXPECT_EQ(fills("1, 2, 4", "1, 4, 2").size(), 6u) << "cells";
}

TEST(SetMarkdown, SetsListsCodeAndTablesInLinesThatFit) {
  RecordedCanvas canvas;
  const std::string_view text =
      "# Head\n\nSome *words* with `code_that_is_long` and **bold ones**, to be broken.\n\n"
      "1. one\n2. two\n\n    code here\n\n| a | b |\n|---|---|\n| first cell | second cell |\n";
  const Theme theme = theme_named("dark").value();
  const SetText set = set_markdown(text, 220, 16, canvas);
  draw_set_text(canvas, {0, 0}, set, theme, theme.words, {0, 0, 220, set.height});
  EXPECT_EQ(canvas.overlapping_texts(), "");
  std::string words;
  for (const auto& drawn : canvas.texts) {
    EXPECT_LE(drawn.area.right(), 220.5) << drawn.words;
    words += drawn.words + "|";
  }
  EXPECT_THAT(words, HasSubstr("2."));
  EXPECT_THAT(words, HasSubstr("second"));
}

TEST(LaunchPicture, TellsWhoIsThereTwiceAndWhoNeverComes) {
  const Launched stuck = launch_of({.nodes = 2,
                                    .gpus = 4,
                                    .processes = 2,
                                    .visible = {"2,3", std::nullopt},
                                    .rule = LaunchTable::RankRule::local})
                             .value();
  EXPECT_EQ(launch_sentence(stuck),
            "4 processes are expected, and init_process_group waits: ranks 0,1 are there twice; ranks 2,3 "
            "never come.");
  for (const std::string_view name : theme_names())
    for (const bool secret : {false, true}) {
      RecordedCanvas canvas;
      const Area area{0, 0, 700, 500};
      draw_launch(canvas, area, stuck, {{"gpus", "4"}, {"visible.0", "2,3"}}, theme_named(name).value(),
                  secret);
      EXPECT_EQ(canvas.overlapping_texts(), "") << name;
      for (const auto& text : canvas.texts) EXPECT_LE(text.area.right(), 700) << text.words << name;
      const bool tells = std::ranges::any_of(
          canvas.texts, [](const RecordedCanvas::Text& text) { return text.words.ends_with("twice"); });
      EXPECT_EQ(tells, !secret);
    }
}

}  // namespace
}  // namespace commlab
