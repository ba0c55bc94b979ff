#pragma once
// A run as a diagram of its steps: each rank has a node for each column, and a message of step k leads from
// column k to column k + 1. Column 0 is the input, the last one the output.
//
//      input   step 1
//       0 -------- 0
//           \ /
//            X           recursive doubling is a butterfly, a ring a shift by one,
//           / \         a tree half as many lines each time
//       1 -------- 1

#include <string>

#include "gui/window/run/scene.h"

namespace commlab {

// Empty if there is such a diagram; else a sentence that says why not.
std::string why_no_stages(const Scene&);
// The columns of the diagram: one more than the algorithm has steps.
int columns_of(const Scene&);
// The node of a rank in a column.
constexpr NodeId staged_node(int ranks, int column, Rank rank) { return column * ranks + rank; }
// It takes as long as any scene is made. REQUIRES: why_no_stages() is empty.
ScenePointer staged_scene(const Scene&);

}  // namespace commlab
