#pragma once
// Numbers with words beside them, as explore blocks and views show them.

#include "core/base/error.h"
#include "lessons/evaluate.h"
#include "lessons/scene.h"
#include "lessons/step_content.h"

namespace commlab {

// `words`: of words_of(). Where the run is locked, "?" stands for what tells of it. An error: its expression,
// or one in its label, cannot be computed.
Result<LabelledValue> labelled_value(const LabelledExpression&, const Surroundings&, const Drawn& words,
                                     bool locked = false);

}  // namespace commlab
