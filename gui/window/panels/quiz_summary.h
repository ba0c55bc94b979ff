#pragma once
// How a quiz went: how many were right at first, and which lessons are worth another look.

#include <string>
#include <vector>

#include "gui/window/imgui/ui.h"
#include "gui/window/page/quiz_place.h"
#include "gui/window/panels/panel.h"

namespace commlab {

struct LessonInQuiz {
  std::string file;
  std::string name;  // "8  Beat the direct way"
  int right = 0;     // at first
  int asked = 0;     // of what was answered
  bool operator==(const LessonInQuiz&) const = default;
};
// Of each lesson, in the order in which they should be looked at again: the smallest share that was right
// first; those that were all right are left out.
std::vector<LessonInQuiz> to_look_at_again(const QuizState&);

void quiz_summary(Ui&, Session&, const Area&);

}  // namespace commlab
