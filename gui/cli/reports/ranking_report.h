#pragma once
// A ranking at one size, and a race over many sizes, as text, JSON and CSV.

#include <string>
#include <vector>

#include "gui/cli/output/table.h"
#include "gui/experiments/ranking.h"

namespace commlab {

std::string ranking_text(const Ranking&);
std::string ranking_json(const Ranking&);
std::string ranking_csv(const Ranking&);

// A race as text, row by row: a row for each lead. Its columns are as wide as the algorithms that run so far
// and the sizes need. `line` repeats the race if typed after "commlab rank".
class RaceTable {
 public:
  RaceTable(const Race& so_far, const std::vector<Bytes>& sizes);
  std::string titles() const;
  std::string row(const Race&, const Lead&) const;

 private:
  std::vector<Table::Column> columns_;
};
std::string race_text_head(const Race&, const std::vector<Bytes>& sizes, const std::string& line);
std::string race_text_tail(const Race& settled);

std::string race_json(const Race& settled);
std::string race_csv_titles();
std::string race_csv_rows(const Race&, std::size_t size);  // a row for each algorithm that applies there

}  // namespace commlab
