#pragma once
// A question on paper: where the answer is written or ticked, and the teacher's key to it.

#include "core/base/error.h"
#include "lessons/class/sheet.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson.h"
#include "lessons/play/step_in_variant.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// A question alone, its texts filled in so; with its key where there are to be answers.
struct SheetNumber {
  int number = 1;
  bool answers = false;
};
Result<SheetQuestion> sheet_question(const Question&, const StepInVariant&, SheetNumber, SceneRunner&,
                                     const FillIn&);
// A gap for all that tells the run. Keeps a reference.
FillIn with_gaps(const EvaluationContext&);

}  // namespace commlab
