#include "lessons/answer/changed_scene.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lessons/answer/failed_condition.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

Result<Feedback> judge_scene(const Question& question, std::string_view, const EvaluationContext& context) {
  const Result<bool> holds = evaluate_truth(*question.expect, context);
  if (!holds) return tl::unexpected(holds.error());
  Feedback feedback{.right = *holds};
  if (!*holds) {
    return failed_condition(*question.expect, context).map([&](std::string unmet) {
      feedback.message = fmt::format("Not yet: {}", unmet);
      feedback.unmet = std::move(unmet);
      return feedback;
    });
  }
  for (const LabelledExpression& star : question.stars) {
    const Result<bool> reached = evaluate_truth(star.value, context);
    if (!reached) return tl::unexpected(reached.error());
    if (*reached) feedback.stars.push_back(star.name);
  }
  return explained(std::move(feedback), question, context);
}

// The solution's value of every key that may be changed, so that nobody must guess one.
Result<Feedback> reveal_settings(const Question& question, const EvaluationContext& solved) {
  if (question.solutions.empty()) return fail("no solution is written down");
  std::vector<std::string> texts;
  for (const std::string& key : question.allow) {
    if (key == "script") continue;
    const std::optional<Value> value = solved.key ? solved.key(key, {}) : std::nullopt;
    texts.push_back(fmt::format("{} = {}", spoken_key_of(key), value ? written(*value) : "default"));
  }
  for (const auto& [key, value] : question.solutions.front())
    if (key == "script") texts.push_back("script:\n" + value);
  return Feedback{.result = fmt::format("{}", fmt::join(texts, ", "))};
}

Result<std::vector<Value>> no_values_of_change(const Question&, const EvaluationContext&) {
  return std::vector<Value>();
}

Result<int> no_gaps_of_change(const Question&, const EvaluationContext&) { return 0; }

void check_solution(const Question& question, const SceneKeys& solution, std::set<std::string>& reached,
                    const QuestionCheck& check) {
  const EvaluationContext solved = check.changed(solution);
  const Result<Feedback> feedback = judge_scene(question, "", solved);
  if (!feedback) return check.problem(question.line, fmt::format("solution: {}", feedback.error().message));
  if (!feedback->right)
    check.problem(question.line,
                  fmt::format("the solution does not pass{}: {}", check.variant, feedback->unmet));
  reached.insert(feedback->stars.begin(), feedback->stars.end());
}

void check_changed(const Question& question, const QuestionCheck& check) {
  const Result<bool> untouched = evaluate_truth(*question.expect, check.here);
  if (!untouched)
    check.problem(question.line, fmt::format("expect: {}", untouched.error().message));
  else if (*untouched)
    check.problem(question.line, "it already holds before anything is changed");
  std::set<std::string> reached;
  for (const SceneKeys& solution : question.solutions) check_solution(question, solution, reached, check);
  if (question.solutions.empty()) return;
  for (const auto& [name, aim, label, format] : question.stars)
    if (!reached.contains(name))
      check.problem(aim.line, fmt::format("star.{} is reached by no solution", name));
}

}  // namespace

constinit const AnswerRules changed_scene_rules = {.judge = judge_scene,
                                                   .reveal = reveal_settings,
                                                   .values = no_values_of_change,
                                                   .gaps = no_gaps_of_change,
                                                   .check = check_changed};

}  // namespace commlab
