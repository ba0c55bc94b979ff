#pragma once
// How the columns of a table share a line, as in CSS 2.1, 17.5.2.2 (automatic table layout): each has room
// for its longest word, then what is left goes to those that want more.

#include <vector>

namespace commlab {

struct ColumnWidth {
  double least = 0;  // of its longest word
  double whole = 0;  // of its longest cell in one line; at least `least`
};

// The widths of all columns; together they fill the room. Where even the longest words do not fit, all
// columns shrink by the same factor.
std::vector<double> share_line(const std::vector<ColumnWidth>&, double room);

}  // namespace commlab
