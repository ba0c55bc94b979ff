#pragma once
// What `commlab measure` writes for programs: the same numbers as measure_report.h, as JSON and CSV.

#include <optional>
#include <string>

#include "core/experiment/meter.h"
#include "gui/cli/reports/measure_report.h"
#include "gui/experiments/pair_comparison.h"

namespace commlab {

std::string measured_json(const Measurer&, const CopyReport&);
std::string measured_json(const Measurer&, const OverlapReport&);
std::string measured_json(const Measurer&, const AtomicsReport&);
std::string measured_json(const Measurer&, const PairReport&, const std::optional<PairComparison>&);

std::string measured_csv(const CopyReport&);
std::string measured_csv(const OverlapReport&);
std::string measured_csv(const AtomicsReport&);
std::string measured_csv(const PairReport&, const std::optional<PairComparison>&);

}  // namespace commlab
