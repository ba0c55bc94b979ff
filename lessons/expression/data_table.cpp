#include "lessons/expression/data_table.h"

#include <algorithm>
#include <optional>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

// A cell in quotes may have commas in it.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  for (std::string& cell : cells) cell = without_blanks(cell);
  return cells;
}

// "time [us]"
Result<DataTable::Column> column_of(const std::string& title) {
  const std::size_t open = title.find('[');
  if (open == std::string::npos) return DataTable::Column{title};
  if (!title.ends_with(']')) return fail("'{}' has no ]", title);
  const std::string unit = title.substr(open + 1, title.size() - open - 2);
  if (!find_value_unit(unit))
    return fail("'{}': there is no unit '{}'; there are {}", title, unit, units_text());
  return DataTable::Column{std::string(without_blanks(title.substr(0, open))), find_value_unit(unit)};
}

Status read_titles(DataTable& table, std::string_view line) {
  const std::vector<std::string> titles = cells_of(line);
  for (std::size_t i = 1; i < titles.size(); ++i) {
    const auto column = column_of(titles[i]);
    if (!column) return tl::unexpected(column.error());
    table.columns.push_back(*column);
  }
  if (table.columns.empty()) return fail("a table has a column of names and at least one of values");
  return {};
}

void add_fact(DataTable& table, std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  table.facts.emplace_back(without_blanks(line.substr(0, colon)), without_blanks(line.substr(colon + 1)));
}

template <class Names>
std::string there_are(const std::string& wanted, const Names& names) {
  constexpr std::size_t most = 12;
  const std::string meant = suggestion(wanted, names);
  if (!meant.empty() || names.size() > most) return meant;
  return fmt::format("; there are {}", fmt::join(names, ", "));
}

}  // namespace

std::string DataTable::fact(std::string_view key) const {
  const auto found = std::ranges::find(facts, key, &std::pair<std::string, std::string>::first);
  return found == facts.end() ? "" : found->second;
}

Result<DataTable> parse_data_table(std::string_view text, std::string name) {
  DataTable table{.name = std::move(name), .facts = {}, .columns = {}, .rows = {}};
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_blanks(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty()) continue;
    if (line.starts_with('#')) {
      add_fact(table, line.substr(1));
    } else if (table.columns.empty()) {
      if (const Status read = read_titles(table, line); !read)
        return fail("{}:{}: {}", table.name, number, read.error().message);
    } else {
      std::vector<std::string> cells = cells_of(line);
      if (cells.size() != table.columns.size() + 1)
        return fail("{}:{}: {} cells; the titles are {}", table.name, number, cells.size(),
                    table.columns.size() + 1);
      std::string row = cells.front();
      cells.erase(cells.begin());
      table.rows.push_back({std::move(row), std::move(cells)});
    }
  }
  for (const char* fact : {"source", "date", "machine", "caveat"})
    if (table.fact(fact).empty()) return fail("{}: '# {}: ...' is missing in its head", table.name, fact);
  if (table.rows.empty()) return fail("{}: there is no table in it", table.name);
  return table;
}

Value named_rows(const std::vector<std::string>& names) {
  Value::List list;
  for (const std::string& name : names) {
    const std::optional<double> number = parse_number<double>(name);
    list.push_back(number ? value_of(*number) : text_value(name));
  }
  return Value{std::move(list)};
}

Result<Value> cell_of(const DataTable& table, const std::string& row, const std::string& column) {
  std::vector<std::string> rows, columns;
  for (const DataTable::Row& each : table.rows) rows.push_back(each.name);
  for (const DataTable::Column& each : table.columns) columns.push_back(each.name);
  const auto r = std::ranges::find(rows, row);
  const auto c = std::ranges::find(columns, column);
  if (r == rows.end()) return fail("{} has no row '{}'{}", table.name, row, there_are(row, rows));
  if (c == columns.end())
    return fail("{} has no column '{}'{}", table.name, column, there_are(column, columns));
  const std::size_t i = c - columns.begin();
  const std::string& cell = table.rows[r - rows.begin()].cells[i];
  if (cell.empty()) return fail("{} has nothing measured in row '{}', column '{}'", table.name, row, column);
  const std::optional<double> number = parse_number<double>(cell);
  const ValueUnit* const unit = table.columns[i].unit;
  if (!number && unit) return fail("{}: '{}' in row '{}' is no number", table.name, cell, row);
  if (!number) return text_value(cell);
  return unit ? value_of(*number * unit->factor, unit->dimension) : value_of(*number);
}

}  // namespace commlab
