#include "lessons/answer/typed_answer.h"

#include <algorithm>
#include <cassert>

#include "lessons/answer/answer.h"
#include "lessons/expression/fill.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

const ValueUnit* unit_of(const Question& question) {
  return question.unit.empty() ? nullptr : find_value_unit(question.unit);
}

// A place is a text, even where an expression names it by its number.
Value as_answer(const Question& question, const Value& value) {
  return is_place(question) && value.number() ? text_value(written(value)) : value;
}

Result<std::string> message_to(const Question& question, const Value& given, const Value& expected,
                               const EvaluationContext& context) {
  const Result<const WrongAnswer*> known = known_wrong(question, given, context);
  if (!known) return tl::unexpected(known.error());
  if (*known) return filled((*known)->message, fill_in_from(context));
  return question.predicts ? how_far_off(given, expected) : what_differs(given, expected);
}

// What is shown to a learner who has found none of them.
std::string one_of(const Question& question, const std::vector<Value>& right) {
  const std::string first = answer_text(question, right.front());
  if (right.size() == 1) return first;
  if (right.size() == 2) return fmt::format("{}, or {}", first, answer_text(question, right.back()));
  return fmt::format("{}, or one of {} others", first, right.size() - 1);
}

// A place that was typed must be one: "a" is refused, as a number that cannot be read is.
Status check_form(std::string_view text, const Value& given, const std::vector<Value>& expected) {
  if (!given.text() || !expected.front().text()) return {};
  const bool is_place = std::ranges::any_of(
      expected, [&](const Value& one) { return one.text() && has_form_of(*given.text(), *one.text()); });
  return is_place ? Status{} : unreadable_answer(text, expected.front());
}

Feedback told(const Question& question, const std::vector<Value>& right) {
  return {.result = one_of(question, right),
          .expected = right.size() == 1 ? std::optional(right.front()) : std::nullopt};
}

Result<Feedback> judge_typed(const Question& question, std::string_view text,
                             const EvaluationContext& context) {
  const Result<std::vector<Value>> expected = expected_answers(question, context);
  if (!expected) return tl::unexpected(expected.error());
  const Result<Value> given = read_answer(text, expected->front(), unit_of(question));
  if (!given) return tl::unexpected(given.error());
  if (const Status fine = check_form(text, *given, *expected); !fine) return tl::unexpected(fine.error());
  const auto found = std::ranges::find_if(
      *expected, [&](const Value& one) { return answers(*given, one, question.tolerance); });
  Feedback feedback = found != expected->end() ? told(question, {*found}) : told(question, *expected);
  feedback.right = found != expected->end();
  feedback.yours = answer_text(question, *given);
  feedback.given = *given;
  if (!feedback.right) {
    const Result<std::string> message = message_to(question, *given, expected->front(), context);
    if (!message) return tl::unexpected(message.error());
    feedback.message = *message;
  }
  return explained(std::move(feedback), question, context);
}

// Collects the places in the value of any_of, whatever its shape.
Status collect_places(const Value& value, std::vector<Value>& places) {
  if (value.text()) places.push_back(value);
  if (value.text() || value.nothing()) return {};
  if (!value.list()) return fail("any_of is a list of places, and {} is in it", kind_of(value));
  for (const Value& one : *value.list())
    if (const Status fine = collect_places(one, places); !fine) return fine;
  return {};
}

Result<std::vector<Value>> places_in(const Value& value) {
  std::vector<Value> places;
  if (const Status fine = collect_places(value, places); !fine) return tl::unexpected(fine.error());
  if (places.empty()) return fail("any_of has no place in it, so no answer is right");
  return places;
}

// In a circle of ranks that all do the same, no rank alone is to blame: each of them is a right answer.
Result<std::vector<Value>> any_culprit(const EvaluationContext& context) {
  return context.ask({.name = "culprits", .changes = {}, .arguments = {}}).and_then(places_in);
}

Result<Value> in_unit(const Question& question, const Value& value) {
  if (is_place(question) && value.number()) return as_answer(question, value);
  const ValueUnit* const unit = unit_of(question);
  const Dimension wanted = unit ? unit->dimension : bare;
  const Value* const first = value.list() && !value.list()->empty() ? &value.list()->front() : &value;
  if (const auto* number = first->number(); number && number->dimension != wanted)
    return fail("the answer is {}, and unit = \"{}\" is {}", name_of(number->dimension), question.unit,
                name_of(wanted));
  if (value.nothing()) return fail("the answer is nothing");
  return value;
}

