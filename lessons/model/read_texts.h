#pragma once
// All texts of a step that somebody reads, for lints.

#include <string_view>
#include <vector>

#include "lessons/model/lesson.h"

namespace commlab {

struct ReadText {
  std::string_view text;  // of the step: with {NAME} and {{ }} in it
  int line = 0;
};
// Prose, questions with choices, hints, messages and aims, plots, sliders, captions, measurements, and what
// is for the teacher alone; not the step's title.
std::vector<ReadText> read_texts(const LessonStep&);

}  // namespace commlab
