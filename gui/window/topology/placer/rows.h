#pragma once
// Boxes in rows, above or below the boxes that they hang on: a PCIe tree, and each node of a cluster. A plan
// says which boxes share a row and how much of the height a row wants; then the rows are placed in an area.
//
//      o  o     o  o
//     [pcie]   [pcie]
//         [ cpu ]

#include <map>
#include <vector>

#include "gui/window/topology/layout.h"
#include "gui/window/topology/placer/arcs.h"

namespace commlab {

struct RowPlan {
  struct Row {
    std::vector<int> boxes;
    NodeType type;  // of all of them
    double weight;  // what it wants of the height; GPUs want more
  };
  std::vector<Row> rows;    // from the top: NVSwitches, GPUs, then the boxes that GPUs hang on
  std::map<int, double> x;  // of each box, in [0, 1]
  bool arcs = false;        // GPUs of one row are joined directly
  bool low = false;         // the height is small: GPUs take more of it, so that their names fit
  double most = 1;          // boxes of the longest row

  double weight() const;  // of all rows together
};

// `chunks`: those of each GPU, which may be drawn as its buffer. REQUIRES: boxes of the wiring, and a GPU
// among them.
RowPlan plan_rows(const Wiring&, const std::vector<int>& boxes, int chunks, bool low = false);

// `upside_down`: the boxes that GPUs hang on stand above them. Lowers the layout's radius if these GPUs have
// less room than GPUs placed before, whose size stays as it is.
void place_rows(TopologyLayout&, RowPlan, const Area&, bool upside_down);

// Places all boxes in the whole room, NVSwitches or sockets on top. Returns where arcs have room.
ArcSide place_tree(TopologyLayout&);

}  // namespace commlab
