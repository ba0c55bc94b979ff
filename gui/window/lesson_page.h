#pragma once
// A lesson's step as it is to be shown: made beside the window from a Player, drawn from then on.

#include <optional>
#include <string>
#include <vector>

#include "lessons/player.h"

namespace commlab {

struct LessonPage {
  int number = 0;  // of the lesson; 0: none
  std::string title;
  int step = 0;
  int steps = 1;
  StepContent content;                 // points into the lesson it was made of
  std::optional<PlayedScene> scene{};  // none: locked, or there is nothing to see
  SceneKeys keys{};                    // of the scene as it stands, locked or not
  std::string trouble{};               // what could not be made, and why: a sentence
};

// The one that is answered next: the first that nobody has tried, else the first that is not solved; null
// where all are.
const QuestionState* current_question(const StepContent&);
// How much of the step is shown: up to the first prediction that is open.
std::size_t items_shown(const StepContent&);

// "a" for the first choice.
std::string choice_letter(std::size_t);

}  // namespace commlab
