#pragma once
// A block's keys as rows of a table: a name, and the function that reads its value. "wrong.*" stands for all
// keys that begin with "wrong.", "*" for all keys that no other row matches. The error for an unknown key
// offers the nearest one; a key that is given twice in a block is an error.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

inline constexpr std::string_view any_other_key = "*";
struct LessonKeyRow {
  std::string name;
  // `part`: the part of the key's name that the star stands for. An error says what is wrong with the value.
  std::function<Status(const LessonKey&, const std::string& part)> read;
};

// REQUIRES: a block. The variables that the rows write to must outlive the rows.
Status read_keys(const LessonFilePart& block, std::string_view file, const std::vector<LessonKeyRow>& rows);

// Rows for the usual kinds of values.
LessonKeyRow text_row(std::string name, std::string& into);
LessonKeyRow word_row(std::string name, std::string& into);  // with or without quotes
LessonKeyRow filled_row(std::string name,
                        std::string& into);  // a text whose {{ }} must be readable
LessonKeyRow list_row(std::string name, std::vector<std::string>& into);  // ["a", "b"], or "a"
LessonKeyRow number_row(std::string name, int least, int most, int& into);
LessonKeyRow share_row(std::string name, double& into);  // 5%
LessonKeyRow truth_row(std::string name, bool& into);
LessonKeyRow expression_row(std::string name, std::function<void(Expression)> into);
// FAMILY.NAME = EXPRESSION, "label"; or if a format is allowed, EXPRESSION | ms, "label".
enum class LabelledFormat : std::uint8_t { none, allowed };
LessonKeyRow labelled_row(const std::string& family, std::vector<LabelledExpression>& into,
                          LabelledFormat = LabelledFormat::none);
// The same for one key. Errors use `label` as the name of the text after the comma.
Result<LabelledExpression> labelled_expression(const LessonKey&, const std::string& name,
                                               std::string_view label, LabelledFormat = LabelledFormat::none);

Result<std::string> plain_value(const std::string& value);  // without quotes; a list is joined by commas
Result<std::string> one_text(std::string_view value);       // a text in quotes, and nothing after it
Result<std::vector<std::string>> texts_of(std::string_view value);  // ["a", "b"], or a single one

}  // namespace commlab
