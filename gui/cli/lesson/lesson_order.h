#pragma once
// What a learner types in a terminal: an answer, or a command.

#include <string>
#include <string_view>

namespace commlab {

struct LessonOrder {
  enum class Kind { answer, show, hint, set, line, load, undo, run, help, next, back, quit };
  Kind kind = Kind::answer;
  std::string key{};    // set, line: the text before the "="
  std::string value{};  // set, line: the text after the "="; load: the file; all others: the whole line
};

LessonOrder parse_order(std::string_view line);
std::string_view orders_help();  // lines

}  // namespace commlab
