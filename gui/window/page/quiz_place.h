#pragma once
// A quiz's state: questions of several lessons, one after the other, and which one is shown.

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "lessons/play/player.h"

namespace commlab {

// A question of a lesson, and the player that judges its answer.
struct AskedInQuiz {
  std::shared_ptr<Player> player;  // only the tutor's thread asks it
  int question = 0;                // in its lesson
};

struct QuizState {
  std::vector<AskedInQuiz> asked{};  // none: there is no quiz
  std::size_t at = 0;
  std::map<std::size_t, bool> right{};  // first answers, by their place in the quiz
};

// What the page of a question knows of the quiz.
struct QuizPlace {
  std::size_t at = 0;
  std::size_t of = 1;
  int question = 0;             // in its lesson
  std::optional<bool> right{};  // the first answer; nothing: there is none yet
};

}  // namespace commlab
