#pragma once
// What a learner types, line by line; from a terminal or a pipe.

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

  // The next line; nothing where the input has ended, which is said.
  std::optional<LessonOrder> order(std::string_view prompt);
  // Whether the next line is this word. A pipe that says something else says it to what comes next; in a
  // terminal, an empty line is a no.
  bool says(std::string_view word, std::string_view prompt);

 private:
  std::optional<std::string> line();

  const LessonTerminal& terminal_;
  const LessonScreen& screen_;
  std::optional<std::string> unread_{};  // a line that says() did not take
};

}  // namespace commlab
