#pragma once
// The points that are marked on a curve of time against size: computed here, drawn elsewhere.
//
// n½ (Hockney 1994) is the size at which half of the bandwidth of large messages is reached: there, latency
// costs as much time as the bytes. For smaller sizes, algorithms with fewer steps win; for larger sizes,
// those that send fewer bytes.

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

// Nothing if the bandwidth still grows at the largest size, or if even the smallest size reaches half of it.
std::optional<double> half_bandwidth_size(const std::vector<SweepPoint>&);
// The sizes at which the curves cross, in order. Each lies between two sizes that both curves have.
std::vector<double> crossovers(const std::vector<SweepPoint>&, const std::vector<SweepPoint>&);

// Rounded to two digits, because a place between two sizes is not known more exactly: "350 KiB".
std::string rough_size(double bytes);

// Predicted microseconds at a size, on the straight line between the two nearest points; nothing outside of
// the points.
std::optional<double> predicted_microseconds(const std::vector<SweepPoint>&, double bytes);

// "tree is faster up to 64 KiB, ring above; half of the full bandwidth at 350 KiB (n½)": empty if there are
// no marks. `now`: the algorithm's name.
std::string marks_sentence(const PlotMarks&, const SweepState&, std::string_view now);

}  // namespace commlab
