#pragma once
// Outcomes for programs: the fields of the design, in JSON and CSV.

#include <string>
#include <vector>

#include "core/plan/outcome.h"

namespace commlab {

// One object; several algorithms: {"rows": [...]}.
std::string outcomes_json(const std::vector<Outcome>&);
std::string outcomes_csv(const std::vector<Outcome>&);

}  // namespace commlab
