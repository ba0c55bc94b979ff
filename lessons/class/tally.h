#pragma once
// What a class answered: for each question how many learners were right at first, how long it took, and
// which first answers they gave. Each answer is judged again, by the run of the learner's own variant.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "lessons/class/first_answer.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"
#include "lessons/model/misconceptions.h"
#include "lessons/play/record.h"

namespace commlab {

struct QuestionTally {
  int number = 0;  // in the lesson, from 0
  int step = 0;    // from 0
  bool predicts = false;
  bool by_changing = false;  // answered by changing the scene, with any number of changes
  std::string ask;           // with "..." where the learners' variants differ
  int answered = 0;          // learners who answered; the counts below are of them
  int right_at_first = 0;    // where the scene is changed: with the first change
  int solved = 0;            // checks only; without learners who were told the result
  int shown = 0;
  int hints = 0;                                             // how many were asked for
  std::optional<double> minutes{};                           // the median; nothing without a clock
  std::vector<std::pair<FirstAnswer, int>> first_answers{};  // in their order, and how many gave it
  std::vector<std::pair<std::string, int>> stars{};          // how many reached each: "gold", 3
};

struct LessonTally {
  Lesson lesson;
  int learners = 0;
  int completed = 0;
  std::map<std::uint64_t, int> variants{};  // how many learners had each
  std::vector<int> reached{};               // how many learners came to each step
  // For each misconception that a wrong answer of the lesson points at: how many learners gave such an
  // answer first. In the order of misconceptions().
  std::vector<std::pair<Misconception, int>> misconceptions{};
  std::vector<QuestionTally> questions{};
};

struct ClassTally {
  int learners = 0;                    // those with at least one answer that was counted
  std::vector<LessonTally> lessons{};  // in the order of tally's argument, without lessons that nobody began
  // Sentences: "ada.json: lesson three-copies: variant 7, and there are 3".
  std::vector<std::string> left_out{};
};

// A learner's answers, and the file they came from.
struct HandedIn {
  std::string file;
  AnswerFile answers;
};

// Records that cannot be counted are left out, each with a sentence. An error is a lesson's: a right answer
// cannot be computed.
Result<ClassTally> tally(const std::vector<HandedIn>&, const std::vector<Lesson>& lessons, const Laboratory&);

}  // namespace commlab
