// Published tables of times.

#include "core/published/published.h"
#include "core/published/published_setting.h"
#include "core/published/published_writer.h"
#include "gui/experiments/predicted_table.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

constexpr std::size_t most_predicted_rows = 4;
constexpr int most_predicted_ranks = 16;

std::vector<std::string> shipped() { return files_in("sim/measurements", ".csv"); }

bool is_small(const PublishedTable& table) {
  for (const PublishedRow& row : table.rows)
    if (row.ranks > most_predicted_ranks || row.nodes > most_predicted_ranks) return false;
  return true;
}

// What to_csv() asks of its caller.
bool can_be_written(const PublishedTable& table) {
  for (const PublishedTable::Fact& fact : table.facts)
    if (fact.key.empty()) return false;
  return !table.of_pairs;
}

void use(std::string_view input) {
  Result<PublishedTable> table = parse_published(input, "fuzzed.csv");
  if (!table) return;
  if (can_be_written(*table)) to_csv(*table);
  setting_of(*table);
  if (!is_small(*table)) return;
  table->rows.resize(std::min(table->rows.size(), most_predicted_rows));
  predict_table(*table, "hcm8", small_tools(), [](auto&&...) {});
}

}  // namespace

extern const FuzzedReader published{.name = "published", .longest = 4096, .examples = shipped, .use = use};

}  // namespace commlab::fuzzed
