#pragma once
// What `commlab measure` prints: tables, with a sentence under them. Each time is the median of all rounds;
// beside it stand the shortest, the longest and the first call's time.

#include <optional>
#include <string>

#include "core/experiment/meter.h"
#include "gui/experiments/pair_comparison.h"

namespace commlab {

// The meter that measured. `why`: the reason why it was chosen; empty: the user chose it.
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
