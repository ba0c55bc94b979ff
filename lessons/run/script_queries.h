#pragma once
// Queries of a script's run.

#include <optional>

#include "core/base/error.h"
#include "core/script/run.h"
#include "lessons/expression/evaluate.h"

namespace commlab {

Result<Value> query_result(const ScriptRun&, const RunQuery&);
// The element whose every outcome the query asks for: the script must then be run for it. Nothing for other
// queries.
Result<std::optional<ScriptElement>> outcomes_asked(const RunQuery&);

}  // namespace commlab
