// Tables of measured data in lessons.

#include "lessons/expression/data_table.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> shipped() { return files_in("lessons/data", ".csv"); }

void use(std::string_view input) {
  const Result<DataTable> table = parse_data_table(input, "fuzzed");
  if (!table) return;
  std::vector<std::string> names;
  for (const DataTable::Row& row : table->rows) {
    names.push_back(row.name);
    for (const DataTable::Column& column : table->columns)
      if (const Result<Value> cell = cell_of(*table, row.name, column.name)) written(*cell);
  }
  written(named_rows(names));
}

}  // namespace

extern const FuzzedReader data_table{.name = "data_table", .longest = 4096, .examples = shipped, .use = use};

}  // namespace commlab::fuzzed
