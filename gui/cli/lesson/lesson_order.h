#pragma once
// What a learner types in a terminal: an answer, or something to be done.

#include <string>
#include <string_view>

namespace commlab {

struct LessonOrder {
  enum class Kind { answer, show, hint, set, line, load, undo, run, help, next, back, quit };
  Kind kind = Kind::answer;
  std::string key{};    // of set and line: before the "="
  std::string value{};  // behind it; of load the file; of an answer all of it, of other words the word
};

LessonOrder parse_order(std::string_view line);
std::string_view orders_help();  // lines

}  // namespace commlab
