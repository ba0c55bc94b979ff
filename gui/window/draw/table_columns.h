#pragma once
// How the columns of a table share a line, as in CSS 2.1, 17.5.2.2 (automatic table layout): each column has
// room for its longest word, and the rest of the line goes to the columns whose cells need more.

#include <vector>

namespace commlab {

struct ColumnWidth {
  double least = 0;  // width of its longest word
  double whole = 0;  // width of its longest cell in one line; at least `least`
};

// The widths of all columns; together they fill the room. If even the longest words do not fit, all columns
// shrink by the same factor.
std::vector<double> share_line(const std::vector<ColumnWidth>&, double room);

}  // namespace commlab
