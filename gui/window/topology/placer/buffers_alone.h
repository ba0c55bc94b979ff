#pragma once
// Buffers of GPUs that are joined directly, in the shape that their wires make. A GPU without a wire is not
// drawn.
//
//      ring        an ellipse as wide as the picture, rank 0 on top; in two rows if they are larger then
//      chain       one row, or two
//      tree        the root on top, each child below its parent
//      hypercube   two squares, one behind the other; of four dimensions, two cubes
//      others      an ellipse, so that no wire passes behind a GPU

#include "gui/window/topology/layout.h"

namespace commlab {

// `root`: of a tree. False, and nothing is placed, if buffers do not fit. REQUIRES: all boxes are GPUs.
bool place_buffers_alone(TopologyLayout&, Rank root);
// The same tree of discs, which need less room. False, and nothing is placed, if wires make no tree with
// branches.
bool place_tree_of_discs(TopologyLayout&, Rank root);

}  // namespace commlab
