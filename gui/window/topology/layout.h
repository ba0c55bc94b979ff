#pragma once
// Where GPUs, switches and links of a topology are drawn. The layout is computed without forces and random
// numbers, so the picture is the same each time.
//
// Where there is room, a GPU is drawn as its buffer: its name above a grid of its chunks. Else it is a disc.
//
//   ellipse    GPUs joined directly (rings, meshes of all with all, hybrid cubes); rank 0 on top, clockwise;
//              a ring of many buffers is bent into two rows; discs stand on a circle
//   lattice    meshes and tori, row by row
//   bar        up to 8 GPUs in a row under their NVSwitch, up to 16 in two rows above and below it
//   star       more GPUs around the NVSwitch
//   rows       PCIe trees, sockets on top; nodes of a cluster, NICs towards the network
//   tiles      clusters of more than 64 GPUs, node by node; no links are drawn, only the flows between nodes
//   cells      more GPUs than a circle can show: one small square each
//
// Boxes and wires that no message of the trace uses (NICs within one node, PCIe beside NVLink) are left out,
// unless nothing else is left.

#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"
#include "gui/picture/canvas.h"
#include "gui/picture/wiring.h"
#include "gui/window/draw/polyline.h"

namespace commlab {

// How much detail GPUs and transfers show.
enum class TopologyDetail : std::uint8_t {
  labelled,  // up to 16 GPUs: names, chunks, numbered transfers
  plain,     // up to 64 GPUs: chunks and transfers without words
  coarse,    // up to 256 GPUs: a filling for each GPU, only the selected transfers
  crowd      // more GPUs: one square for each
};

struct TopologyLayout {
  struct BoxPlace {
    Area area{};           // empty: not drawn
    bool bar = false;      // a long box: messages slide along it; they cross other boxes from port to port
    std::string name{};    // "rank 3", "GPU 3", "nvswitch"; empty: no room for it
    PicturePoint label{};  // the middle of the name
    double label_width = 0;
    bool drawn() const { return area.width > 0; }
  };
  struct Tile {
    std::string title;  // "node 3"; empty: no room for it
    Area area;
    PicturePoint label;  // the middle of the title
  };
  // The groups of ranks of a run of which only one group was recorded: a row of small tiles, one of them open.
  struct Groups {
    Area area;             // empty: all ranks are drawn, or there is no room
    std::string title;     // "1 of 128 equal nodes"
    PicturePoint label;    // the middle of its left end
    int count = 0;
    int open = 0;
    int columns = 0;
    double side = 0;       // of a tile, with the gap to the next

    Area tile(int n) const {
      return {area.x + side * (n % columns), area.y + side * (n / columns), 0.84 * side, 0.84 * side};
    }
    bool drawn() const { return area.width > 0; }
  };
  // A GPU that is drawn as its buffer: its chunks row by row, below its name.
  struct Grid {
    int chunks = 0;
    int columns = 0;  // 0: GPUs are discs or squares
    int rows = 0;
    double cell_width = 0;
    double cell_height = 0;
    double head = 0;  // height of the name

    bool drawn() const { return columns > 0; }
    double width() const { return columns * cell_width + 2 * edge; }
    double height() const { return head + rows * cell_height + edge; }

    static constexpr double edge = 4;  // around the chunks
  };
  Area area;  // the whole picture
  TopologyDetail detail = TopologyDetail::labelled;
  bool round = true;             // GPUs are discs; false: squares
  Wiring wiring;                 // the boxes and wires that are drawn
  std::vector<BoxPlace> places;  // by box
  std::vector<Polyline> wires;   // by wire: from the edge of box `a` to that of box `b`; empty: not drawn
  std::vector<bool> two_way;     // by wire: messages of the trace go in both directions
  std::vector<Tile> tiles;       // nodes of a cluster, leaves of a fat tree; may be none
  std::vector<int> tile_of;      // rank -> tile; empty if there are no tiles
  Rank first_rank = 0;           // of the first GPU that is drawn
  Groups groups;
  Grid grid;
  double radius = 0;             // of the GPUs; of buffers, half of the shorter side
  double hole = 0;               // radius of the hole in the ring of chunks, for the label
  double zoom = 1;               // of chunks and messages on a large screen
  double token = 0;              // height of a transfer's mark
  double token_width = 0;
  double reserved = 0;           // the width at the right end of the legend's line that is not the legend's
  double letters = 13;           // size of the smallest text
  double line = 1;               // factor on line widths

  // Not drawn for a rank that was not recorded.
  const BoxPlace& of_rank(Rank rank) const {
    static const BoxPlace nowhere;
    const int box = wiring.box_of[rank];
    return box < 0 ? nowhere : places[box];
  }
  // The chunk's place in a rank's buffer. REQUIRES: buffers are drawn, and it is one of their chunks.
  Area cell(Rank rank, int chunk) const { return cell_in(of_rank(rank).area, chunk); }
  Area cell_in(const Area& of, int chunk) const {
    return {of.x + Grid::edge + grid.cell_width * (chunk % grid.columns),
            of.y + grid.head + grid.cell_height * (chunk / grid.columns), grid.cell_width, grid.cell_height};
  }
  bool with_links() const {
    return detail <= (tiles.empty() ? TopologyDetail::coarse : TopologyDetail::plain);
  }
  bool has_room() const { return radius > 0; }
};

}  // namespace commlab
