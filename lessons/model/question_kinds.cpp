#include "lessons/model/question_kinds.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/nearest.h"

namespace commlab {
namespace {

using Kind = Question::Kind;

constexpr std::array kinds = {
    QuestionKind{Kind::value, "value", AnswerForm::typed},
    QuestionKind{Kind::choice, "choice", AnswerForm::chosen},
    QuestionKind{Kind::point, "point", AnswerForm::typed, true},
    QuestionKind{Kind::state, "state", AnswerForm::by_changing},
    QuestionKind{Kind::build, "build", AnswerForm::by_changing},
};
static_assert(
    [] {
      for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i].kind != static_cast<Kind>(i)) return false;
      return true;
    }(),
    "a row for each kind, in their order");

// A key that belongs to the questions of one form.
struct KeyOfForm {
  std::string_view key;
  AnswerForm form;
  std::size_t (*given)(const Question&);  // how often the block says it
  std::size_t least = 0;                  // how often it must
  std::string_view missing{};             // what is said otherwise
};
constexpr std::array keys_of_forms = {
    KeyOfForm{"'answer'", AnswerForm::typed,
              [](const Question& q) -> std::size_t { return q.answer.has_value() + q.any_of.has_value(); }, 1,
              "'answer' is missing: an expression over the run"},
    KeyOfForm{"choice.NAME", AnswerForm::chosen, [](const Question& q) { return q.choices.size(); }, 2,
              "at least two choice.NAME are needed"},
    KeyOfForm{"'expect'", AnswerForm::by_changing,
              [](const Question& q) -> std::size_t { return q.expect.has_value(); }, 1,
              "'expect' is missing: what must hold of the changed scene"},
    KeyOfForm{"'allow'", AnswerForm::by_changing, [](const Question& q) { return q.allow.size(); }, 1,
              "'allow' is missing: the keys of the scene that may be changed, as in [\"route\"]"},
    KeyOfForm{"star.NAME", AnswerForm::by_changing, [](const Question& q) { return q.stars.size(); }},
};

std::vector<std::string_view> names_of(const auto& wanted) {
  std::vector<std::string_view> names;
  for (const QuestionKind& kind : kinds)
    if (wanted(kind)) names.push_back(kind.name);
  return names;
}

// "a, b or c".
std::string listed(const std::vector<std::string_view>& names, std::string_view before_last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    text += i == 0 ? "" : last ? fmt::format(" {} ", before_last) : ", ";
    text += names[i];
  }
  return text;
}

// "the kind point", "the kinds state and build".
std::string joined(const std::vector<std::string_view>& names) {
  return fmt::format("the kind{} {}", names.size() == 1 ? "" : "s", listed(names, "and"));
}

}  // namespace

const QuestionKind& kind_of(const Question& question) { return kinds[static_cast<int>(question.kind)]; }

std::string choice_letter(std::size_t place) { return std::string(1, static_cast<char>('a' + place)); }

std::string lettered_choice(std::size_t place, std::string_view words) {
  return fmt::format("{}) {}", choice_letter(place), words);
}

Result<Question::Kind> parse_question_kind(std::string_view name) {
  const auto found = std::ranges::find(kinds, name, &QuestionKind::name);
  if (found != kinds.end()) return found->kind;
  std::vector<std::string> names;
  for (const QuestionKind& kind : kinds) names.emplace_back(kind.name);
  return fail("'{}' is none of {}{}", name, fmt::join(names, ", "), suggestion(name, names));
}

void settle_kind(Question& question) {
  if (!question.choices.empty() && question.kind == Kind::value) question.kind = Kind::choice;
}

std::string kinds_text(AnswerForm form) {
  return joined(names_of([&](const QuestionKind& kind) { return kind.form == form; }));
}

Status check_keys_of_kind(const Question& question) {
  const AnswerForm form = answer_form(question);
  if (question.any_of && !is_place(question))
    return fail("'any_of' belongs to {}",
                joined(names_of([](const QuestionKind& kind) { return kind.is_place; })));
  if (question.any_of && question.answer) return fail("a question has 'answer' or 'any_of', not both");
  for (const KeyOfForm& key : keys_of_forms) {
    if (key.form == form && key.given(question) < key.least) return fail("{}", key.missing);
    if (key.form != form && key.given(question) > 0)
      return fail("{} belongs to {}", key.key, kinds_text(key.form));
  }
  if (question.predicts && form == AnswerForm::by_changing)
    return fail(
        "a prediction is of kind {}: what changes the scene is a check",
        listed(names_of([](const QuestionKind& kind) { return kind.form != AnswerForm::by_changing; }),
               "or"));
  return {};
}

}  // namespace commlab
