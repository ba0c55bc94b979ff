#pragma once
// The kinds of questions: what each is called in a lesson's file, and in which form it is answered. A new
// kind of a form that is known is a row in question_kinds.cpp. A new form is an AnswerForm, its keys there, a
// file of rules (lessons/answer/answer_rules.h), and a widget in each face; the compiler names the places.

#include <cstdint>
#include <string_view>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

enum class AnswerForm : std::uint8_t {
  typed,        // a value or a place, which is compared with what the run gave
  chosen,       // one of several choices
  by_changing,  // the scene is changed until a condition holds
};

struct QuestionKind {
  Question::Kind kind;
  std::string_view name;  // in a lesson's file: kind = "point"
  AnswerForm form;
  bool is_place = false;  // the answer names a rank, a line or a link, not a number
};

const QuestionKind& kind_of(const Question&);
// An error names all kinds, and the nearest.
Result<Question::Kind> parse_question_kind(std::string_view name);
// A question with choices is of kind choice, even where its block does not say so.
void settle_kind(Question&);
// Whether the keys that its kind needs are there, and none that belong to other kinds.
Status check_keys_of_kind(const Question&);
// "the kinds state and build".
std::string kinds_text(AnswerForm);

inline AnswerForm answer_form(const Question& question) { return kind_of(question).form; }
inline bool is_place(const Question& question) { return kind_of(question).is_place; }
inline bool changes_scene(const Question& question) {
  return answer_form(question) == AnswerForm::by_changing;
}

}  // namespace commlab
