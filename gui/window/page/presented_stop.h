#pragma once
// A teaching stop, ready to be drawn; it is made in the background. What only the teacher may see is in the
// notes, which nothing in the audience's window reads.

#include <string>
#include <vector>

#include "lessons/answer/answer_key.h"
#include "lessons/play/teaching_stops.h"

namespace commlab {

// Among the lessons of a class.
struct StopPlace {
  std::size_t lesson = 0;
  std::size_t stop = 0;
  bool operator==(const StopPlace&) const = default;
};

// For the teacher only.
struct StopNotes {
  std::string step;                // its title
  std::string what;                // "Asked: how long does it take?"
  std::string next;                // likewise, of the stop after it; empty: there is none
  std::vector<std::string> notes;  // Markdown, of the step
  std::vector<std::string> board;  // what to ask the class
  double minutes = 0;              // planned for the step
  AnswerKey key{};                 // of a question
  bool has_key = false;
};

struct PresentedStop {
  TeachingStop stop;
  StopPlace place;
  std::size_t stops = 1;  // of the lesson
  std::string goal;       // of the lesson
  std::string next{};     // at its end: the lesson that is presented next; empty: there is none
  std::vector<AnswerKey::Mistake> mistakes{};  // at a stop that shows them
  StopNotes notes{};
};

// Whether its page fills the whole window, without a picture beside it.
constexpr bool stands_alone(const TeachingStop& stop) {
  using enum TeachingStop::Kind;
  return stop.kind == title || stop.kind == plot || stop.kind == measure || stop.kind == end;
}

}  // namespace commlab
