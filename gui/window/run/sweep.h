#pragma once
// Time against size: the curve of the shown run, and of the run before it where the two can be compared.

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
    std::string name;     // of its algorithm; or "before the change"
    bool edited = false;  // the same algorithm
    std::vector<SweepPoint> points;
  };
  std::optional<Former> former{};          // of the run before
  std::shared_ptr<const Outcome> tried{};  // was swept unasked; that is done once
};

// From 1 KiB to 1 GiB.
std::vector<Bytes> plotted_sizes();
// Whether predicting all sizes of the run takes at most about a second.
bool quick_to_sweep(const Outcome&);
// Another run is shown now. Where only its size differs, the curve stays; otherwise it becomes the former
// curve, if both runs are of one collective on one machine.
void follow_run(SweepState&, const Outcome& before, const Outcome& now);

}  // namespace commlab
