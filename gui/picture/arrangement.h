#pragma once
// Where the boxes of a machine's picture are.

#include <optional>
#include <string>
#include <vector>

#include "gui/picture/svg.h"
#include "gui/picture/wiring.h"

namespace commlab {

struct Arrangement {
  struct Place {
    PicturePoint center;
    double width;
    double height;

    double left() const { return center.x - width / 2; }
    double right() const { return center.x + width / 2; }
    double top() const { return center.y - height / 2; }
    double bottom() const { return center.y + height / 2; }
  };
  struct Tile {  // the frame around one node of a cluster
    std::string title;
    PicturePoint corner;
    double width;
    double height;
  };
  struct Note {
    PicturePoint at;
    std::string words;
  };
  std::vector<std::optional<Place>> places;  // one for each box; nothing: not drawn
  std::vector<Tile> tiles;
  std::vector<Note> notes;
  double width = 0;
  double height = 0;
};

// The GPUs on a circle, gpu0 on top, clockwise; nothing else.
Arrangement circle_of(const Wiring&);
// Everything in rows: NVSwitches, GPUs, PCIe switches, NICs, sockets; leaf switches, spine. `with_arcs`:
// leaves room above the GPUs for NVLinks that join them directly. If a node has more than `most_gpus` GPUs,
// only the first ones and the last one are placed.
Arrangement rows_of(const Wiring&, bool with_arcs, int most_gpus = 16);

}  // namespace commlab
