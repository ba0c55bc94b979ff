#pragma once
// A lesson in a terminal: text, questions, what came of the run, line by line. Answers come from standard
// input, which may be a pipe.

#include <functional>
#include <istream>
#include <optional>
#include <ostream>

#include "core/base/error.h"
#include "gui/cli/output/prose_text.h"
#include "lessons/player.h"

namespace commlab {

struct LessonTerminal {
  std::istream& in;
  std::ostream& out;
  ProseStyle style;
  bool echo = false;                                // writes what it reads; for input that is no terminal
  std::function<Status(const LessonRecord&)> save;  // called after everything that the learner does
};

// The steps of a class of that cut, until the lesson is over, he quits, or the input ends. An error is the
// lesson's, or one of saving.
Status play_lesson(Player&, const LessonTerminal&, std::optional<LessonCut> = {});

}  // namespace commlab
