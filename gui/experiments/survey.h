#pragma once
// All published tables, predicted: family by family of machines, and what could not be predicted.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/published/published.h"
#include "gui/experiments/predicted_table.h"
#include "gui/experiments/tools.h"

namespace commlab {

// Tables of the same machine, or of clusters of the same nodes. They are judged together, so that a machine
// with many published tables counts no more than a machine with few.
struct SurveyedFamily {
  std::string name;
  bool held_out = false;  // tables of NCCL's calls, whose costs were not fitted to them
  std::vector<PredictedTable> tables;
};

// A table without a prediction, or with rows without one.
struct NotPredicted {
  std::string table;
  std::string reason;
  int rows = 0;  // 0: the whole table
};

struct Survey {
  std::set<std::string> fitted{};          // tables to which NCCL's costs were fitted
  std::vector<SurveyedFamily> families{};  // sorted by name
  std::vector<NotPredicted> not_predicted{};
};

// Adds a table, or why it is not predicted. A table that is held out goes to a family of its own.
void add_table(Survey&, const std::string& table, Result<PredictedTable> predicted);

// A table that was read, and the family to which it belongs if it can be predicted.
struct ReadTable {
  PublishedTable table;
  std::string family;
  bool of_nccl = false;  // NCCL's costs may be fitted to it
};

struct ReadTables {
  std::vector<ReadTable> tables;         // family after family, so that each is complete early
  std::vector<NotPredicted> unreadable;  // files that are no tables, and why
};
// An error: no file is a table; it is that of the first.
Result<ReadTables> tables_by_family(const std::vector<std::filesystem::path>& files);

// Predicts the tables in order. `take` receives each with its index.
void predict_all(const std::vector<ReadTable>&, const Tools&, const ReportProgress&,
                 const std::function<void(std::size_t, Result<PredictedTable>)>& take);

}  // namespace commlab
