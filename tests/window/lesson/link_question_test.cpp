// "Which link?" beside the machine: a click on a link is the answer, and the pointer says so before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/files/scratch_folder.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::IsEmpty;

// The lesson of two steps, with another first question.
std::string lesson_that_asks(const std::string& question) {
  std::string text(two_steps());
  const std::size_t from = text.find("```predict"), to = text.find("```", from + 3) + 3;
  text.replace(from, to - from, question);
  return text;
}

struct AskingStage : ScratchFolder, LessonStage {
  explicit AskingStage(const std::string& question)
      : LessonStage(holding("question.lesson.md", lesson_that_asks(question)).string()) {}
};

constexpr const char* which_link =
    "```predict\nask = \"Which link?\"\nkind = \"point\"\nanswer = bottleneck\n```";

PicturePoint place_of(const LessonStage& stage, const std::string& link) {
  const Widget* const found = stage.session.registry.find("link." + link);
  EXPECT_NE(found, nullptr) << link;
  return found ? found->area.center() : PicturePoint{};
}

TEST(QuestionForALink, IsAnsweredByAClickOnALink) {
  AskingStage stage(which_link);
  UnseenWindow window(stage.session);
  window.settle();
  const PicturePoint link = place_of(stage, "gpu1-gpu2");

  window.move_to(link);
  ASSERT_NE(stage.session.registry.find("topology.answer"), nullptr);
  const std::string told = stage.session.registry.find("topology.answer")->value;
  EXPECT_THAT(stage.kept.answers, IsEmpty()) << "pointing is not clicking";
  window.click(link);

  ASSERT_EQ(stage.kept.answers.size(), 1u);
  const std::string answer = stage.kept.answers.front().first;
  EXPECT_EQ("link " + told.substr(told.find(": ") + 2), answer) << "it is what the pointer had said";
  EXPECT_THAT(answer, testing::AnyOf("link gpu1-gpu2", "link gpu2-gpu1"));
  EXPECT_FALSE(is_locked(stage.session));
}

TEST(QuestionForALink, LeavesClicksElsewhereAsTheyAre) {
  AskingStage stage(which_link);
  UnseenWindow window(stage.session);
  window.settle();
  window.click(stage.session.registry.find("gpu.1")->area.center());
  EXPECT_THAT(stage.kept.answers, IsEmpty());
  EXPECT_TRUE(is_locked(stage.session));
  EXPECT_EQ(stage.session.view.selected.rank, 1);
}

TEST(QuestionForALink, IsTheOnlyOneThatAClickOnALinkAnswers) {
  LessonStage stage;  // asks how long it takes
  UnseenWindow window(stage.session);
  window.settle();
  const PicturePoint link = place_of(stage, "gpu1-gpu2");
  window.move_to(link);
  EXPECT_EQ(stage.session.registry.find("topology.answer"), nullptr);
  window.click(link);
  EXPECT_THAT(stage.kept.answers, IsEmpty());
  EXPECT_TRUE(stage.session.view.selected.link);
}

}  // namespace
}  // namespace commlab
