#pragma once
// Time against size: the curve of the shown run, and of the run before it if the two can be compared.

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
    std::string name;     // its algorithm's name, or "before the change"
    bool edited = false;  // both curves have the same algorithm
    std::vector<SweepPoint> points;
  };
  std::optional<Former> former{};  // the curve of the run before
  std::shared_ptr<const Outcome>
      tried{};  // the run for which a sweep was started without being asked; each run only once
};

// From 1 KiB to 1 GiB.
std::vector<Bytes> plotted_sizes();
// Whether predicting all sizes of the run takes at most about a second.
bool quick_to_sweep(const Outcome&);
// Call it when another run is shown. If only the size differs, the curve stays. Otherwise it becomes the
// former curve, if both runs are of the same collective on the same machine.
void follow_run(SweepState&, const Outcome& before, const Outcome& now);

}  // namespace commlab
