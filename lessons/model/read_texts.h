#pragma once
// All texts of a step that people read, for lints.

#include <string_view>
#include <vector>

#include "lessons/model/lesson.h"

namespace commlab {

struct ReadText {
  std::string_view text;  // as in the lesson's file, with {NAME} and {{ }}
  int line = 0;
};
// Prose, assumptions of scenes, questions with their choices, hints, messages and aims, plots, sliders,
// captions, measurements, and teacher blocks; not the step's title.
std::vector<ReadText> read_texts(const LessonStep&);

}  // namespace commlab
