#pragma once
// The answers of a class: for each question how many learners were right with their first answer, how long it
// took, and which first answers they gave. Each answer is judged again, by the run of the learner's own
// variant.

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
  std::string ask;           // with "..." in place of texts that differ between the learners' variants
  int answered = 0;          // learners who answered; the counts below are counts of these
  int right_at_first = 0;    // with the first answer, or the first change of the scene
  int solved = 0;            // checks only; without learners who were told the result
  int shown = 0;
  std::int64_t hints = 0;                                    // how many hints were asked for
  std::optional<double> minutes{};                           // the median time; nothing if no times are known
  std::vector<std::pair<FirstAnswer, int>> first_answers{};  // each answer, and how many learners gave it
  std::vector<std::pair<std::string, int>> stars{};  // each aim, and how many learners reached it: "gold", 3
};

struct LessonTally {
  Lesson lesson;
  int learners = 0;
  int completed = 0;
  std::map<std::uint64_t, int> variants{};  // each variant, and how many learners had it
  std::vector<int> reached{};               // by step: how many learners came to it
  // For each misconception that a wrong answer of the lesson shows: how many learners gave such an
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

// Records that cannot be counted are left out, each with a sentence. An error: a right answer of a lesson
// cannot be computed.
Result<ClassTally> tally(const std::vector<HandedIn>&, const std::vector<Lesson>& lessons, const Laboratory&);

}  // namespace commlab
