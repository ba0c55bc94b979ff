#pragma once
// A lesson as a class sees it, one thing at a time. A stop's state follows from the stop alone: whoever goes
// back sees what was there before, and nothing that was revealed later.
//
//   title   text   asked   asked   revealed   mistakes   revealed   plot   asked   revealed   end
//           ^      predictions of a step; its run begins        ^          ^ a check, and its solution
//           its scene at rest                                   what was left out so far

#include <vector>

#include "lessons/play/class_length.h"
#include "lessons/play/player.h"

namespace commlab {

struct TeachingStop {
  enum class Kind : std::uint8_t {
    title,     // of the lesson, and its goal
    text,      // paragraphs of a step
    asked,     // a question, and its choices
    revealed,  // what comes of it, as a run, and why
    mistakes,  // wrong answers that people give, and what to say to them
    plot,
    explore,  // at one stop of its first control
    measure,
    end,  // of the lesson
  };
  Kind kind = Kind::title;
  int step = 0;
  int item = 0;              // of the step's content (StepContent::items); of title and end nothing
  int question = -1;         // in the lesson, of asked, revealed, mistakes; -1: none
  int from = 0, to = 0;      // of text its paragraphs, of mistakes which of them; without the last
  std::size_t explored = 0;  // the stop of the control
  bool unlocked = false;     // what the step predicts is revealed: its run may be seen
  bool operator==(const TeachingStop&) const = default;
};

// Always with a title and an end. What tells of a run comes after the step's predictions are revealed.
std::vector<TeachingStop> teaching_stops(const Lesson&, ClassLength);

// Between them is an empty line; what has none is one. A table or a fence is never cut.
std::vector<std::string> paragraphs_of(std::string_view markdown);

// Whatever the player did before: he stands at the stop now, has given no answer but those that it reveals
// ("I don't know"), and changed nothing but what it shows. An error is the lesson's.
Status stand_at(Player&, const TeachingStop&);

}  // namespace commlab
