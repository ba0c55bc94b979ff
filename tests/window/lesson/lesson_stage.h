#pragma once
// A lesson written for tests, in a window without a screen: the first of its two steps has a run predicted
// and then changed, the second is a script that hangs.

#include <gtest/gtest.h>

#include "gui/window/lesson/play.h"

namespace commlab {

// The lesson's text, for tests that write it to files and change it.
std::string_view two_steps();

// Tools with one lesson, "two", or any file. The player's record goes into `kept`, which must outlive the
// tools.
WindowTools tools_by_hand(LessonRecord& kept);

struct LessonStage {
  LessonRecord kept{};
  WindowTools tools = tools_by_hand(kept);
  Session session{.tools = tools, .theme = theme_named("dark").value()};

  explicit LessonStage(const std::string& lesson = "two");
  const LessonPage& page() const { return *session.lesson.page; }
  void wait();                    // until no work is left
  void answer(std::string text);  // answers the current question
};

}  // namespace commlab
