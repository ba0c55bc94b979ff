#pragma once
// Which way a wire takes across the picture, from box to box.

#include <vector>

#include "gui/picture/arrangement.h"
#include "gui/picture/svg.h"
#include "gui/picture/wiring.h"

namespace commlab {

// Above the row of GPUs, the higher the farther.
std::vector<PicturePoint> arc_between(const Arrangement::Place& a, const Arrangement::Place& b);

// Straight down where one stands above the other, else down, across and down; between sockets, across.
// REQUIRES: both of its boxes have a place.
std::vector<PicturePoint> joint_of(const Wire&, const Wiring&, const Arrangement&);

}  // namespace commlab
