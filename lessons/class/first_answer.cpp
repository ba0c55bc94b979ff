#include "lessons/class/first_answer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "lessons/answer/answer.h"
#include "lessons/answer/chosen_answer.h"
#include "lessons/answer/judge.h"
#include "lessons/answer/typed_answer.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

using AnswerKind = FirstAnswer::Kind;

// Some slips are known by their exact factor; every other answer lies in a range of factors.
struct Factor {
  double value;
  std::string_view label;
};
constexpr std::array known_factors = {Factor{8, "8 times as much (bits for bytes?)"},
                                      Factor{0.125, "an eighth of it (bytes for bits?)"},
                                      Factor{1000, "1000 times as much (the unit?)"},
                                      Factor{0.001, "a thousandth of it (the unit?)"},
                                      Factor{2, "twice as much"},
                                      Factor{0.5, "half of it"}};
struct Range {
  double below;
  std::string_view label;
};
constexpr std::array ranges = {Range{0.125, "less than an eighth of it"},
                               Range{0.5, "an eighth to half of it"},
                               Range{1, "half of it, or more, and too little"},
                               Range{2, "too much, and less than twice"},
                               Range{8, "2 to 8 times as much"},
                               Range{HUGE_VAL, "more than 8 times as much"}};

FirstAnswer far_off(double ratio) {
  constexpr double near = 0.002;
  int order = 0;
  for (const Factor& known : known_factors)
    if (std::abs(ratio - known.value) <= near * known.value) {
      while (ranges[order].below <= known.value) ++order;
      return {.kind = AnswerKind::far_off, .order = 2 * order, .label = std::string(known.label)};
    }
  while (ratio >= ranges[order].below) ++order;
  return {.kind = AnswerKind::far_off, .order = 2 * order + 1, .label = std::string(ranges[order].label)};
}

// Whether a ratio of the two means something. It does not for a count or a rank.
bool has_scale(const Question& question, const Value& given, const Value& expected) {
  return !question.unit.empty() && given.number() && expected.number() && expected.number()->amount > 0 &&
         given.number()->amount > 0 && std::isfinite(given.number()->amount) &&
         std::isfinite(expected.number()->amount);
}

Result<FirstAnswer> chosen(const Question& question, std::string_view text, const StepInVariant& step) {
  const Result<std::size_t> given = read_choice(question, text);
  if (!given) return FirstAnswer{.kind = AnswerKind::unreadable, .label = "cannot be read"};
  const Result<std::size_t> right = right_choice(question, step.context);
  if (!right) return tl::unexpected(right.error());
  const AnswerChoice& choice = question.choices[*given];
  const Result<std::string> words = text_in(step, choice.text), means = text_in(step, choice.message);
  if (!words) return tl::unexpected(words.error());
  if (!means) return tl::unexpected(means.error());
  if (*given == *right) return FirstAnswer{.kind = AnswerKind::right, .label = *words, .choice = *given};
  return FirstAnswer{.kind = AnswerKind::choice,
                     .order = static_cast<int>(*given),
                     .label = *words,
                     .choice = *given,
                     .means = *means,
                     .misconception = choice.misconception};
}

Result<FirstAnswer> typed(const Question& question, std::string_view text, const StepInVariant& step) {
  const Result<std::vector<Value>> expected = expected_answers(question, step.context);
  if (!expected) return tl::unexpected(expected.error());
  const ValueUnit* const unit = question.unit.empty() ? nullptr : find_value_unit(question.unit);
  const Result<Value> given = read_answer(text, expected->front(), unit);
  if (!given) return FirstAnswer{.kind = AnswerKind::unreadable, .label = "cannot be read"};
  for (const Value& right : *expected)
    if (answers(*given, right, question.tolerance))
      return FirstAnswer{.kind = AnswerKind::right, .label = "right"};
  const Result<const WrongAnswer*> known = known_wrong(question, *given, step.context);
  if (!known) return tl::unexpected(known.error());
  if (*known != nullptr) {
    std::string name = (*known)->name;
    std::ranges::replace(name, '_', ' ');
    return text_in(step, (*known)->message).map([&](const std::string& means) {
      return FirstAnswer{.kind = AnswerKind::known_wrong,
                         .label = name,
                         .means = means,
                         .misconception = (*known)->misconception};
    });
  }
  if (has_scale(question, *given, expected->front()))
    return far_off(given->number()->amount / expected->front().number()->amount);
  return FirstAnswer{.kind = AnswerKind::other, .label = answer_text(question, *given)};
}

}  // namespace

Result<FirstAnswer> first_answer(const Question& question, std::string_view text, const StepInVariant& step) {
  if (says_unknown(text)) return FirstAnswer{.kind = AnswerKind::unknown, .label = "I don't know"};
  switch (answer_form(question)) {
    case AnswerForm::typed: return typed(question, text, step);
    case AnswerForm::chosen: return chosen(question, text, step);
    case AnswerForm::by_changing: break;
  }
  assert(false && "the question is not answered by changing the scene");
  return FirstAnswer{};
}

}  // namespace commlab
