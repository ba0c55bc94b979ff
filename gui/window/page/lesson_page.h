#pragma once
// A lesson's step, ready to be drawn. It is made in the background, by asking a Player.

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
  int number = 0;  // the lesson's number; 0: none
  std::string title;
  int step = 0;
  int steps = 1;
  StepContent content;                       // points into the player's lesson
  std::optional<PlayedScene> scene{};        // nothing: the scene is locked, or there is nothing to see
  SceneKeys keys{};                          // the scene's keys now, even if the scene is locked
  std::map<int, int> attempts{};             // by question
  LessonSummary summary{};                   // the results so far
  std::optional<RefusedAnswer> refused{};    // the last answer, if it was refused
  std::string trouble{};                     // a sentence: what failed, and why; empty: nothing
  std::optional<PresentedStop> presented{};  // in a class: the stop that is shown alone
  std::optional<QuizPlace> quiz{};           // in a quiz: the question that is shown alone
};

// The question to answer next: question `at` while it is open; else the first that was not tried; else the
// first that is not solved; null if all are solved.
const QuestionState* current_question(const StepContent&, std::optional<int> at = {});
// Whether the question's answer is typed (not chosen).
bool is_typed(const QuestionState&);
// How many of the step's items are shown: those up to the first open prediction.
std::size_t items_shown(const StepContent&);

}  // namespace commlab
