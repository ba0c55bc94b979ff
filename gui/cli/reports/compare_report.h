#pragma once
// Predicted times beside measured ones, as a table, JSON and CSV.

#include <string>
#include <vector>

#include "core/plan/setup.h"
#include "gui/cli/output/table.h"
#include "gui/experiments/compare_row.h"

namespace commlab {

// Every size is measured in this many sweeps, seconds apart. The reported median is the smallest of the
// sweeps' medians; min and max are over all sweeps.
inline constexpr int compare_sweeps = 3;

struct Compared {
  std::string line;              // repeats the comparison if typed after "commlab compare"
  Setup setup;                   // the first backend's; all times are predicted on its machine
  std::vector<CompareRow> rows;  // never empty
  Provenance provenance{};       // of these measurements
};

// The table as text, row by row. Its columns and their widths are those that the known rows need.
class CompareTable {
 public:
  explicit CompareTable(const std::vector<CompareRow>& known);
  std::string titles() const;
  std::string row(const CompareRow&) const;

 private:
  std::vector<std::string> cells_of(const CompareRow&) const;

  bool tells_apart_;  // the destinations of a p2p
  bool drifts_;
  bool estimates_;
  std::vector<Table::Column> columns_;
};
std::string compare_text_head(const Compared&);  // before the table
std::string compare_text_tail(const Compared&);  // after it

std::string compare_json(const Compared&);
std::string compare_csv_titles();
std::string compare_csv_row(const CompareRow&);

}  // namespace commlab
