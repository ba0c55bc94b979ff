#pragma once
// The bars of a lane: one for each transfer, or one for several that are too short.

#include <vector>

#include "gui/window/timeline/layout.h"

namespace commlab {

// One bar, or several that are too short to be told apart.
struct Piece {
  std::int32_t transfer;  // the first one
  int count;
  double left;
  double sent;   // x: its last byte has left
  double right;  // x: it has arrived, or the next one starts
  double ready;  // x: it could have started
};

// The visible bars of a track, from left to right.
std::vector<Piece> pieces_of(const Track&, const TimeRuler&);

}  // namespace commlab
