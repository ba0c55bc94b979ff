#pragma once
// How long a learner thinks about an answer: from when the step was opened, or from the answer before.

#include <cstdint>
#include <optional>

#include "lessons/model/laboratory.h"
#include "lessons/play/lesson_record.h"

namespace commlab {

class AnswerClock {
 public:
  // The step is shown; the same step again changes nothing.
  void begin(int step, const Laboratory&);
  // The answer is given now. Without a clock in the laboratory, nothing is kept.
  void keep_time(LessonRecord::Answer&, const Laboratory&);
  void forget() { step_.reset(); }

 private:
  std::optional<int> step_;
  std::optional<std::int64_t> since_;  // UTC
};

}  // namespace commlab
