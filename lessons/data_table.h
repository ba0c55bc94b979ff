#pragma once
// Measured numbers to compare with (lessons/data/): facts about the measurement, then a table.
//
//   # source: where the numbers are from
//   # date: 2023-03-27
//   # machine: 8x A100
//   # caveat: what they do not say
//   from,0 [GB/s],1 [GB/s]
//   0,,93.27
//
// The first column names the rows. A column's unit stands in its name. An empty cell was not measured.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "lessons/value.h"

namespace commlab {

struct DataTable {
  std::string name;                                        // of whose file, as asked for: "D1"
  std::vector<std::pair<std::string, std::string>> facts;  // "source", ...
  struct Column {
    std::string name;
    const ValueUnit* unit = nullptr;  // null: bare numbers, or texts
  };
  std::vector<Column> columns;  // without that of the rows' names
  struct Row {
    std::string name;
    std::vector<std::string> cells;
  };
  std::vector<Row> rows;

  std::string fact(std::string_view key) const;  // empty: not said
};

// source, date, machine and caveat must be said.
Result<DataTable> parse_data_table(std::string_view text, std::string name);
// Their names, of which those that are numbers are bare numbers.
Value named_rows(const std::vector<std::string>& names);
// An error offers the rows or columns there are, or says that nothing was measured there.
Result<Value> cell_of(const DataTable&, const std::string& row, const std::string& column);

}  // namespace commlab
