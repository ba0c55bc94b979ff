#include "gui/window/lesson/question_page.h"

#include <algorithm>

#include <fmt/format.h>

namespace commlab {
namespace {

std::optional<bool> first_answer_right(const Player& player, int question) {
  const auto& answers = player.record().answers;
  const auto answer = std::ranges::find(answers, question, &LessonRecord::Answer::question);
  if (answer == answers.end() || (answer->attempts == 0 && !answer->shown)) return std::nullopt;
  return answer->first_right;
}

}  // namespace

std::optional<QuizPlace> place_in_quiz(const Session& session) {
  const QuizState& quiz = session.lesson.quiz;
  if (quiz.asked.empty()) return std::nullopt;
  return QuizPlace{.at = quiz.at, .of = quiz.asked.size(), .question = quiz.asked[quiz.at].question};
}

std::shared_ptr<const LessonShown> alone_in_quiz(const LessonShown& step, QuizPlace place) {
  auto shown = std::make_shared<LessonShown>(step);
  LessonPage& page = shown->page;
  place.right = first_answer_right(*shown->player, place.question);
  page.title = page.number > 0 ? fmt::format("Quiz, from lesson {}: {}", page.number, page.title)
                               : fmt::format("Quiz, from {}", page.title);
  page.number = 0;
  page.step = static_cast<int>(place.at);
  page.steps = static_cast<int>(place.of);
  page.quiz = place;
  std::vector<StepContent::Item>& items = page.content.items;
  const auto asked = std::ranges::find_if(items, [&](const StepContent::Item& item) {
    const auto* state = std::get_if<QuestionState>(&item);
    return state && state->number == place.question;
  });
  if (asked != items.end()) items.erase(asked + 1, items.end());
  std::erase_if(items, [&](const StepContent::Item& item) {
    const auto* state = std::get_if<QuestionState>(&item);
    return state ? state->number != place.question : !std::holds_alternative<Prose>(item);
  });
  return shown;
}

}  // namespace commlab
