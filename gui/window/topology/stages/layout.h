#pragma once
// Where the diagram of an algorithm's steps is drawn: a row for each rank, a column for the input and one for
// each step. Where not all columns fit, it shows the columns around the present step; they change only when
// that step has left them, so that messages are seen to move, and not the page.
//
//             input        step 1        step 2
//     rank 0   [2]----------[2]-----------[2]
//                  \     /
//     rank 1   [1]----------[3]-----------[3]

#include <string>
#include <vector>

#include "core/base/index.h"
#include "gui/window/run/staged_scene.h"
#include "gui/window/topology/layout.h"

namespace commlab {

struct StagedLayout {
  struct Head {
    std::string words;
    PicturePoint middle;
  };
  // How the staged scene is drawn: boxes are ranks in columns, and only those of visible columns are placed.
  TopologyLayout drawn;
  int ranks = 0;
  int columns = 0;            // of the diagram
  int first = 0;              // of the columns that are visible
  int visible = 0;            // 0: there is no room
  std::vector<Head> heads{};  // above the visible columns
  std::vector<Head> names{};  // of ranks, left of the columns

  bool has_room() const { return visible > 0; }
  bool shows(int column) const { return column >= first && column < first + visible; }
  const Area& box(Rank rank, int column) const {
    return drawn.places[index(drawn.wiring.box_of[index(staged_node(ranks, column, rank))])].area;
  }
};

// The first visible column of those that fit while this step is the present one: the step's messages are
// visible, and those of the next step.
int first_column(int step, int columns, int visible);

// `step`: the present one. REQUIRES: the trace of a staged scene with so many columns.
StagedLayout lay_out_stages(const Trace&, int columns, int step, const Area&, double letters, double line);

}  // namespace commlab
