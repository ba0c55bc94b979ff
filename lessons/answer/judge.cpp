#include "lessons/answer/judge.h"

#include <algorithm>
#include <cctype>

#include "core/base/index.h"
#include "lessons/answer/answer.h"
#include "lessons/answer/failed_condition.h"
#include "lessons/model/scene_keys.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

const ValueUnit* unit_of(const Question& question) {
  return question.unit.empty() ? nullptr : find_value_unit(question.unit);
}

Result<Feedback> with_why(Feedback feedback, const Question& question, const EvaluationContext& context) {
  return filled(question.why, fill_in_from(context)).map([&](std::string why) {
    feedback.why = std::move(why);
    return feedback;
  });
}

Result<std::string> message_to(const Question& question, const Value& given, const Value& expected,
                               const EvaluationContext& context) {
  const Result<const WrongAnswer*> known = known_wrong(question, given, context);
  if (!known) return tl::unexpected(known.error());
  if (*known) return filled((*known)->message, fill_in_from(context));
  return question.predicts ? how_far_off(given, expected) : what_differs(given, expected);
}

// To whom has not found any of them.
std::string one_of(const Question& question, const std::vector<Value>& right) {
  const std::string first = answer_text(question, right.front());
  if (right.size() == 1) return first;
  if (right.size() == 2) return fmt::format("{}, or {}", first, answer_text(question, right.back()));
  return fmt::format("{}, or one of {} others", first, right.size() - 1);
}

Result<Feedback> judge_value(const Question& question, std::string_view text,
                             const EvaluationContext& context) {
  const Result<std::vector<Value>> expected = expected_answers(question, context);
  if (!expected) return tl::unexpected(expected.error());
  const Result<Value> given = read_answer(text, expected->front(), unit_of(question));
  if (!given) return tl::unexpected(given.error());
  const auto found = std::ranges::find_if(
      *expected, [&](const Value& one) { return answers(*given, one, question.tolerance); });
  Feedback feedback{
      .right = found != expected->end(),
      .yours = answer_text(question, *given),
      .result = found != expected->end() ? answer_text(question, *found) : one_of(question, *expected)};
  if (!feedback.right) {
    const Result<std::string> message = message_to(question, *given, expected->front(), context);
    if (!message) return tl::unexpected(message.error());
    feedback.message = *message;
  }
  return feedback;
}

Result<Feedback> judge_choice(const Question& question, std::string_view text,
                              const EvaluationContext& context) {
  const Result<std::size_t> given = read_choice(question, text), right = right_choice(question, context);
  if (!given) return tl::unexpected(given.error());
  if (!right) return tl::unexpected(right.error());
  const FillIn fill_in = fill_in_from(context);
  const AnswerChoice &chosen = question.choices[*given], &holds = question.choices[*right];
  const auto yours = filled(chosen.text, fill_in), result = filled(holds.text, fill_in),
             message = filled(chosen.message, fill_in);
  for (const auto* one : {&yours, &result, &message})
    if (!*one) return tl::unexpected(one->error());
  return Feedback{.right = *given == *right,
                  .yours = *yours,
                  .result = *result,
                  .message = *given == *right                         ? ""
                             : message->empty() && !question.predicts ? "It is another one."
                                                                      : *message};
}

// All that may be changed, as it is set there: to follow it, nothing must be guessed.
Result<std::string> settings_text(const Question& question, const EvaluationContext& solved) {
  std::vector<std::string> texts;
  for (const std::string& key : question.allow) {
    if (key == "script") continue;
    const std::optional<Value> value = solved.key ? solved.key(key, {}) : std::nullopt;
    texts.push_back(fmt::format("{} = {}", spoken_key_of(key), value ? written(*value) : "default"));
  }
  for (const auto& [key, value] : question.solutions.front())
    if (key == "script") texts.push_back("script:\n" + value);
  return fmt::format("{}", fmt::join(texts, ", "));
}

Result<std::string> result_of(const Question& question, const EvaluationContext& context) {
  if (changes_scene(question))
    return question.solutions.empty() ? fail("no solution is written down")
                                      : settings_text(question, context);
  if (question.kind == Question::Kind::choice)
    return right_choice(question, context).and_then([&](std::size_t right) {
      return filled(question.choices[right].text, fill_in_from(context));
    });
  return expected_answers(question, context).map([&](const std::vector<Value>& right) {
    return one_of(question, right);
  });
}

// Of any_of, whatever its shape.
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
  if (places.empty()) return fail("any_of has no place in it, so that no answer is right");
  return places;
}

// In a circle in which all do the same, nobody alone is to blame: whichever of them is pointed at is right.
Result<std::vector<Value>> any_culprit(const EvaluationContext& context) {
  return context.ask({.name = "culprits", .changes = {}, .arguments = {}}).and_then(places_in);
}

