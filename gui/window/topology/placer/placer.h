#pragma once
// Computes a TopologyLayout: places the boxes, family by family, finds the lines of wires between them, and
// names the GPUs.

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
