// A lesson whose file is edited while it is played.

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/lesson/watch.h"
#include "tests/window/lesson/lesson_stage.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// The file that an author edits and the window follows. Tests run at the same time, so each has its own file.
struct WrittenLesson {
  std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) /
      fmt::format("followed-{}.lesson.md", testing::UnitTest::GetInstance()->current_test_info()->name());
  void write(std::string_view text) const { std::ofstream(file) << text; }
  void follow(LessonStage& stage) const {
    watch_lesson(stage.session);
    stage.wait();
  }
};

TEST(LessonWatch, AFileThatIsWrittenAnewIsLoadedAtTheSameStep) {
  const WrittenLesson lesson;
  lesson.write(two_steps());
  LessonStage stage(lesson.file.string());
  stage.answer("70 us");
  turn_page(stage.session, 1);
  stage.wait();
  lesson.follow(stage);
  EXPECT_EQ(stage.session.answer, "") << "the file was not written";

  std::string text(two_steps());
  text.replace(text.find("## A script"), 11, "## Mended");
  lesson.write(text);
  lesson.follow(stage);

  EXPECT_EQ(stage.page().step, 1);
  EXPECT_EQ(stage.page().content.title, "Mended");
  EXPECT_EQ(stage.session.lesson.player->record().answers.at(0).first, "70 us");
}

TEST(LessonWatch, WhatIsWrongInItIsToldWithItsLineAndTheOldOneStays) {
  const WrittenLesson lesson;
  lesson.write(two_steps());
  LessonStage stage(lesson.file.string());
  std::string text(two_steps());
  text.replace(text.find("tolerance"), 9, "tolerence");
  lesson.write(text);
  lesson.follow(stage);
  EXPECT_THAT(stage.session.notice, HasSubstr(".lesson.md:28"));
  EXPECT_THAT(stage.session.notice, HasSubstr("tolerence"));
  EXPECT_EQ(stage.page().content.title, "A ring");
}

}  // namespace
}  // namespace commlab
