#pragma once
// The areas of the window's parts. They never overlap and never leave the window. A part that is not shown
// has an empty area.
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

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

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

// Of the headline's letters.
constexpr double headline_size(const Theme& theme) { return theme.font * 1.2; }

}  // namespace commlab
