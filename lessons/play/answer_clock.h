#pragma once
// Measures how long a learner thinks about an answer: the time since the step was opened, or since the answer
// before.

#include <cstdint>
#include <optional>

#include "lessons/model/laboratory.h"
#include "lessons/play/lesson_record.h"

namespace commlab {

class AnswerClock {
 public:
  // Call it when a step is shown. The same step again changes nothing.
  void begin(int step, const Laboratory&);
  // Stores in the answer that it is given now, and how long it took. Without a clock in the laboratory,
  // stores nothing.
  void keep_time(LessonRecord::Answer&, const Laboratory&);
  void forget() { step_.reset(); }

 private:
  std::optional<int> step_;
  std::optional<std::int64_t> since_;  // seconds since 1970, UTC
};

}  // namespace commlab
