// A lesson whose file is written while it is played.

#include <chrono>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/window/lesson_stage.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// A file's author writes, and the window follows.
struct WrittenLesson {
  std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "followed.lesson.md";
  int written = 0;
  void write(std::string_view text) {
    std::ofstream(file) << text;
    const auto later = std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++written);
    std::filesystem::last_write_time(file, later);  // whatever the disk's clock is good for
  }
  void follow(LessonStage& stage) const {
    stage.session.lesson.watch.looked = {};
    watch_lesson(stage.session);
    stage.session.watcher.wait();
    stage.session.watcher.poll(stage.session);
    stage.wait();
  }
};

TEST(LessonWatch, AFileThatIsWrittenAnewIsLoadedAtTheSameStep) {
  WrittenLesson lesson;
  lesson.write(two_steps());
  LessonStage stage(lesson.file.string());
  stage.answer("70 us");
  turn_page(stage.session, 1);
  stage.wait();
  lesson.follow(stage);
  EXPECT_EQ(stage.session.answer, "") << "nobody wrote";

  std::string text(two_steps());
  text.replace(text.find("## A script"), 11, "## Mended");
  lesson.write(text);
  lesson.follow(stage);

  EXPECT_EQ(stage.page().step, 1);
  EXPECT_EQ(stage.page().content.title, "Mended");
  EXPECT_EQ(stage.session.lesson.player->record().answers.at(0).first, "70 us");
}

TEST(LessonWatch, WhatIsWrongInItIsToldWithItsLineAndTheOldOneStays) {
  WrittenLesson lesson;
  lesson.write(two_steps());
  LessonStage stage(lesson.file.string());
  std::string text(two_steps());
  text.replace(text.find("tolerance"), 9, "tolerence");
  lesson.write(text);
  lesson.follow(stage);
  EXPECT_THAT(stage.session.notice, HasSubstr("followed.lesson.md:28"));
  EXPECT_THAT(stage.session.notice, HasSubstr("tolerence"));
  EXPECT_EQ(stage.page().content.title, "A ring");
}

}  // namespace
}  // namespace commlab
