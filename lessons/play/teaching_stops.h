#pragma once
// A lesson as a class sees it, one stop at a time. What is shown follows from the stop alone: going back
// shows what was there before, and nothing that was revealed later.
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
    title,     // of the lesson, and its goal
    text,      // paragraphs of a step
    asked,     // a question, and its choices
    revealed,  // the result, its run, and why
    mistakes,  // wrong answers that people give, and what to say to them
    plot,
    explore,  // at one stop of its first control
    measure,
    end,  // of the lesson
  };
  Kind kind = Kind::title;
  int step = 0;
  int item = 0;              // of the step's content (StepContent::items); 0 for title and end
  int question = -1;         // in the lesson, for asked, revealed and mistakes; else -1
  int from = 0, to = 0;      // which paragraphs of the text, or which mistakes; up to, but without `to`
  std::size_t explored = 0;  // which stop of the control
  bool unlocked = false;     // the step's predictions are revealed: its run may be seen
  bool operator==(const TeachingStop&) const = default;
};

// Always with a title and an end. Stops that tell about a run come after the step's predictions are revealed.
std::vector<TeachingStop> teaching_stops(const Lesson&, ClassLength);

// Parts of the text between empty lines. A table or a fenced block stays whole.
std::vector<std::string> paragraphs_of(std::string_view markdown);

// Puts the player at the stop, whatever it did before: with no answers but those that the stop reveals ("I
// don't know"), and no changes but those that the stop shows. An error is the lesson's.
Status stand_at(Player&, const TeachingStop&);

}  // namespace commlab
