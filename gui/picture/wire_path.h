#pragma once
// The path of a wire across the picture, from box to box.

#include <vector>

#include "gui/picture/arrangement.h"
#include "gui/picture/svg.h"
#include "gui/picture/wiring.h"

namespace commlab {

// An arc above the row of GPUs; the farther apart the two are, the higher it is.
std::vector<PicturePoint> arc_between(const Arrangement::Place& a, const Arrangement::Place& b);

// Straight down if one box is above the other, otherwise down, across and down; across between sockets.
// REQUIRES: both boxes of the wire have a place.
std::vector<PicturePoint> joint_of(const Wire&, const Wiring&, const Arrangement&);

}  // namespace commlab
