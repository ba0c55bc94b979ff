#pragma once
// Outcomes for programs, as JSON and CSV.

#include <string>
#include <vector>

#include "core/plan/outcome.h"
#include "gui/cli/output/data.h"

namespace commlab {

Json outcome_json(const Outcome&);
// One outcome is an object; several are {"rows": [...]}. Either has the provenance, if it is known.
std::string outcomes_json(const std::vector<Outcome>&, const Provenance& = {});
std::string outcomes_csv(const std::vector<Outcome>&);

}  // namespace commlab
