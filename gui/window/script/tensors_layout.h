#pragma once
// Where the picture of a script's tensors has their elements: a line for each rank, under the tensor's name.
//
//            before    now             now                 now
//   rank 0   1 1 1  -> 4 4 1    rank 0 4 4 1    rank 0     4 4
//   rank 1   1 1 1  -> 3 3 4    rank 1 3 3 4               1
//
// All elements of all ranks are seen wherever there is room. For this tensors go on in further columns, side
// by side; the letters may become smaller; if that is not enough, what was before is left out; then a rank's
// elements go on in further lines.

#include <cstdint>
#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

struct TensorsLayout {
  // Tensors of one name, rank by rank.
  struct Group {
    std::string name;
    std::vector<std::size_t> tensors;  // indices into the run's
    double cell = 0;                   // the width that any of its elements has room in
    std::size_t elements = 0;          // of a rank's tensor
    std::size_t per_line = 0;          // fewer than there are, and only one line: the rest is counted
    std::size_t lines = 1;             // of a rank
    double left = 0, top = 0;          // of its heading, right of and below the corner of all
  };
  double letters = 0;
  bool with_before = true;
  std::vector<double> columns{};  // the left edge of each, from that of all
  double column = 0;              // the width of each
  double heads = 0;               // height of the line above all: what stands below
  double heading = 0;             // height of a group's
  double line = 0;                // height of a rank's
  double ranks = 0;               // width of the column of their names
  double before = 0;              // and of what was before
  double arrow = 0;               // and between the two
  double height = 0;              // of the highest column
  std::vector<Group> groups;
};

// `least_letters`: how small they may become, in pixels.
TensorsLayout lay_out_tensors(const Canvas&, const Area&, const ScriptShown&, double least_letters);

}  // namespace commlab
