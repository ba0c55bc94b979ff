#pragma once
// A teaching stop, ready to be drawn. It is made in the background. Everything that only the teacher may see
// is in the notes, which nothing in the audience's window reads.

#include <memory>
#include <string>
#include <vector>

#include "gui/vote/vote_question.h"
#include "lessons/answer/answer_key.h"
#include "lessons/play/teaching_stops.h"

namespace commlab {

// A stop's place among the lessons of a class.
struct StopPlace {
  std::size_t lesson = 0;
  std::size_t stop = 0;
  bool operator==(const StopPlace&) const = default;
};

// For the teacher only.
struct StopNotes {
  std::string step;                // the step's title
  std::string what;                // "Asked: how long does it take?"
  std::string next;                // the same for the next stop; empty: there is none
  std::vector<std::string> notes;  // the step's notes, Markdown
  std::vector<std::string> board;  // questions for the class
  double minutes = 0;              // planned for the step
  AnswerKey key{};                 // the key to the stop's question, if has_key
  bool has_key = false;
};

struct PresentedStop {
  TeachingStop stop;
  StopPlace place;
  std::size_t stops = 1;  // how many stops the lesson has
  std::string goal;       // the lesson's goal
  std::string next{};     // at the lesson's end: the title of the next lesson; empty: there is none
  std::vector<AnswerKey::Mistake> mistakes{};  // set at a stop that shows mistakes
  StopNotes notes{};
  std::shared_ptr<const VoteStop> vote{};  // what phones show, where the class votes; else null
};

// Whether its page fills the whole window, without a picture beside it.
constexpr bool stands_alone(const TeachingStop& stop) {
  using enum TeachingStop::Kind;
  return stop.kind == title || stop.kind == plot || stop.kind == measure || stop.kind == end;
}

}  // namespace commlab
