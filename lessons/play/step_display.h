#pragma once
// Computes what a step shows to a learner: text, questions, plots and sliders.

#include <map>
#include <utility>

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/play/place_in_lesson.h"
#include "lessons/play/step_content.h"

namespace commlab {

class StepDisplay {
 public:
  // Results that are not computed or measured again, by step and by number in the step.
  struct Kept {
    std::map<std::pair<int, int>, PlotState> plots{};
    std::map<std::pair<int, int>, MeasureState::Here> measured{};
  };

  // The content of the step where the learner is. May run the scene, which takes seconds.
  Result<StepContent> content(const LearnerInLesson&);
  // A measure block of that step with this measurement, which is kept.
  Result<MeasureState> with_measurement(const LearnerInLesson&, const MeasureBlock&, int number,
                                        MeasureState::Here);

 private:
  Kept kept_;
};

}  // namespace commlab
