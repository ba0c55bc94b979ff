#include "core/published/nccl_tests_table.h"

#include <algorithm>
#include <filesystem>

namespace commlab {
namespace {

struct ReadRun {
  const NcclTestsRun* run;
  std::vector<PublishedRow> rows;
  std::vector<PublishedTable::Fact> facts;
};

// A run of fewer GPUs fits into the machine of a larger one: on one of its nodes, or with as many of each.
bool fits(const NcclTestsRun& run, const NcclTestsRun& largest) {
  if (run.nodes() == 1) return run.size() <= largest.per_node();
  return run.per_node() == largest.per_node() && run.nodes() <= largest.nodes();
}

// What differs between the facts of two runs; empty if one table can hold both. The network need not be said
// again, and runs may have different numbers of GPUs.
std::string difference(const ReadRun& run, const ReadRun& base) {
  if (!fits(*run.run, *base.run))
    return fmt::format("{} on {} do not fit into {} on {}", run.run->size(), run.run->nodes(),
                       base.run->size(), base.run->nodes());
  const auto value = [](const ReadRun& of, std::string_view key) {
    std::string all;
    for (const PublishedTable::Fact& fact : of.facts)
      if (fact.key == key) all += (all.empty() ? "" : " ") + fact.value;
    return all;
  };
  for (const std::string_view key :
       {"gpu", "nccl", "launch", "environment", "tuner", "buffers", "joined", "loop", "timed", "column"})
    if (const std::string its = value(run, key), ours = value(base, key); its != ours)
      return fmt::format("{}: '{}', not '{}'", key, its, ours);
  return "";
}

// The run that needs the largest machine; the first of equals.
const ReadRun& largest_of(const std::vector<ReadRun>& runs) {
  return *std::ranges::max_element(
      runs, {}, [](const ReadRun& each) { return std::pair(each.run->nodes(), each.run->size()); });
}

std::string title_of(const ReadRun& read) {
  return fmt::format("line {}: {} of {} GPUs", read.run->line, name_of(read.rows.front().kind),
                     read.run->size());
}

}  // namespace

Result<PublishedTable> table_of(const std::vector<NcclTestsRun>& runs, std::string_view file) {
  PublishedTable table{
      .name = std::filesystem::path(file).stem().string(), .file = std::string(file), .facts = {}};
  table.of_sizes = true;
  constexpr std::size_t most_rows = 10'000;
  std::vector<ReadRun> read;
  std::vector<Error> refused;
  for (const NcclTestsRun& run : runs) {
    for (const std::string& sentence : run.left_out) table.left_out.push_back(sentence);
    if (run.rows.empty()) continue;
    Result<std::vector<PublishedRow>> rows = rows_of(run, file);
    if (!rows)
      refused.push_back(rows.error());
    else if (!rows->empty())
      read.push_back({&run, *std::move(rows), facts_of(run)});
  }
  if (read.empty() && !refused.empty()) return tl::unexpected(refused.front());
  if (read.empty() && !table.left_out.empty()) return fail("{}: {}", file, table.left_out.front());
  if (read.empty())
    return fail("{}: no row of sizes and times was found; expected the output of nccl-tests", file);
  for (const Error& error : refused) table.left_out.push_back("a run is left out: " + error.message);

  const ReadRun& base = largest_of(read);
  for (const ReadRun& each : read) {
    if (const std::string differs = difference(each, base); !differs.empty()) {
      table.left_out.push_back(
          fmt::format("{} is left out, since a table has one machine and one setting ({}); "
                      "put it into a file of its own",
                      title_of(each), differs));
      continue;
    }
    if (table.rows.size() + each.rows.size() > most_rows)
      return fail("{}:{}: more than {} rows; expected fewer", file, each.run->line, most_rows);
    table.rows.insert(table.rows.end(), each.rows.begin(), each.rows.end());
    for (LoggedChoice& choice : choices_of(*each.run, each.rows.front().kind))
      table.choices.push_back(choice);
  }
  table.facts = base.facts;
  table.channels = base.run->facts.channels();
  return table;
}

}  // namespace commlab
