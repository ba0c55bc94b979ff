#pragma once
// The kinds of questions: the name of each in a lesson's file, and the form of its answers. To add a kind
// with a known form, add a row in question_kinds.cpp. To add a form, add an AnswerForm, its keys in
// question_kinds.cpp, a file of rules (lessons/answer/answer_rules.h), and a widget in the terminal and in
// the window; the compiler names the places.

#include <cstdint>
#include <string>
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
  std::string_view name;  // as in a lesson's file: kind = "point"
  AnswerForm form;
  bool is_place = false;  // the answer names a rank, a line or a link, not a number
};

const QuestionKind& kind_of(const Question&);
// "a" for the first choice of a question.
std::string choice_letter(std::size_t place);
// "b) the ring": the choice, for readers who all saw it at this place. Where readers saw different orders, as
// learners with different sheets did, its words alone name it.
std::string lettered_choice(std::size_t place, std::string_view words);
// An error names all kinds, and the nearest one.
Result<Question::Kind> parse_question_kind(std::string_view name);
// A question with choices becomes one of kind choice, even if its block does not say so.
void settle_kind(Question&);
// An error: the question lacks a key that its kind needs, or has a key that belongs to another kind.
Status check_keys_of_kind(const Question&);
// "the kinds state and build".
std::string kinds_text(AnswerForm);

inline AnswerForm answer_form(const Question& question) { return kind_of(question).form; }
inline bool is_place(const Question& question) { return kind_of(question).is_place; }
inline bool changes_scene(const Question& question) {
  return answer_form(question) == AnswerForm::by_changing;
}

}  // namespace commlab
