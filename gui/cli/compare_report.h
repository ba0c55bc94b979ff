#pragma once
// Predicted next to measured: a table, JSON, CSV, and time against size as a picture.

#include <string>
#include <vector>

#include "gui/cli/compare_row.h"
#include "gui/cli/setup.h"
#include "gui/picture/chart.h"

namespace commlab {

// Every size was measured so often, seconds apart, and the quietest counts. The spread is of all.
inline constexpr int compare_sweeps = 3;

std::string compare_text(const Setup&, const std::vector<CompareRow>&);
std::string compare_json(const Setup&, const std::vector<CompareRow>&);
std::string compare_csv(const std::vector<CompareRow>&);
// A colour for each algorithm: measured with marks and their spread, predicted without, and the bound.
Chart compare_chart(const Setup&, const std::vector<CompareRow>&);

}  // namespace commlab
