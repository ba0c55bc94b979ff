#pragma once
// A block's keys as rows of a table: a name and the function that reads its value. "wrong.*" is any key that
// begins so, "*" any that no other row is for. An unknown key offers the nearest; a key said twice is an
// error.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

inline constexpr std::string_view any_other_key = "*";
struct LessonKeyRow {
  std::string name;
  // `part`: what stands for the star. Its error says what is wrong with the value.
  std::function<Status(const LessonKey&, const std::string& part)> read;
};

// REQUIRES: a block. What the rows read into must live as long as they.
Status read_keys(const LessonFilePart& block, std::string_view file, const std::vector<LessonKeyRow>& rows);

// Rows for the usual kinds of values.
LessonKeyRow text_row(std::string name, std::string& into);
LessonKeyRow filled_row(std::string name,
                        std::string& into);  // a text with {{ }} in it, which must be readable
LessonKeyRow list_row(std::string name, std::vector<std::string>& into);  // ["a", "b"], or "a"
LessonKeyRow number_row(std::string name, int least, int most, int& into);
LessonKeyRow share_row(std::string name, double& into);  // 5%
LessonKeyRow truth_row(std::string name, bool& into);
LessonKeyRow expression_row(std::string name, std::function<void(Expression)> into);
// FAMILY.NAME = EXPRESSION, "label"; of numbers that are written, EXPRESSION | ms, "label".
enum class LabelledFormat : std::uint8_t { none, allowed };
LessonKeyRow labelled_row(const std::string& family, std::vector<LabelledExpression>& into,
                          LabelledFormat = LabelledFormat::none);
// The same, of one key; `label` says what stands behind the comma.
Result<LabelledExpression> labelled_expression(const LessonKey&, const std::string& name,
                                               std::string_view label, LabelledFormat = LabelledFormat::none);

Result<std::string> plain_value(const std::string& value);  // in quotes, a list joined by commas, or bare
Result<std::string> one_text(std::string_view value);       // of a key: in quotes, and nothing behind
Result<std::vector<std::string>> texts_of(std::string_view value);  // ["a", "b"], or a single one

}  // namespace commlab
