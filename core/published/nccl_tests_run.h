#pragma once
// One run of a test of nccl-tests, as its output tells it: which test, on which GPUs, and its rows. A text
// may hold several. A run becomes rows of a table, unless it shows that its times mean nothing: wrong
// results, one GPU alone, or jobs that did not know of one another.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/published/nccl_log_facts.h"
#include "core/published/nccl_tests_columns.h"
#include "core/published/published.h"

namespace commlab {

// "all_reduce_perf", "./build/all_reduce_perf"; and as the tests call themselves, "AllReduce". The last form
// is for whole words. Tests that no collective here matches have no value.
struct NamedTest {
  std::string name;
  std::optional<CollectiveKind> kind;
};
std::optional<NamedTest> test_named_in(std::string_view line);
std::optional<CollectiveKind> kind_of_test(std::string_view name);

// A text may say any number of threads, GPUs or ranks; from 1 to 32768, so that the product of two fits.
int count_of(int said);

struct LoggedRank {
  int rank = 0;
  int device = 0;
  std::string host, pid, gpu;
  bool operator==(const LoggedRank&) const = default;
};

struct LoggedRow {
  int line = 0;
  TestRow printed;
  TestHalf used;
  bool in_place = false;
  bool is_checked = false, is_checked_in_place = false;  // whether results were compared
};

struct NcclTestsRun {
  int line = 0;                       // where it begins
  std::optional<NamedTest> test;      // not named: its columns may tell
  bool is_test_of_before = false;     // the name is that of the run before; the columns may contradict
  std::vector<LoggedRank> ranks;      // in the last list
  int said_size = 0, said_nodes = 0;  // where it says both instead of a list; else 0
  int threads = 1, gpus = 1;          // threads of a process, GPUs of a thread
  int joined = 1;                     // calls in one group (-m)
  bool graph = false;
  bool is_known = false;  // the GPUs are
  int headers = 0;        // "# nThread ..." before the rows: one, unless several jobs wrote at once
  int titles = 0;         // since the last of them
  std::optional<int> device_implementation;  // -D: a kernel of nccl-tests takes NCCL's place
  bool is_registered = false;                // -R 2: symmetric buffers
  bool is_cpu_time = false;
  bool is_blocking = false;    // -z: each call is waited for
  bool each_is_timed = false;  // -I
  std::string failure;         // a sentence, if results were wrong
  int failure_line = 0;
  std::vector<LoggedRow> rows;
  NcclLogFacts facts;
  std::vector<std::string> left_out;  // sentences

  // Its times mean nothing, as this line says. The first reason tells most, and stays.
  void refuse(int line, std::string sentence);
  int size() const;   // ranks
  int nodes() const;  // hosts that are listed; counted from the devices where lines are missing
  int per_node() const { return size() / nodes(); }
  std::string_view launch() const;  // "graph", "thread", "processes"
};

// The rows, as those of a table; or why there are none, one sentence that begins with the line.
Result<std::vector<PublishedRow>> rows_of(const NcclTestsRun&, std::string_view file);
// What NCCL said that it chose in a run of these rows.
std::vector<LoggedChoice> choices_of(const NcclTestsRun&, CollectiveKind);
// GPU, network, version, and what was set, as facts of a table; the number of GPUs comes last.
std::vector<PublishedTable::Fact> facts_of(const NcclTestsRun&);

}  // namespace commlab
