#pragma once
// A lesson's file cut into its parts, before anything in them is understood: headings, prose, fenced blocks;
// and a fenced block's lines into keys.
//
//   ```predict                                     info word
//   # a comment
//   ask = "How long?"                              key = value
//   answer = max(time(to 1),                       a line that is indented goes on
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

// "lessons/07-three-copies.lesson.md:12: ...", the one way in which errors of a lesson begin.
tl::unexpected<Error> fail_in_lesson(std::string_view file, int line, std::string_view sentence);

struct LessonFilePart {
  enum class Kind : std::uint8_t { heading, prose, block };
  Kind kind;
  int line = 0;      // of its first line; of a block, of the fence
  int level = 0;     // of a heading: # is 1
  std::string word;  // of a block: "predict"
  std::string text;  // of a block without its fences
};
// Which blocks there are is said by `words`; other fences (```python) are prose. One that is nearly one of
// them, or a block without an end, is an error.
Result<std::vector<LessonFilePart>> lesson_parts(std::string_view text, std::string_view file,
                                                 const std::vector<std::string>& words);

struct LessonKey {
  std::string name;
  std::string value;  // as written, without blanks around
  int line = 0;
};
// REQUIRES: a block.
Result<std::vector<LessonKey>> lesson_keys(const LessonFilePart&, std::string_view file);

// The text in quotes at the beginning ("..." or """..."""), and what stands behind it.
struct QuotedText {
  std::string text;
  std::string rest;
};
Result<QuotedText> quoted_text(std::string_view value);
// "a, f(b, c), "d, e"": cut at commas that stand in no brackets or quotes.
std::vector<std::string> cut_at_commas(std::string_view value);
std::string_view without_blanks(std::string_view);

}  // namespace commlab
