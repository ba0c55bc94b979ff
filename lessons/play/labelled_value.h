#pragma once
// Numbers with words beside them, as explore blocks and views show them.

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"

namespace commlab {

// `words`: of words_of(). Where the run is locked, "?" stands for what tells of it. An error: its expression,
// or one in its label, cannot be computed.
Result<LabelledValue> labelled_value(const LabelledExpression&, const EvaluationContext&,
                                     const VariantValues& words, bool locked = false);

}  // namespace commlab
