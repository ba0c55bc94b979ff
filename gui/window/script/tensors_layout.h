#pragma once
// The layout of the picture of a script's tensors: under each tensor's name, a line with the elements of each
// rank.
//
//            before    now             now                 now
//   rank 0   1 1 1  -> 4 4 1    rank 0 4 4 1    rank 0     4 4
//   rank 1   1 1 1  -> 3 3 4    rank 1 3 3 4               1
//
// If there is room, all elements of all ranks are shown. To make room, in this order: tensors continue in
// further columns, side by side; the letters become smaller; the values before the run are left out; a rank's
// elements continue in further lines.

#include <cstdint>
#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

struct TensorsLayout {
  // The tensors of one name, one for each rank.
  struct Group {
    std::string name;
    std::vector<std::size_t> tensors;  // indices into the run's
    double cell = 0;                   // the width of one element, enough for any
    std::size_t elements = 0;          // of one rank's tensor; the longest
    std::size_t per_line = 0;          // elements in a line; if one line is too short, "and 5 more" follows
    std::size_t lines = 1;             // lines for one rank
    double left = 0, top = 0;          // place of its heading, relative to the picture's corner
  };
  double letters = 0;
  bool with_before = true;
  std::vector<double> columns{};  // the left edge of each, relative to the picture's
  double column = 0;              // the width of each column
  double heads = 0;               // height of the top line: "before", "now"
  double heading = 0;             // height of a group's heading
  double line = 0;                // height of one line of a rank
  double ranks = 0;               // width of the ranks' names
  double before = 0;              // width of the elements before the run
  double arrow = 0;               // width of the arrow
  double height = 0;              // height of the highest column
  std::vector<Group> groups;
};

// `least_letters`: the smallest size of letters, in pixels.
TensorsLayout lay_out_tensors(const Canvas&, const Area&, const ScriptShown&, double least_letters);

}  // namespace commlab
