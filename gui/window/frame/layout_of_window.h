#pragma once
// Where the parts of the window are: areas that never overlap and never leave it. A part that this
// arrangement does not show has an empty area.
//
//   transport                            play, step, time
//   scenario                             what is run
//   +-----------+--------+-------------+
//   | topology  | matrix | tabs        |  plot, stats, log
//   |           |        | inspector   |
//   +-----------+--------+-------------+
//   | timeline                         |
//   +----------------------------------+
//   caption                              one sentence
//
// Of a script, or with a lesson on the left:
//
//   +---------+---------------------+     +---------+---------------------+
//   | listing | lanes               |     | lesson  | topology  | matrix  |
//   +---------+---+-----------------+     |         +---------------------+
//   | tensors     | outcome         |     |         | timeline            |
//   +-------------+-----------------+     +---------+---------------------+
//
// Of a script, arranged to be learned from, or where a lesson's view puts the machine first: topology and
// lanes, and its text beside or below them.

#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/run/view.h"
#include "gui/window/session/settings.h"

namespace commlab {

// What there is to see.
enum class WindowContent : std::uint8_t {
  experiment,
  script,
  launch,          // processes on nodes
  machine,         // at rest: a lesson's prediction is open
  script_at_rest,  // likewise, of a script
};

// What a lesson's view puts first: as view_layouts (lessons/lesson.h) has their names.
enum class LessonView : std::uint8_t { usual, topology, timeline, matrix, lanes, tensors };
// Of view_panels.
enum class PicturePanel : std::uint8_t { topology, matrix, timeline, listing, lanes, tensors, outcome };

// How a lesson wants its pictures arranged.
struct LessonArrangement {
  LessonView first = LessonView::usual;
  // These alone, where any of them is of what there is to see; else as usual.
  std::vector<PicturePanel> panels{};
  bool counters = false;    // numbers above them
  bool presented = false;   // to a class: its text is larger
  bool page_alone = false;  // there is no picture beside it
};

struct WindowLayout {
  Area transport{};
  Area scenario{};
  Area topology{};
  Area matrix{};
  Area tabs{};
  Area inspector{};
  Area timeline{};
  Area lesson{};
  Area listing{};  // of a script
  Area lanes{};
  Area tensors{};
  Area outcome{};  // where there is no room for it, the tensors' area is for both
  Area launch{};
  Area counters{};  // a lesson's
  Area caption{};
  Area headline{};         // present: what is shown, and its goal
  Area column_splitter{};  // to be dragged: between topology and matrix
  Area row_splitter{};     // above the timeline
};

// `scenario_rows`: of buttons; 0: hidden. In a small window there are fewer panels, the topology last.
WindowLayout layout_of_window(double width, double height, const Theme&, const Settings&, Arrange,
                              int scenario_rows, bool transport = true, int headline_lines = 1,
                              WindowContent = WindowContent::experiment, const LessonArrangement& = {});

// Of the headline's letters.
constexpr double headline_size(const Theme& theme) { return theme.font * 1.2; }

}  // namespace commlab
