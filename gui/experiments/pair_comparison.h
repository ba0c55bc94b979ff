#pragma once
// Measured copies between places, beside the rates of the same pairs in a machine file. Place i is the
// machine's GPU i.

#include <optional>
#include <vector>

#include "core/experiment/meter.h"
#include "core/machine/machine.h"

namespace commlab {

struct PairComparison {
  std::string machine;
  struct Row {
    int from;
    int to;
    Bandwidth measured;                                // one way
    std::optional<Bandwidth> expected;                 // the narrowest link's of the route; nothing: no route
    std::optional<double> difference_percent() const;  // 100 * (measured - expected) / expected
  };
  std::vector<Row> rows;  // one for each pair of the report, in the same order
};

// An error: the machine has fewer GPUs than there are places.
Result<PairComparison> compare_pairs(const PairReport&, const Machine&);

}  // namespace commlab
