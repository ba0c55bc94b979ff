#pragma once
// A table of measured numbers to compare with (lessons/data/): facts about the measurement, then the rows.
//
//   # source: where the numbers are from
//   # date: 2023-03-27
//   # machine: 8x A100
//   # caveat: what the numbers do not show
//   from,0 [GB/s],1 [GB/s]
//   0,,93.27
//
// The first column has the names of the rows. A unit stands in the name of its column. An empty cell was not
// measured.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/value.h"

namespace commlab {

struct DataTable {
  std::string name;                                        // the name by which it was asked for: "D1"
  std::vector<std::pair<std::string, std::string>> facts;  // "source", ...
  struct Column {
    std::string name;
    const ValueUnit* unit = nullptr;  // null: bare numbers, or texts
  };
  std::vector<Column> columns;  // without the first column, which has the rows' names
  struct Row {
    std::string name;
    std::vector<std::string> cells;
  };
  std::vector<Row> rows;

  std::string fact(std::string_view key) const;  // empty: there is none
};

// An error: a fact (source, date, machine, caveat) is missing, or the table cannot be read.
Result<DataTable> parse_data_table(std::string_view text, std::string name);
// The names as a list value; names that are numbers become bare numbers.
Value named_rows(const std::vector<std::string>& names);
// An error names the known rows or columns, or says that the cell is empty.
Result<Value> cell_of(const DataTable&, const std::string& row, const std::string& column);

}  // namespace commlab
