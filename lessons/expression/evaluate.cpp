#include "lessons/expression/evaluate.h"

#include "lessons/expression/evaluation.h"

namespace commlab {

Result<Value> evaluate(const Expression& expression, const EvaluationContext& context) {
  return Evaluation(context).value(*expression.root);
}

Result<bool> evaluate_truth(const Expression& expression, const EvaluationContext& context) {
  return evaluate(expression, context).and_then([](const Value& value) -> Result<bool> {
    if (value.truth()) return *value.truth();
    return fail("something true or false is needed, and this is {}", kind_of(value));
  });
}

}  // namespace commlab
