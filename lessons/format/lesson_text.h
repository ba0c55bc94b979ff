#pragma once
// Splits a lesson's file into headings, prose and fenced blocks, and a fenced block into its keys. Other
// parsers read their meaning.
//
//   ```predict                                     info word
//   # a comment
//   ask = "How long?"                              key = value
//   answer = max(time(to 1),                       an indented line continues the line before
//                time(to 2))
//   why = """
//     Several lines.
//     """
//   ```

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

// "lessons/07-three-copies.lesson.md:12: ...": all errors of a lesson begin like this.
tl::unexpected<Error> fail_in_lesson(std::string_view file, int line, std::string_view sentence);

struct LessonFilePart {
  enum class Kind : std::uint8_t { heading, prose, block };
  Kind kind;
  int line = 0;      // its first line; for a block, that of the fence
  int level = 0;     // a heading's: 1 for #
  std::string word;  // a block's: "predict"
  std::string text;  // a block's text is without its fences
};
// `words` are the words of blocks; other fences (```python) are prose. An error: a fence has nearly one of
// these words, or a block has no end.
Result<std::vector<LessonFilePart>> lesson_parts(std::string_view text, std::string_view file,
                                                 const std::vector<std::string>& words);

struct LessonKey {
  std::string name;
  std::string value;  // as written, without blanks around it
  int line = 0;
};
// REQUIRES: a block.
Result<std::vector<LessonKey>> lesson_keys(const LessonFilePart&, std::string_view file);

// A text in quotes ("..." or """...""") at the beginning of a value, and the rest of the value.
struct QuotedText {
  std::string text;
  std::string rest;
};
Result<QuotedText> quoted_text(std::string_view value);
// Splits at commas that stand outside of brackets and quotes: a, f(b, c), "d, e" has three parts.
std::vector<std::string> cut_at_commas(std::string_view value);

}  // namespace commlab
