#include "lessons/play/step_content.h"

#include <algorithm>

#include "lessons/model/question_kinds.h"

namespace commlab {

bool has_open_aims(const QuestionState& state) {
  if (is_open(state)) return changes_scene(*state.question);
  return !state.shown &&
         std::ranges::any_of(state.aims, [](const QuestionState::Aim& aim) { return !aim.reached; });
}

bool is_open(const QuestionState& state) {
  return state.question->predicts ? !state.first.has_value() : !state.solved && !state.shown;
}

}  // namespace commlab
