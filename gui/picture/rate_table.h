#pragma once
// A table: how fast every GPU reaches every other, and over what, in the words of nvidia-smi topo -m.

#include <string>
#include <vector>

#include "core/machine/topology.h"
#include "gui/picture/pair_rates.h"
#include "gui/picture/svg.h"

namespace commlab {

class RateTable {
 public:
  // Shows the first 16 GPUs. Measured rates, if given, stand before the machine's rates. Keeps references to
  // both.
  explicit RateTable(const Topology&, const PairRates* measured = nullptr);

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
  void draw_measured(Svg&, Bandwidth measured, double difference_percent, Bandwidth known,
                     PicturePoint corner) const;

  const Topology& topology_;
  const PairRates* measured_;
  double cell_width_;
  int gpus_;
  std::vector<Cell> cells_;
  Bandwidth least_;  // the slowest and the fastest rate
  Bandwidth most_;
};

}  // namespace commlab
