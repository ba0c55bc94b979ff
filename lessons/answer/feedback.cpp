#include "lessons/answer/feedback.h"

#include "lessons/expression/fill.h"

namespace commlab {

Result<Feedback> explained(Feedback feedback, const Question& question, const EvaluationContext& context) {
  return filled(question.why, fill_in_from(context)).map([&](std::string why) {
    feedback.why = std::move(why);
    return feedback;
  });
}

}  // namespace commlab
