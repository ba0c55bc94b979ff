#pragma once
// Predicted times beside measured ones, as a table, JSON and CSV.

#include <string>
#include <vector>

#include "core/plan/setup.h"
#include "gui/experiments/compare_row.h"

namespace commlab {

// Every size is measured in this many sweeps, seconds apart. The reported median is the smallest of the
// sweeps' medians; min and max are over all sweeps.
inline constexpr int compare_sweeps = 3;

struct Compared {
  std::string line;              // repeats the comparison if typed after "commlab compare"
  Setup setup;                   // the first backend's; all times are predicted on its machine
  std::vector<CompareRow> rows;  // never empty
  Provenance provenance{};       // of these measurements
};

std::string compare_text(const Compared&);
std::string compare_json(const Compared&);
std::string compare_csv(const std::vector<CompareRow>&);

}  // namespace commlab
