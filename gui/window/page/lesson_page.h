#pragma once
// A lesson's step, ready to be drawn; it is made from a Player in the background.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gui/window/page/presented_stop.h"
#include "gui/window/page/quiz_place.h"
#include "lessons/play/player.h"

namespace commlab {

// An answer that could not be read, or a change that could not be run.
struct RefusedAnswer {
  int question = 0;
  std::string why;  // a sentence
};

struct LessonPage {
  int number = 0;  // of the lesson; 0: none
  std::string title;
  int step = 0;
  int steps = 1;
  StepContent content;                       // points into the lesson it was made of
  std::optional<PlayedScene> scene{};        // none: locked, or there is nothing to see
  SceneKeys keys{};                          // of the scene as it stands, locked or not
  std::map<int, int> attempts{};             // at questions
  LessonSummary summary{};                   // so far
  std::optional<RefusedAnswer> refused{};    // the last one, where it was
  std::string trouble{};                     // what could not be made, and why: a sentence
  std::optional<PresentedStop> presented{};  // of a class: the stop that is shown alone
  std::optional<QuizPlace> quiz{};           // of a quiz: the question that is shown alone
};

// The question to answer next: `at` while it is open; else the first that was not tried; else the first that
// is not solved; null where all are solved.
const QuestionState* current_question(const StepContent&, std::optional<int> at = {});
// Whether its answer is typed, not chosen.
bool is_typed(const QuestionState&);
// How many of the step's items are shown: those up to the first open prediction.
std::size_t items_shown(const StepContent&);

// "a" for the first choice.
std::string choice_letter(std::size_t);

}  // namespace commlab
