#include "gui/window/draw/table_columns.h"

namespace commlab {

std::vector<double> share_line(const std::vector<ColumnWidth>& columns, double room) {
  double least = 0, whole = 0;
  for (const ColumnWidth& column : columns) {
    least += column.least;
    whole += column.whole;
  }
  std::vector<double> widths;
  for (const ColumnWidth& column : columns) {
    if (whole <= room)
      widths.push_back(column.whole + (room - whole) / static_cast<double>(columns.size()));
    else if (least <= room)
      widths.push_back(column.least + (column.whole - column.least) * (room - least) / (whole - least));
    else
      widths.push_back(column.least * room / least);
  }
  return widths;
}

}  // namespace commlab
