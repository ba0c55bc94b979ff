#pragma once
// Where the parts of the window are: areas that never overlap and never leave it. A part that this
// arrangement does not show has an empty area.
//
//   transport                            play, step, time
//   scenario                             what is run
//   +-----------+--------+-------------+
//   | topology  | matrix | tabs        |  plot, stats, log
//   |           |        | inspector   |  later: a lesson
//   +-----------+--------+-------------+
//   | timeline                         |
//   +----------------------------------+
//   caption                              one sentence

#include "gui/picture/canvas.h"
#include "gui/window/settings.h"
#include "gui/window/theme.h"
#include "gui/window/view.h"

namespace commlab {

struct WindowLayout {
  Area transport{};
  Area scenario{};
  Area topology{};
  Area matrix{};
  Area tabs{};
  Area inspector{};
  Area timeline{};
  Area caption{};
  Area headline{};         // present: what is shown, and its goal
  Area column_splitter{};  // to be dragged: between topology and matrix
  Area row_splitter{};     // above the timeline
};

// `scenario_rows`: of buttons; 0: hidden. In a small window there are fewer panels, the topology last.
WindowLayout layout_of_window(double width, double height, const Theme&, const Settings&, Arrange,
                              int scenario_rows, bool transport = true, int headline_lines = 1);

// Of the headline's letters.
constexpr double headline_size(const Theme& theme) { return theme.font * 1.2; }

}  // namespace commlab
