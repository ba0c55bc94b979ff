#pragma once
// A lesson by hand, in a window that nobody needs to see: two steps, of which the first predicts a run and
// then changes it, and the second is a script that hangs.

#include <gtest/gtest.h>

#include "gui/window/lesson/play.h"

namespace commlab {

// What the lesson says, to be written to files and changed.
std::string_view two_steps();

// One lesson, "two", or any file; what the player keeps goes into `kept`, which must outlive it.
WindowTools tools_by_hand(LessonRecord& kept);

struct LessonStage {
  LessonRecord kept{};
  WindowTools tools = tools_by_hand(kept);
  Session session{.tools = tools, .theme = theme_named("dark").value()};

  explicit LessonStage(const std::string& lesson = "two");
  const LessonPage& page() const { return *session.lesson.page; }
  void wait();                    // until nothing is being made any more
  void answer(std::string text);  // the current question
};

}  // namespace commlab
