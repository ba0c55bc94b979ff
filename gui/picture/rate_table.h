#pragma once
// How fast every GPU reaches every other, and how, in the words of nvidia-smi topo -m.

#include <string>
#include <vector>

#include "core/topology.h"
#include "gui/picture/svg.h"

namespace commlab {

class RateTable {
 public:
  explicit RateTable(const Topology&);  // kept by reference; of the first 16 GPUs

  double width() const;
  double height() const;
  void draw(Svg&, PicturePoint at) const;

 private:
  struct Cell {
    Bandwidth rate{};
    std::string reach;
  };

  double shade(Bandwidth) const;
  void draw_cell(Svg&, const Cell&, PicturePoint corner) const;

  const Topology& topology_;
  int gpus_;
  std::vector<Cell> cells_;
  Bandwidth least_;  // of all rates
  Bandwidth most_;
};

}  // namespace commlab
