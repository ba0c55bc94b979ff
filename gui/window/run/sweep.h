#pragma once
// Time against size: the curve of the run that is shown, and of the one before it where the two can be
// compared.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/window/run/window_tools.h"

namespace commlab {

enum class PlotKind : std::uint8_t { time, busbw, ratio };

// The sweep over sizes beside the scene.
struct SweepState {
  std::vector<SweepPoint> points;
  std::optional<Overlay> overlay;
  PlotKind kind = PlotKind::time;
  std::optional<Bytes> dragged;  // the cursor, while it is being dragged to another size
  struct Former {
    std::string name;     // of its algorithm; or that it is of before an edit
    bool edited = false;  // the same algorithm
    std::vector<SweepPoint> points;
  };
  std::optional<Former> former{};         // of the run before
  std::shared_ptr<const Played> tried{};  // was swept without being asked, which is not done twice
};

// From 1 KiB to 1 GiB.
std::vector<Bytes> plotted_sizes();
// Whether all sizes of the run are predicted within about a second.
bool quick_to_sweep(const Played&);
// Another run is shown from now on: the same curve where only its size differs; else the curve becomes the
// former one where both are of one collective on one machine.
void follow_run(SweepState&, const Played& before, const Played& now);

}  // namespace commlab
