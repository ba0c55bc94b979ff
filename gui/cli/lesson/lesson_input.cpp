#include "gui/cli/lesson/lesson_input.h"
#include "lessons/text/blanks.h"

#include <utility>

namespace commlab {
namespace {

constexpr std::size_t longest_line = 1 << 20;  // so that an endless line, as of /dev/zero, is refused

}  // namespace

std::optional<LessonOrder> LessonInput::order(std::string_view prompt) {
  screen_.say(prompt);
  const std::optional<std::string> typed = line();
  if (!typed) {
    screen_.say("\nThe input has ended.\n");
    return std::nullopt;
  }
  if (terminal_.echo) screen_.say(*typed + "\n");
  return parse_order(*typed);
}

bool LessonInput::says(std::string_view word, std::string_view prompt) {
  if (!terminal_.echo) screen_.say(prompt);
  std::optional<std::string> typed = line();
  if (!typed) return false;
  if (without_blanks(*typed) == word) {
    if (terminal_.echo) screen_.say(fmt::format("{}{}\n", prompt, *typed));
    return true;
  }
  if (terminal_.echo || !typed->empty()) unread_ = std::move(typed);
  return false;
}

std::optional<std::string> LessonInput::line() {
  if (unread_) return std::exchange(unread_, std::nullopt);
  std::string typed;
  for (char c; terminal_.in.get(c) && c != '\n'; typed += c)
    if (typed.size() == longest_line) {
      screen_.say(fmt::format("\nA line of the input has more than {} letters.\n", longest_line));
      return std::nullopt;
    }
  return typed.empty() && !terminal_.in ? std::nullopt : std::optional(typed);
}

}  // namespace commlab
