#pragma once
// Arcs: wires between GPUs of one row, where the GPUs hang on other boxes too. An arc leads round the GPUs in
// between, on the side of the row that has no other wires.
//
//      .--------.
//      o  o  o  o
//      |  |  |  |

#include "gui/window/topology/layout.h"

namespace commlab {

enum class ArcSide {
  above,
  below,
  outside  // away from the middle of the picture: nodes stand in two rows around their network
};

bool is_arc(const TopologyLayout&, const Wire&);
Polyline arc_between(const TopologyLayout&, ArcSide, PicturePoint from, PicturePoint to);

}  // namespace commlab