Result<Value> in_unit(const Question& question, const Value& value) {
  if (question.kind == Question::Kind::point && value.number()) return text_value(written(value));
  const ValueUnit* const unit = unit_of(question);
  const Dimension wanted = unit ? unit->dimension : bare;
  const Value* const first = value.list() && !value.list()->empty() ? &value.list()->front() : &value;
  if (const auto* number = first->number(); number && number->dimension != wanted)
    return fail("the answer is {}, and unit = \"{}\" is {}", name_of(number->dimension), question.unit,
                name_of(wanted));
  if (value.nothing()) return fail("the answer is nothing");
  return value;
}

}  // namespace

Result<std::vector<Value>> expected_answers(const Question& question, const EvaluationContext& context) {
  if (question.any_of) return evaluate(*question.any_of, context).and_then(places_in);
  if (question.answer->text == "culprit") return any_culprit(context);
  return evaluate(*question.answer, context)
      .and_then([&](const Value& value) { return in_unit(question, value); })
      .map([](Value value) { return std::vector{std::move(value)}; });
}

Result<std::size_t> right_choice(const Question& question, const EvaluationContext& context) {
  std::vector<std::size_t> holding;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const Result<bool> holds = evaluate_truth(question.choices[i].holds, context);
    if (!holds) return fail("\"{}\": {}", question.choices[i].text, holds.error().message);
    if (*holds) holding.push_back(i);
  }
  if (holding.size() == 1) return holding.front();
  if (holding.empty()) return fail("none of the choices holds; exactly one must");
  return fail("{} choices hold, \"{}\" and \"{}\" among them; exactly one must", holding.size(),
              question.choices[holding[0]].text, question.choices[holding[1]].text);
}

Result<std::size_t> read_choice(const Question& question, std::string_view text) {
  text = without_blanks(text);
  const std::size_t choices = question.choices.size();
  if (text.size() == 1) {
    const char c = text[0];
    for (const char first : {'a', 'A', '1'})
      if (c >= first && index(c - first) < choices) return index(c - first);
  }
  std::vector<std::size_t> meant;
  for (std::size_t i = 0; i < choices; ++i)
    if (text.size() > 1 && question.choices[i].text.starts_with(text)) meant.push_back(i);
  if (meant.size() == 1) return meant.front();
  return fail("'{}' is none of the choices: answer with a letter from a to {}", text.substr(0, 40),
              static_cast<char>('a' + static_cast<char>(choices) - 1));
}

Result<const WrongAnswer*> known_wrong(const Question& question, const Value& given,
                                       const EvaluationContext& context) {
  for (const WrongAnswer& wrong : question.wrong) {
    const Result<Value> value = evaluate(wrong.value, context);
    if (!value) return fail("wrong.{}: {}", wrong.name, value.error().message);
    const Value compared =
        question.kind == Question::Kind::point && value->number() ? text_value(written(*value)) : *value;
    if (answers(given, compared, question.tolerance)) return &wrong;
  }
  return nullptr;
}

Result<Feedback> judge(const Question& question, std::string_view text, const EvaluationContext& context) {
  const Result<Feedback> feedback = question.kind == Question::Kind::choice
                                        ? judge_choice(question, text, context)
                                        : judge_value(question, text, context);
  if (!feedback) return feedback;
  return with_why(*feedback, question, context);
}

Result<Feedback> judge_scene(const Question& question, const EvaluationContext& context) {
  const Result<bool> holds = evaluate_truth(*question.expect, context);
  if (!holds) return tl::unexpected(holds.error());
  Feedback feedback{.right = *holds};
  if (!*holds) {
    return failed_condition(*question.expect, context).map([&](std::string unmet) {
      feedback.message = std::move(unmet);
      return feedback;
    });
  }
  for (const LabelledExpression& star : question.stars) {
    const Result<bool> reached = evaluate_truth(star.value, context);
    if (!reached) return tl::unexpected(reached.error());
    if (*reached) feedback.stars.push_back(star.name);
  }
  return with_why(std::move(feedback), question, context);
}

Result<Feedback> revealed(const Question& question, const EvaluationContext& context) {
  return result_of(question, context).and_then([&](std::string result) {
    return with_why({.result = std::move(result)}, question, context);
  });
}

bool says_unknown(std::string_view answer) {
  std::string letters;
  for (const char c : without_blanks(answer))
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '?')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters == "?" || letters == "idontknow" || letters == "dontknow" || letters == "idk";
}

std::string answer_text(const Question& question, const Value& value) {
  return written(value, {.unit = unit_of(question)}).value_or(written(value));
}

}  // namespace commlab
