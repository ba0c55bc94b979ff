#pragma once
// Numbers with words beside them, as explore blocks and views show them.

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"

namespace commlab {

// `words`: from words_of(). While the run is locked, "?" replaces each number that tells about the run. An
// error: the expression, or one in the label, cannot be computed.
Result<LabelledValue> labelled_value(const LabelledExpression&, const EvaluationContext&,
                                     const VariantValues& words, bool locked = false);

}  // namespace commlab