Result<Feedback> reveal_values(const Question& question, const EvaluationContext& context) {
  return expected_answers(question, context).map([&](const std::vector<Value>& right) {
    return told(question, right);
  });
}

// A list has as many gaps as it has values.
Result<int> gaps_to_write(const Question& question, const EvaluationContext& context) {
  if (is_place(question)) return 1;
  return expected_answers(question, context).map([](const std::vector<Value>& right) {
    return right.front().list() ? static_cast<int>(right.front().list()->size()) : 1;
  });
}

void check_right(const Question& question, const Value& right, const QuestionCheck& check) {
  const Result<Feedback> feedback = judge_typed(question, answer_text(question, right), check.here);
  if (!feedback)
    check.problem(question.line,
                  fmt::format("the right answer is not understood: {}", feedback.error().message));
  else if (!feedback->right)
    check.problem(
        question.line,
        fmt::format("the right answer, {}, is refused: the tolerance is too small for how it is written",
                    feedback->result));
}

// Its value must be told apart from the right one, and its message must be the one that is given.
void check_wrong(const Question& question, const WrongAnswer& wrong, const std::vector<Value>& expected,
                 const QuestionCheck& check) {
  const auto problem = [&](const std::string& sentence) {
    check.problem(wrong.value.line, fmt::format("wrong.{}: {}", wrong.name, sentence));
  };
  const Result<Value> value = evaluate(wrong.value, check.here);
  if (!value) return problem(value.error().message);
  if (const Status fine = check.fill(wrong.message); !fine) return problem(fine.error().message);
  const Value given = as_answer(question, *value);
  for (const Value& right : expected)
    if (answers(given, right, question.tolerance))
      return problem(
          fmt::format("it is the right answer, {}, within the tolerance", answer_text(question, right)));
  const Result<Feedback> feedback = judge_typed(question, answer_text(question, given), check.here);
  if (!feedback)
    return problem(fmt::format("as an answer, '{}' is not understood: {}", answer_text(question, given),
                               feedback.error().message));
  const Result<std::string> message = filled(wrong.message, fill_in_from(check.here));
  if (!feedback->right && feedback->message == *message) return;
  problem("its message is never given: another wrong answer has the same value");
}

void check_typed(const Question& question, const QuestionCheck& check) {
  const Result<std::vector<Value>> expected = expected_answers(question, check.here);
  if (!expected) return check.problem(question.line, fmt::format("answer: {}", expected.error().message));
  for (const Value& right : *expected) check_right(question, right, check);
  for (const WrongAnswer& wrong : question.wrong) check_wrong(question, wrong, *expected, check);
}

}  // namespace

constinit const AnswerRules typed_answer_rules = {.judge = judge_typed,
                                                  .reveal = reveal_values,
                                                  .values = expected_answers,
                                                  .gaps = gaps_to_write,
                                                  .check = check_typed};

Result<std::vector<Value>> expected_answers(const Question& question, const EvaluationContext& context) {
  assert(answer_form(question) == AnswerForm::typed && "the answer is typed");
  if (question.any_of) return evaluate(*question.any_of, context).and_then(places_in);
  if (question.answer->text == "culprit") return any_culprit(context);
  return evaluate(*question.answer, context)
      .and_then([&](const Value& value) { return in_unit(question, value); })
      .map([](Value value) { return std::vector{std::move(value)}; });
}

Result<const WrongAnswer*> known_wrong(const Question& question, const Value& given,
                                       const EvaluationContext& context) {
  for (const WrongAnswer& wrong : question.wrong) {
    const Result<Value> value = evaluate(wrong.value, context);
    if (!value) return fail("wrong.{}: {}", wrong.name, value.error().message);
    if (answers(given, as_answer(question, *value), question.tolerance)) return &wrong;
  }
  return nullptr;
}

std::string answer_text(const Question& question, const Value& value) {
  return written(value, {.unit = unit_of(question)}).value_or(written(value));
}

}  // namespace commlab
