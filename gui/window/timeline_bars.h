#pragma once
// The bars of the timeline, where there is room for a shape each; and what is drawn over them.

#include <optional>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/panel.h"
#include "gui/window/timeline_layout.h"

namespace commlab {

// One bar, or several that are too short to be told apart.
struct Piece {
  std::int32_t transfer;  // the first
  int count;
  double left;
  double sent;   // where its last byte has left
  double right;  // where it has arrived, or the next one starts
  double ready;  // where it could have started
};

// Of what is visible of a track, from left to right.
std::vector<Piece> pieces_of(const Track&, const TimeRuler&);

void draw_bars(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);
// Transfers each of which waited for the one before, as a chain of outlines.
void draw_critical_chain(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);
// An outline round the selected transfer, and an arrow to whom it goes.
void draw_selected_transfer(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

// Diagonal lines, cut at the edges: copies.
void draw_hatch(Canvas&, const Area&, double apart, Color);
// The outline of a bar of the run before the last change.
void draw_ghost_bar(Canvas&, const Area&, const Theme&);

}  // namespace commlab
