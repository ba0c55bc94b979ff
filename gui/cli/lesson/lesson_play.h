#pragma once
// Plays a lesson in a terminal, line by line: text, questions, results. Answers come from standard input,
// which may be a pipe.

#include <functional>
#include <istream>
#include <optional>
#include <ostream>

#include "core/base/error.h"
#include "gui/cli/output/prose_text.h"
#include "lessons/play/player.h"

namespace commlab {

struct LessonTerminal {
  std::istream& in;
  std::ostream& out;
  ProseStyle style;
  bool echo = false;  // repeats each line of input on `out`; for input that is no terminal
  std::function<Status(const LessonRecord&)> save;  // called after each action of the learner
};

// Plays the steps for a class of this length, or all steps, until the lesson is over, the learner quits, or
// the input ends. An error comes from the lesson, or from saving.
Status play_lesson(Player&, const LessonTerminal&, std::optional<ClassLength> = {});

}  // namespace commlab
