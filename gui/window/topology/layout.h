#pragma once
// Where GPUs, switches and links of a topology are drawn. No forces, no chance: the same picture each time.
//
//   circle     GPUs joined directly (rings, meshes of all with all, hybrid cubes); rank 0 on top, clockwise
//   lattice    meshes and tori, row by row
//   bar        up to 8 GPUs in a row under their NVSwitch, up to 16 in two rows around it
//   star       more of them round it
//   rows       PCIe trees, sockets on top; nodes of a cluster, NICs towards the network
//   tiles      clusters of more than 64 GPUs, node by node; no links are drawn, only what flows between nodes
//   cells      more GPUs than a circle can show: one small square each
//
// What no message of the trace uses (NICs within one node, PCIe beside NVLink) is left out, unless there is
// nothing else.

#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "gui/picture/canvas.h"
#include "gui/picture/wiring.h"
#include "gui/window/draw/polyline.h"

namespace commlab {

// How much detail GPUs and transfers have.
enum class TopologyDetail : std::uint8_t {
  labelled,  // up to 16 GPUs: names, chunks, numbered transfers
  plain,     // up to 64: chunks and transfers without words
  coarse,    // up to 256: a filling per GPU, transfers of what is selected only
  crowd      // more: one square per GPU
};

struct TopologyLayout {
  struct BoxPlace {
    Area area{};           // empty: not drawn
    bool bar = false;      // messages slide along it; other boxes they cross from port to port
    std::string name{};    // "rank 3", "GPU 3", "nvswitch"; empty: no room for it
    PicturePoint label{};  // its middle
    double label_width = 0;
    bool drawn() const { return area.width > 0; }
  };
  struct Tile {
    std::string title;  // "node 3"; empty: no room for it
    Area area;
    PicturePoint label;  // its middle
  };
  Area area;  // of the whole picture
  TopologyDetail detail = TopologyDetail::labelled;
  bool round = true;             // GPUs are discs, else squares
  Wiring wiring;                 // what is drawn
  std::vector<BoxPlace> places;  // of each box
  std::vector<Polyline> wires;  // of each wire, from the edge of its `a` to that of its `b`; empty: not drawn
  std::vector<bool> two_way;    // of each wire: messages of the trace go in both directions
  std::vector<Tile> tiles;      // nodes of a cluster, leaves of a fat tree; may be none
  std::vector<int> tile_of;     // rank -> tile; empty where there are none
  double radius = 0;            // of GPUs
  double hole = 0;              // inside the ring of chunks, for the label
  double token = 0;             // side of a transfer's mark
  double letters = 13;          // size of the smallest text
  double line = 1;              // factor on widths of lines

  const BoxPlace& of_rank(Rank rank) const { return places[wiring.box_of[rank]]; }
  bool with_links() const {
    return detail <= (tiles.empty() ? TopologyDetail::coarse : TopologyDetail::plain);
  }
  bool has_room() const { return radius > 0; }
};

}  // namespace commlab
