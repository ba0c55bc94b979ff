#pragma once
// The words of the expression language in one table. The parser checks calls with this table, errors offer
// the nearest word, and a test checks that the authoring guide explains every word.

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace commlab {

struct LessonWord {
  enum class Kind : std::uint8_t {
    function,  // arithmetic
    machine,   // a query about the scene's machine, which needs no run
    run,       // a query about the run
  };
  std::string_view name;
  Kind kind;
  int least;  // number of arguments, without run(...) in front
  int most;
};
inline constexpr int any_number = std::numeric_limits<int>::max();

std::span<const LessonWord> lesson_words();
const LessonWord* find_lesson_word(std::string_view name);  // null: there is none
std::string lesson_word_suggestion(std::string_view name);  // " (did you mean busbw?)", or ""

}  // namespace commlab
