#pragma once
// What `commlab measure` says: tables with a sentence under them, JSON, CSV. Of every number the median of
// its rounds, the least and the most, and the first call on its own.

#include <optional>
#include <string>

#include "core/experiment/meter.h"
#include "gui/experiments/pair_comparison.h"

namespace commlab {

// Who measured, and, where the user did not choose, why that one.
struct Measurer {
  std::string name;
  std::string why{};
};

std::string measured_text(const Measurer&, const CopyReport&);
std::string measured_text(const Measurer&, const OverlapReport&);
std::string measured_text(const Measurer&, const AtomicsReport&);
// With a machine's rates beside the measured ones where there are.
std::string measured_text(const Measurer&, const PairReport&, const std::optional<PairComparison>&);

}  // namespace commlab
