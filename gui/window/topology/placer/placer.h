#pragma once
// Computes a TopologyLayout: places the boxes, family by family, finds the lines of wires between them, and
// names the GPUs. Its parts: placer.cpp (GPUs alone, one NVSwitch), rows.cpp (trees, and the inside of nodes)
// and clusters.cpp.

#include <cmath>
#include <map>
#include <vector>

#include "gui/window/topology/layout.h"
#include "gui/window/topology/placer/arcs.h"
#include "gui/window/topology/placer/groups.h"

namespace commlab {

class TopologyPlacer {
 public:
  TopologyPlacer(const Trace& trace, const Area& area, double letters, double line);
  TopologyLayout placed() &&;

 private:
  using BoxPlace = TopologyLayout::BoxPlace;

  int gpus() const { return topology_.gpus; }
  const Box& box(int id) const { return layout_.wiring.boxes[id]; }

  void place();

  // -- GPUs alone

  void place_alone();
  void place_circle(PicturePoint center, const int* hub);
  // Planes side by side where there are more than two sides.
  void place_lattice(const std::vector<int>& sides);
  // Row by row, to and fro, so that neighbours in a ring stay neighbours.
  void place_snake(const Area& area);

  // -- One NVSwitch

  void place_bar(int nvswitch);
  void place_around(int nvswitch);

  // -- Rows

  void place_tree();
  Wiring wiring_within(const std::vector<int>& boxes) const;
  struct RowPlan {
    std::vector<std::vector<int>> rows;  // boxes, from the top
    std::map<int, double> x;             // of each, in [0, 1]
    bool arcs = false;                   // GPUs of one row are joined directly
    double most = 1;                     // boxes of the longest row
  };

  RowPlan plan_rows(const std::vector<int>& boxes) const;
  // A cluster's, below or above their NVSwitch: GPUs take more of the little height, so that names fit them.
  bool has_low_nodes() const;
  // What a row wants of the height.
  double weight_of(const std::vector<int>& row, bool arcs) const;
  // Row by row within the area; `upside_down`: what hangs below the GPUs stands above them.
  void place_rows(const std::vector<int>& boxes, const Area& area, bool upside_down);
  void place_row(const std::vector<int>& row, const RowPlan& plan, const Area& area, double y, double high);
  // If none of the boxes has room for its name, one name for all of them stands left of the first node.
  void name_row(const std::vector<int>& row);
  // Writes a name in the middle of its box, if there is room.
  void name_inside(int id);

  // -- Clusters

  // Nodes in one row below the network, or in two around it: whichever leaves more room for each box.
  void place_cluster();
  // Its name, and that of its NVSwitch, are written on the far side from the network.
  void place_node(int node, const Area& tile, bool above);

  void fit_token();

  const Trace& trace_;
  Topology topology_;
  TopologyLayout layout_;
  Area area_;
  bool labelled_ = true;
  ArcSide arcs_ = ArcSide::above;
  BoxGroups groups_;
};

// `letters`: the size of the smallest text, in pixels; `line`: the theme's factor on widths.
TopologyLayout lay_out(const Trace&, const Area&, double letters, double line = 1);

}  // namespace commlab
