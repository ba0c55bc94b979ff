#pragma once
// A question on paper: where the answer is written or ticked, and the teacher's key to it.

#include "core/base/error.h"
#include "lessons/class/sheet.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson.h"
#include "lessons/play/step_in_variant.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// One question, its texts filled in by the given FillIn; with its key on a teacher's sheet.
struct SheetNumber {
  int number = 1;
  bool answers = false;
};
Result<SheetQuestion> sheet_question(const Question&, const StepInVariant&, SheetNumber, SceneRunner&,
                                     const FillIn&);
// Fills in numbers, but a gap for each that tells about the run. Keeps a reference.
FillIn with_gaps(const EvaluationContext&);

}  // namespace commlab
