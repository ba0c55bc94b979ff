#pragma once
// What a class answered: of every question how many were right at first, how long it took, and which first
// answers were given; judged anew, each by the run of the learner's own variant.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "lessons/first_answer.h"
#include "lessons/laboratory.h"
#include "lessons/lesson.h"
#include "lessons/misconceptions.h"
#include "lessons/record.h"

namespace commlab {

struct QuestionTally {
  int number = 0;  // in the lesson, from 0
  int step = 0;    // from 0
  bool predicts = false;
  bool by_changing = false;  // answered by changing the scene, as often as it takes
  std::string ask;           // of learners with different variants with "..." where these differ
  int answered = 0;          // all else is of these
  int right_at_first = 0;    // by changing: with the first key that was changed
  int solved = 0;            // of checks; those who were told the result are no part of them
  int shown = 0;
  int hints = 0;                                             // that were asked for
  std::optional<double> minutes{};                           // the median; nothing where no clock was there
  std::vector<std::pair<FirstAnswer, int>> first_answers{};  // in their order, and how many gave it
  std::vector<std::pair<std::string, int>> stars{};          // of a check that changes the scene: "gold", 3
};

struct LessonTally {
  Lesson lesson;
  int learners = 0;
  int completed = 0;
  std::map<std::uint64_t, int> variants{};  // how many had which
  std::vector<int> reached{};               // each step, by how many
  // Of every misconception that one of its wrong answers points at, how many learners gave such an answer
  // first; in the order of misconceptions().
  std::vector<std::pair<Misconception, int>> misconceptions{};
  std::vector<QuestionTally> questions{};
};

struct ClassTally {
  int learners = 0;                    // of whom anything was counted
  std::vector<LessonTally> lessons{};  // in the order of `lessons`, without those that nobody began
  // Sentences: "ada.json: lesson three-copies: variant 7, and there are 3".
  std::vector<std::string> left_out{};
};

// Where somebody's answers came from.
struct HandedIn {
  std::string file;
  AnswerFile answers;
};

// What cannot be counted is left out, with a sentence; the rest is counted. An error is a lesson's: something
// that is asked cannot be computed.
Result<ClassTally> tally(const std::vector<HandedIn>&, const std::vector<Lesson>& lessons, const Laboratory&);

}  // namespace commlab
