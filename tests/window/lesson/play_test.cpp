// The lesson beside its pictures: what is shown of a step, and what an answer does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/commands/commands.h"
#include "gui/window/lesson/list.h"
#include "gui/window/page/layout.h"
#include "gui/window/page/step_page.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(LessonPanel, ShowsTheMachineAtRestUntilThePredictionIsCommitted) {
  LessonStage stage;
  EXPECT_TRUE(is_locked(stage.session));
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::inputs);
  EXPECT_EQ(stage.session.scene->trace().transfers.size(), 0u);
  EXPECT_EQ(stage.session.scene->trace().topology.gpus, 4);
  EXPECT_EQ(items_shown(stage.page().content), 2u) << "the prose and the prediction";

  stage.answer("70 us");

  EXPECT_FALSE(is_locked(stage.session));
  EXPECT_EQ(stage.session.lesson_shown->content, WindowContent::experiment);
  EXPECT_GT(stage.session.scene->trace().transfers.size(), 0u);
  EXPECT_TRUE(stage.session.view.playing);
  EXPECT_EQ(stage.kept.answers.at(0).first, "70 us");
}

// Guards against a fixed bug: the slider told the time of the run that was shown before.
TEST(LessonPanel, WhatRestsHasNothingToPlay) {
  LessonStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  window.frame();
  EXPECT_NE(why_nothing_plays(stage.session), "");
  EXPECT_FALSE(stage.session.registry.find("play")->enabled);
  for (const char* id : {"now", "finish"}) EXPECT_EQ(stage.session.registry.find(id), nullptr) << id;

  stage.answer("70 us");
  window.frame();
  window.frame();
  EXPECT_TRUE(stage.session.registry.find("play")->enabled);
  EXPECT_NE(stage.session.registry.find("now"), nullptr);

  auto launch = std::make_shared<LessonShown>(*stage.session.lesson_shown);
  launch->content = WindowContent::launch;
  stage.session.lesson_shown = launch;
  EXPECT_NE(why_nothing_plays(stage.session), "");
}

TEST(LessonPanel, AnAnswerThatCannotBeReadIsToldAndCountsAsNone) {
  LessonStage stage;
  stage.session.lesson.typed[0] = "soon";
  commit_answer(stage.session, *current_question(stage.page().content));
  stage.wait();
  EXPECT_EQ(stage.session.notice, "");  // it is told where the answer was typed
  ASSERT_TRUE(stage.page().refused);
  EXPECT_EQ(stage.page().refused->question, 0);
  EXPECT_THAT(stage.page().refused->why, HasSubstr("'soon' cannot be read"));
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
  EXPECT_EQ(stage.page().step, 0) << "the step is locked";
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
}

TEST(LessonPanel, TheLastStepIsFollowedByHowItWentAndTheNextLesson) {
  LessonStage stage;
  stage.answer("70 us");
  turn_page(stage.session, 1);
  stage.wait();
  answer_unknown(stage.session, *current_question(stage.session.lesson));
  stage.wait();
  turn_page(stage.session, 1);
  ASSERT_TRUE(stage.session.lesson.finished);
  UnseenWindow window(stage.session);
  window.frame();

  const Registry& shown = stage.session.registry;
  EXPECT_EQ(shown.find("lesson.step.title")->value, "How it went");
  EXPECT_EQ(shown.find("summary.right")->value, "0 of 2");
  EXPECT_EQ(shown.find("summary.solved")->value, "0 of 1");
  EXPECT_EQ(shown.find("summary.hints")->value, "0");
  EXPECT_EQ(shown.find("summary.next")->value, "8  Another one");
  EXPECT_EQ(shown.find("lesson.answer"), nullptr) << "the step is not shown";

  turn_page(stage.session, -1);
  EXPECT_FALSE(stage.session.lesson.finished);
  turn_page(stage.session, 1);
  turn_page(stage.session, 1);
  stage.wait();
  EXPECT_FALSE(stage.session.lesson.finished);
  EXPECT_EQ(stage.page().step, 0) << "the next lesson has begun";
}

TEST(LessonPanel, NothingPlaysUntilThePredictionIsCommitted) {
  LessonStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  for (const char* id : {"play", "step-forward", "time"})
    EXPECT_FALSE(stage.session.registry.find(id)->enabled) << id;
  EXPECT_THAT(std::string(why_nothing_plays(stage.session)), HasSubstr("Predict first"));
  stage.answer("70 us");
  window.frame();
  EXPECT_TRUE(stage.session.registry.find("play")->enabled);
  EXPECT_EQ(why_nothing_plays(stage.session), "");
}

TEST(LessonPanel, WhoKnowsNoAnswerIsToldWithoutBlame) {
  LessonStage stage;
  answer_unknown(stage.session, *current_question(stage.session.lesson));
  stage.wait();
  EXPECT_FALSE(is_locked(stage.session));
  EXPECT_EQ(stage.kept.answers.at(0).first, "?");
  RecordedCanvas canvas;
  const Theme& theme = stage.session.theme;
  const PageLayout layout = lay_out_page(canvas, 400, theme, stage.page());
  draw_page(canvas, {0, 0, 400, layout.height}, layout, theme);
  for (const auto& text : canvas.texts) EXPECT_NE(text.color, theme.bad) << text.words;
}

TEST(LessonPanel, WhoAnsweredWronglyStaysAtHisQuestionUntilItIsShown) {
  LessonStage stage;
  stage.answer("70 us");
  const auto offers_result = [&] {
    RecordedCanvas canvas;
    const PageLayout layout = lay_out_page(canvas, 400, stage.session.theme, stage.page());
    return std::ranges::any_of(layout.parts,
                               [](const PagePart& part) { return part.kind == PagePart::Kind::show; });
  };
  for (const char* size : {"1 GiB", "512 MiB", "256 MiB"}) {
    EXPECT_FALSE(offers_result()) << size;
    stage.session.lesson.edits["size"] = size;
    stage.answer("");
    ASSERT_NE(current_question(stage.session.lesson), nullptr);
    EXPECT_EQ(current_question(stage.session.lesson)->number, 1);
    EXPECT_THAT(current_question(stage.session.lesson)->feedback->message, HasSubstr("Not yet"));
  }
  EXPECT_TRUE(offers_result());
  ask_result(stage.session, *current_question(stage.session.lesson));
  stage.wait();
  EXPECT_EQ(current_question(stage.session.lesson), nullptr) << "a question whose result was shown is done";
}

TEST(LessonPanel, AStepOpensWithThePredictionInViewAndTheKeyboardInIt) {
  LessonStage stage;
  stage.session.theme = theme_named("projector").value();
  UnseenWindow window(stage.session);
  for (int i = 0; i < 4; ++i) window.frame();
  EXPECT_NE(stage.session.registry.find("lesson.answer"), nullptr) << "the answer's field is in view";
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
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
    EXPECT_FALSE(stage.session.registry.find("lesson.next")->enabled) << "the step is locked";
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

}  // namespace
}  // namespace commlab
