#include "lessons/answer/answers_in_words.h"

#include <algorithm>
#include <iterator>

#include "lessons/answer/answer.h"
#include "lessons/answer/answer_rules.h"

namespace commlab {
namespace {

bool contains_in_a_row(const std::vector<std::string>& words, const std::vector<std::string>& wanted) {
  return !wanted.empty() && !std::ranges::search(words, wanted).empty();
}

}  // namespace

std::vector<std::string> answers_in_words(const Question& question, const EvaluationContext& context) {
  const auto right = rules_of(question).values(question, context);
  std::vector<std::string> words;
  if (!right) return words;  // told where the question is checked
  for (const Value& value : *right)
    if (value.text()) words.push_back(*value.text());
  return words;
}

bool stands_in(std::string_view text, std::string_view answer) {
  const std::vector<std::string> words = answer_words(text), wanted = answer_words(answer);
  if (contains_in_a_row(words, wanted)) return true;
  const std::size_t arrow = answer.find("->");
  if (arrow == std::string_view::npos) return false;
  std::vector<std::string> back = answer_words(answer.substr(arrow));
  std::ranges::copy(answer_words(answer.substr(0, arrow)), std::back_inserter(back));
  return contains_in_a_row(words, back);
}

}  // namespace commlab
