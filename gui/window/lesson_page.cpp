#include "gui/window/lesson_page.h"

namespace commlab {
namespace {

bool was_tried(const QuestionState& state) { return state.first || state.feedback; }

}  // namespace

const QuestionState* current_question(const StepContent& content) {
  const QuestionState* unsolved = nullptr;
  for (const StepContent::Item& item : content.items) {
    const auto* state = std::get_if<QuestionState>(&item);
    if (!state || !is_open(*state)) continue;
    if (!was_tried(*state)) return state;
    if (!unsolved) unsolved = state;
  }
  return unsolved;
}

std::size_t items_shown(const StepContent& content) {
  for (std::size_t i = 0; i < content.items.size(); ++i) {
    const auto* state = std::get_if<QuestionState>(&content.items[i]);
    if (state && state->question->predicts && is_open(*state)) return i + 1;
  }
  return content.items.size();
}

std::string choice_letter(std::size_t i) { return std::string(1, static_cast<char>('a' + i % 26)); }

}  // namespace commlab
