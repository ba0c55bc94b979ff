#include "lessons/play/answer_clock.h"

#include <algorithm>

namespace commlab {

void AnswerClock::begin(int step, const Laboratory& laboratory) {
  if (step_ == step) return;
  step_ = step;
  since_ = laboratory.clock ? std::optional(laboratory.clock()) : std::nullopt;
}

void AnswerClock::keep_time(LessonRecord::Answer& answer, const Laboratory& laboratory) {
  if (!laboratory.clock) return;
  const std::int64_t now = laboratory.clock();
  answer.answered = now;
  if (since_) answer.took = std::max<std::int64_t>(0, now - *since_);
  since_ = now;
}

}  // namespace commlab
