#pragma once
// The results of a quiz: how many first answers were right, and which lessons to look at again.

#include <string>
#include <vector>

#include "gui/window/imgui/ui.h"
#include "gui/window/page/quiz_place.h"
#include "gui/window/panels/panel.h"

namespace commlab {

struct LessonInQuiz {
  std::string file;
  std::string name;  // "8  Beat the direct way"
  int right = 0;     // right first answers
  int asked = 0;     // answered questions
  bool operator==(const LessonInQuiz&) const = default;
};
// The lessons to look at again: the one with the smallest share of right answers comes first. Lessons without
// a wrong answer are left out.
std::vector<LessonInQuiz> to_look_at_again(const QuizState&);

void quiz_summary(Ui&, Session&, const Area&);

}  // namespace commlab
