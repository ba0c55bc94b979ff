#pragma once
// The words of the expression language, in one table: the parser checks calls by it, errors offer the nearest
// of them, and the authoring guide is tested to explain all.

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace commlab {

struct LessonWord {
  enum class Kind : std::uint8_t {
    function,  // arithmetic
    machine,   // a question about what the scene is done on, which may be answered before it is done
    run,       // a question about what came of it
  };
  std::string_view name;
  Kind kind;
  int least;  // arguments, without the run(...) in front
  int most;
};
inline constexpr int any_number = std::numeric_limits<int>::max();

std::span<const LessonWord> lesson_words();
const LessonWord* find_lesson_word(std::string_view name);  // null: there is none
std::string lesson_word_suggestion(std::string_view name);  // " (did you mean busbw?)", or ""

}  // namespace commlab
