#pragma once
// The lines that a learner types, from a terminal or a pipe.

#include <optional>
#include <string>
#include <string_view>

#include "gui/cli/lesson/lesson_order.h"
#include "gui/cli/lesson/lesson_play.h"
#include "gui/cli/lesson/lesson_screen.h"

namespace commlab {

class LessonInput {
 public:
  LessonInput(const LessonTerminal& terminal, const LessonScreen& screen)
      : terminal_(terminal), screen_(screen) {}

  // Reads the next line. At the end of the input, tells the learner and returns nothing.
  std::optional<LessonOrder> order(std::string_view prompt);
  // Returns whether the next line is this word. Any other line is kept for the next order(), except an empty
  // line typed in a terminal, which means no.
  bool says(std::string_view word, std::string_view prompt);

 private:
  std::optional<std::string> line();

  const LessonTerminal& terminal_;
  const LessonScreen& screen_;
  std::optional<std::string> unread_{};  // a line that says() read and did not use
};

}  // namespace commlab
