#pragma once
// A question on paper: gaps or choices for the answer, and the teacher's key.

#include "core/base/error.h"
#include "lessons/class/sheet.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson.h"
#include "lessons/play/step_in_variant.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// One question with its texts filled in by the given FillIn, and with its key if it is for a teacher's sheet.
struct SheetNumber {
  int number = 1;
  bool answers = false;
};
Result<SheetQuestion> sheet_question(const Question&, const StepInVariant&, SheetNumber, SceneRunner&,
                                     const FillIn&);
// Fills in numbers, but gives a gap for each number that tells about the run. Keeps a reference.
FillIn with_gaps(const EvaluationContext&);

}  // namespace commlab
