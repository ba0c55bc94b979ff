#pragma once
// Answers queries about a script's run.

#include <optional>

#include "core/base/error.h"
#include "core/script/run.h"
#include "lessons/expression/evaluate.h"

namespace commlab {

Result<Value> query_result(const ScriptRun&, const RunQuery&);
// If the query asks for all outcomes of an element: that element, because the script must be run for it.
// Nothing for other queries.
Result<std::optional<ScriptElement>> outcomes_asked(const RunQuery&);

}  // namespace commlab
