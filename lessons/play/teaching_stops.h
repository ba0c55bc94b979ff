#pragma once
// A lesson as a class sees it, one stop at a time. What is shown depends only on the stop. So going back
// shows the same as before, and nothing that was revealed later.
//
//   title   text   asked   asked   revealed   mistakes   revealed   plot   asked   revealed   end
//           ^      predictions of a step; its run begins        ^          ^ a check, and its solution
//           its scene, not run                                  what had to wait for the predictions

#include <vector>

#include "lessons/play/class_length.h"
#include "lessons/play/player.h"

namespace commlab {

struct TeachingStop {
  enum class Kind : std::uint8_t {
    title,     // the lesson's title and goal
    text,      // paragraphs of a step's text
    asked,     // a question and its choices
    revealed,  // the result of a question, the run, and the reason
    mistakes,  // wrong answers that people give, and what to say to them
    plot,
    explore,  // an explore block at one stop of its first control
    measure,
    end,  // the end of the lesson
  };
  Kind kind = Kind::title;
  int step = 0;
  int item = 0;              // index into the step's StepContent::items; 0 for title and end
  int question = -1;         // its number in the lesson, for asked, revealed and mistakes; else -1
  int from = 0, to = 0;      // which paragraphs of the text, or which mistakes: [from, to)
  std::size_t explored = 0;  // for explore: which stop of the control
  bool unlocked = false;     // the step's predictions are revealed, so its run may be shown
  bool operator==(const TeachingStop&) const = default;
};

// Begins with a title and ends with an end. Stops that tell about a run come after the stops that reveal the
// step's predictions.
std::vector<TeachingStop> teaching_stops(const Lesson&, ClassLength);

// The parts of the text between empty lines. A table or a fenced block stays whole.
std::vector<std::string> paragraphs_of(std::string_view markdown);

// Puts the player at the stop, whatever it did before. The player then has only the answers that the stop
// reveals ("I don't know"), and only the changes that the stop shows. An error: the lesson has a mistake.
Status stand_at(Player&, const TeachingStop&);

}  // namespace commlab
