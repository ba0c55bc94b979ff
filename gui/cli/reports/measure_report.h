#pragma once
// What `commlab measure` prints: tables, with a sentence under them. Each time is the median of all rounds,
// with the least, the most, and the first call on its own.

#include <optional>
#include <string>

#include "core/experiment/meter.h"
#include "gui/experiments/pair_comparison.h"

namespace commlab {

// Which meter measured; and where the user did not choose it, why this one.
struct Measurer {
  std::string name;
  std::string why{};
};

std::string measured_text(const Measurer&, const CopyReport&);
std::string measured_text(const Measurer&, const OverlapReport&);
std::string measured_text(const Measurer&, const AtomicsReport&);
// With a comparison, the machine's rates stand beside the measured ones.
std::string measured_text(const Measurer&, const PairReport&, const std::optional<PairComparison>&);

}  // namespace commlab
