#include "lessons/play/asked_link.h"

#include "lessons/answer/answer.h"
#include "lessons/answer/typed_answer.h"
#include "lessons/model/question_kinds.h"

namespace commlab {

bool asks_for_link(const Question& question, const PlaceInLesson& here, SceneRunner& runner) {
  if (!is_place(question)) return false;
  const Result<std::vector<Value>> right =
      expected_answers(question, runner.context(here.scene, here.varying));
  return right && right->front().text() && names_link(*right->front().text());
}

}  // namespace commlab
