#pragma once
// What a curve of time against size has that is worth a mark: arithmetic without drawing.
//
// n½ (Hockney 1994) is the size at which half of the bandwidth of large messages is reached: where latency
// costs as much as the bytes. Below it fewer steps win, above it fewer bytes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/window/run/sweep.h"

namespace commlab {

struct PlotMarks {
  std::optional<double> half_bandwidth{};  // n½, in bytes
  std::vector<double> crossovers{};        // sizes at which both curves take the same time, in bytes
};
PlotMarks marks_of(const SweepState&);

// None where bandwidth still grows at the largest size, or where even the smallest has half of it.
std::optional<double> half_bandwidth_size(const std::vector<SweepPoint>&);
// Between two sizes that both curves have; in order.
std::vector<double> crossovers(const std::vector<SweepPoint>&, const std::vector<SweepPoint>&);

// To two digits, as exact as what stands between two sizes can be: "350 KiB".
std::string rough_size(double bytes);

// Predicted microseconds at a size, between two points as on a line; none outside of them.
std::optional<double> predicted_microseconds(const std::vector<SweepPoint>&, double bytes);

// "tree is faster up to 64 KiB, ring above; half of the full bandwidth at 350 KiB (n½)": empty where there
// are no marks. `now` and `former`: the algorithms' names.
std::string marks_sentence(const PlotMarks&, const SweepState&, std::string_view now);

}  // namespace commlab
