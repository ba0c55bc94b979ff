#include "gui/window/page/lesson_page.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

bool was_tried(const QuestionState& state) { return state.first || state.feedback; }

}  // namespace

const QuestionState* current_question(const StepContent& content, std::optional<int> at) {
  const QuestionState* untried = nullptr;
  const QuestionState* unsolved = nullptr;
  for (const StepContent::Item& item : content.items) {
    const auto* state = std::get_if<QuestionState>(&item);
    if (!state || !is_open(*state)) continue;
    if (state->number == at) return state;
    if (!unsolved) unsolved = state;
    if (!untried && !was_tried(*state)) untried = state;
  }
  return untried ? untried : unsolved;
}

bool is_typed(const QuestionState& state) { return answer_form(*state.question) != AnswerForm::chosen; }

std::size_t items_shown(const StepContent& content) {
  for (std::size_t i = 0; i < content.items.size(); ++i) {
    const auto* state = std::get_if<QuestionState>(&content.items[i]);
    if (state && state->question->predicts && is_open(*state)) return i + 1;
  }
  return content.items.size();
}

}  // namespace commlab
