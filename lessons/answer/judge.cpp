#include "lessons/answer/judge.h"

#include <cctype>

#include "lessons/answer/answer_rules.h"
#include "lessons/text/blanks.h"

namespace commlab {

Result<Feedback> judge(const Question& question, std::string_view text, const EvaluationContext& context) {
  return rules_of(question).judge(question, text, context);
}

Result<Feedback> revealed(const Question& question, const EvaluationContext& context) {
  return rules_of(question).reveal(question, context).and_then([&](Feedback feedback) {
    return explained(std::move(feedback), question, context);
  });
}

bool says_unknown(std::string_view answer) {
  std::string letters;
  for (const char c : without_blanks(answer))
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '?')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters == "?" || letters == "idontknow" || letters == "dontknow" || letters == "idk";
}

}  // namespace commlab
