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
// For a script, and with a lesson on the left:
//
//   +---------+---------------------+     +---------+---------------------+
//   | listing | lanes               |     | lesson  | topology  | matrix  |
//   +---------+---+-----------------+     |         +---------------------+
//   | tensors     | outcome         |     |         | timeline            |
//   +-------------+-----------------+     +---------+---------------------+
//
// For a script in the arrangement `learn`, or if a lesson's view puts the machine first: topology and lanes,
// with the script's text beside or below them.

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
  Area listing{};  // a script's text
  Area lanes{};
  Area tensors{};
  Area outcome{};  // empty if there is no room; then both share the tensors' area
  Area launch{};
  Area counters{};  // a lesson's counters
  Area caption{};
  Area headline{};         // for the arrangement `present`: what is run, and its goal
  Area column_splitter{};  // between topology and matrix; can be dragged
  Area row_splitter{};     // above the timeline; can be dragged
};

// The size of the headline's letters.
constexpr double headline_size(const Theme& theme) { return theme.font * 1.2; }

}  // namespace commlab
