#include "lessons/answer/answer_rules.h"

#include "lessons/answer/changed_scene.h"
#include "lessons/answer/chosen_answer.h"
#include "lessons/answer/typed_answer.h"
#include "lessons/model/question_kinds.h"

namespace commlab {

const AnswerRules& rules_of(const Question& question) {
  switch (answer_form(question)) {
    case AnswerForm::typed: return typed_answer_rules;
    case AnswerForm::chosen: return chosen_answer_rules;
    case AnswerForm::by_changing: break;
  }
  return changed_scene_rules;
}

}  // namespace commlab
