#include "lessons/expression/evaluate.h"

#include "lessons/expression/evaluation.h"

namespace commlab {

Result<Value> evaluate(const Expression& expression, const Surroundings& surroundings) {
  return Evaluation(surroundings).value(*expression.root);
}

Result<bool> evaluate_truth(const Expression& expression, const Surroundings& surroundings) {
  return evaluate(expression, surroundings).and_then([](const Value& value) -> Result<bool> {
    if (value.truth()) return *value.truth();
    return fail("something true or false is needed, and this is {}", kind_of(value));
  });
}

}  // namespace commlab
