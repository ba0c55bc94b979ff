#include "lessons/model/shuffled_choices.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/base/stable_hash.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/scene.h"

namespace commlab {
namespace {

constexpr std::uint64_t order_of_class = 1;

template <class Change>
Lesson with_each_question(Lesson lesson, const Change& change) {
  for (LessonStep& step : lesson.steps)
    for (LessonStep::Item& item : step.items)
      if (auto* question = std::get_if<Question>(&item)) *question = change(std::move(*question));
  return lesson;
}

Question in_file_order(Question shown, std::uint64_t order) {
  const std::vector<std::size_t> places = shown_choices(shown, order);
  std::vector<AnswerChoice> choices(shown.choices.size());
  for (std::size_t i = 0; i < places.size(); ++i) choices[places[i]] = std::move(shown.choices[i]);
  shown.choices = std::move(choices);
  return shown;
}

}  // namespace

std::uint64_t variants_of(const Lesson& lesson) { return combinations_of(lesson) * orders_of_choices; }

std::uint64_t order_in(const Lesson& lesson, std::uint64_t variant) {
  return variant / combinations_of(lesson) % orders_of_choices;
}

std::uint64_t variant_of_class(const Lesson& lesson) { return order_of_class * combinations_of(lesson); }

// Each choice draws a lot from what is asked, so that questions of one lesson are shuffled differently.
std::vector<std::size_t> shown_choices(const Question& question, std::uint64_t order) {
  std::vector<std::size_t> places(question.choices.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (order == 0) return places;
  std::ranges::sort(places, {}, [&](std::size_t place) {
    return std::pair(stable_hash(fmt::format("{} {} {}", order, place, question.ask)), place);
  });
  return places;
}

Question with_choices_in(Question question, std::uint64_t order) {
  std::vector<AnswerChoice> choices;
  for (const std::size_t place : shown_choices(question, order)) choices.push_back(question.choices[place]);
  question.choices = std::move(choices);
  return question;
}

Lesson with_choices_in(Lesson lesson, std::uint64_t order) {
  return with_each_question(std::move(lesson),
                            [&](Question question) { return with_choices_in(std::move(question), order); });
}

Lesson with_choices_of_file(Lesson lesson, std::uint64_t order) {
  return with_each_question(std::move(lesson),
                            [&](Question question) { return in_file_order(std::move(question), order); });
}

std::string recorded_letter(const Question& shown, std::uint64_t order, std::size_t place) {
  return choice_letter(shown_choices(shown, order)[place]);
}

std::string shown_letter(const Question& shown, std::uint64_t order, std::string_view recorded) {
  const std::vector<std::size_t> places = shown_choices(shown, order);
  for (std::size_t i = 0; i < places.size() && recorded.size() == 1; ++i)
    for (const char first : {'a', 'A', '1'})
      if (recorded.front() == static_cast<char>(first + static_cast<char>(places[i])))
        return choice_letter(i);
  return std::string(recorded);
}

}  // namespace commlab
