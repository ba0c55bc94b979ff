#pragma once
// The state of a quiz: questions of several lessons, one after the other, and the one that is shown.

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "lessons/play/player.h"

namespace commlab {

// A question of a lesson, and the player that judges its answer.
struct AskedInQuiz {
  std::shared_ptr<Player> player;  // only the tutor's thread asks it
  int question = 0;                // its number in its lesson
};

struct QuizState {
  std::vector<AskedInQuiz> asked{};  // empty: there is no quiz
  std::size_t at = 0;
  std::map<std::size_t, bool> right{};  // whether the first answer was right, by place in the quiz
};

// The facts about the quiz that the page of a question shows.
struct QuizPlace {
  std::size_t at = 0;
  std::size_t of = 1;
  int question = 0;             // its number in its lesson
  std::optional<bool> right{};  // whether the first answer was right; nothing: no answer yet
};

}  // namespace commlab
