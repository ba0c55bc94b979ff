#include "core/published/nccl_tests_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/experiment/run.h"

namespace commlab {
namespace {

using Kind = CollectiveKind;

struct TestName {
  std::string_view program;
  std::string_view title;  // as rccl-tests' own tables have it
  std::optional<Kind> kind;
};
constexpr std::array test_names = {
    TestName{"all_reduce", "AllReduce", Kind::all_reduce},
    TestName{"reduce_scatter", "ReduceScatter", Kind::reduce_scatter},
    TestName{"all_gather", "AllGather", Kind::all_gather},
    TestName{"broadcast", "Broadcast", Kind::broadcast},
    TestName{"alltoall", "AlltoAll", Kind::all_to_all},
    TestName{"sendrecv", "SendRecv", Kind::sendrecv},
    TestName{"scatter", "Scatter", Kind::scatter},
    TestName{"gather", "Gather", Kind::gather},
    TestName{"reduce", "Reduce", Kind::reduce},
    TestName{"alltoallv", "AlltoAllv", std::nullopt},
    TestName{"hypercube", "HyperCube", std::nullopt},
    TestName{"all_reduce_bias", "AllReduceBias", std::nullopt},
};

bool is_of_program(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; }

// Fewer numbers than this say nothing of a ratio: algbw has two digits behind the point.
constexpr double least_rate = 1;

// busbw / algbw of the row that was printed with most digits.
std::optional<double> ratio_of(const NcclTestsRun& run) {
  double most = 0;
  std::optional<double> ratio;
  for (const LoggedRow& row : run.rows)
    if (row.used.algbw && row.used.busbw && *row.used.algbw >= least_rate && *row.used.algbw > most) {
      most = *row.used.algbw;
      ratio = *row.used.busbw / *row.used.algbw;
    }
  return ratio;
}

// The tests that print an operation, or a root, as the row has them.
std::vector<Kind> kinds_with_columns_of(const TestRow& row) {
  const bool reduces_data = !row.op.empty() && row.op != "none";
  const bool is_rooted = !row.root.empty() && row.root != "-1";
  if (is_rooted && reduces_data) return {Kind::reduce};
  if (is_rooted) return {Kind::broadcast, Kind::scatter, Kind::gather};
  if (reduces_data) return {Kind::all_reduce, Kind::reduce_scatter, Kind::sendrecv};
  return {Kind::all_gather, Kind::all_to_all};
}

// Elements are counted whole, or those of one rank's block.
bool counts_like(Kind kind, const TestRow& row, int ranks) {
  const auto bytes_of_count = static_cast<double>(row.count) * static_cast<double>(size_of(row.dtype));
  const double bytes = static_cast<double>(row.size);
  const bool is_whole = bytes_of_count == bytes, is_block = bytes_of_count * ranks == bytes;
  return is_whole == is_block || is_block == has_blocks(kind);
}

// Two tests have no form in place, so that there their results are not checked.
void erase_by_checks(std::vector<Kind>& kinds, const LoggedRow& row) {
  const auto has = [&](Kind kind) { return std::ranges::count(kinds, kind) > 0; };
  const bool never_in_place = row.is_checked && !row.is_checked_in_place;
  if (has(Kind::all_to_all) && has(Kind::all_gather) && row.is_checked && !row.printed.op.empty())
    std::erase(kinds, never_in_place ? Kind::all_gather : Kind::all_to_all);
  if (has(Kind::sendrecv) && has(Kind::all_reduce))
    std::erase(kinds, never_in_place ? Kind::all_reduce : Kind::sendrecv);
}

std::vector<Kind> kinds_like(const NcclTestsRun& run) {
  const LoggedRow& last = run.rows.back();
  std::vector<Kind> kinds = kinds_with_columns_of(last.printed);
  std::erase_if(kinds, [&](Kind kind) { return !counts_like(kind, last.printed, run.size()); });
  if (const std::optional<double> ratio = ratio_of(run))
    std::erase_if(kinds, [&](Kind kind) { return std::abs(busbw_factor(kind, run.size()) - *ratio) > 0.04; });
  erase_by_checks(kinds, last);
  return kinds;
}

template <class... Args>
tl::unexpected<Error> wrong_at(std::string_view file, int line, fmt::format_string<Args...> text,
                               Args&&... args) {
  return fail("{}:{}: {}", file, std::max(1, line), fmt::format(text, std::forward<Args>(args)...));
}

Result<Kind> kind_of(const NcclTestsRun& run, std::string_view file) {
  const int line = run.rows.front().line;
  const std::vector<Kind> kinds = kinds_like(run);
  const bool is_named = run.test && (!run.is_test_of_before || !run.test->kind ||
                                     std::ranges::count(kinds, *run.test->kind) > 0);
  if (is_named && run.test->kind) return *run.test->kind;
  if (is_named)
    return wrong_at(file, line, "{} is none of the collectives that are predicted", run.test->name);
  if (kinds.size() == 1) return kinds.front();
  return wrong_at(file, line,
                  "the log does not name its test; put its line before the rows, as in '# Collective test "
                  "starting: all_gather_perf'");
}

// The number of jobs that wrote this log, each without the others.
int unrelated_jobs(const NcclTestsRun& run) {
  int jobs = run.headers > 1 && run.titles > 1 ? std::min(run.headers, run.titles) : 1;
  std::map<int, int> times;
  for (const LoggedRank& rank : run.ranks) jobs = std::max(jobs, ++times[rank.rank]);
  return jobs;
}

// Why the times of a run mean nothing; empty if they do.
std::string objection(const NcclTestsRun& run) {
  if (const int jobs = unrelated_jobs(run); jobs > 1)
    return fmt::format(
        "rank 0 begins {} times: these are {} jobs that know nothing of one another, not one job; expected a "
        "test that was built with MPI=1, and one list of ranks",
        jobs, jobs);
  if (!run.failure.empty()) return run.failure;
  if (run.is_cpu_time)
    return "these are times of the CPU (-C), which say nothing of how long a collective takes; expected a "
           "run "
           "without -C";
  if (run.device_implementation.value_or(0) > 0)
    return fmt::format(
        "a kernel of nccl-tests (-D {}) takes the place of NCCL's, and is not predicted; expected a run "
        "without "
        "-D",
        *run.device_implementation);
  if (!run.is_known)
    return "no line before the rows says how many GPUs take part; expected '# nThread 1 nGpus 8 ...'";
  if (run.size() > most_gpus) return fmt::format("{} ranks; expected at most {}", run.size(), most_gpus);
  const std::optional<double> ratio = ratio_of(run);
  if (ratio && *ratio == 0)
    return "the bus bandwidth is 0, so that each job had one GPU alone, and sent nothing; expected a test "
           "that "
           "was built with MPI=1";
  if (run.size() == 1)
    return "the log lists one GPU alone; expected '# nThread 1 nGpus 8 ...', or a line '#  Rank  0 ...' for "
           "each";
  return "";
}

}  // namespace

std::optional<Kind> kind_of_test(std::string_view name) {
  for (const TestName& test : test_names)
    if (lower_case(name) == lower_case(test.title) || name == test.program) return test.kind;
  return std::nullopt;
}

std::optional<NamedTest> test_named_in(std::string_view line) {
  constexpr std::string_view ending = "_perf";
  for (std::size_t at = 0; (at = line.find(ending, at)) != line.npos; at += ending.size()) {
    std::size_t first = at;
    while (first > 0 && is_of_program(line[first - 1])) --first;
    const std::string_view program = line.substr(first, at - first);
    const auto* const found = std::ranges::find(test_names, program, &TestName::program);
    if (found != test_names.end()) return NamedTest{std::string(program) + "_perf", found->kind};
  }
  return std::nullopt;
}

int count_of(int said) { return std::clamp(said, 1, 1 << 15); }

void NcclTestsRun::refuse(int line_of_reason, std::string sentence) {
  if (!failure.empty()) return;
  failure = std::move(sentence);
  failure_line = line_of_reason;
}

// A list may have one line for each process, or lose some: processes are whole, and the last rank tells.
int NcclTestsRun::size() const {
  if (said_size > 0) return said_size;
  int last = -1;
  for (const LoggedRank& rank : ranks) last = std::max(last, rank.rank);
  const int of_process = threads * gpus;
  const int least = std::max({of_process, static_cast<int>(ranks.size()), last + 1});
  const int processes = least / of_process + (least % of_process > 0);
  return processes * of_process;
}

int NcclTestsRun::nodes() const {
  if (said_nodes > 0) return said_nodes;
  std::set<std::string_view> hosts;
  int device = 0;
  for (const LoggedRank& rank : ranks) {
    hosts.insert(rank.host);
    device = std::max(device, rank.device);
  }
  const int listed = std::max(1, static_cast<int>(hosts.size()));
  if (ranks.size() < 2 || static_cast<int>(ranks.size()) == size()) return listed;
  const int on_node = std::max(device + 1, threads * gpus);
  return std::clamp(size() / on_node + (size() % on_node > 0), listed, size());
}

std::string_view NcclTestsRun::launch() const {
  if (graph) return "graph";
  std::set<std::string> processes;
  for (const LoggedRank& rank : ranks) processes.insert(fmt::format("{} {}", rank.host, rank.pid));
  const bool one_for_several =
      gpus > 1 || (!ranks.empty() && processes.size() < ranks.size() && threads == 1);
  return one_for_several ? "thread" : "processes";
}

Result<std::vector<PublishedRow>> rows_of(const NcclTestsRun& run, std::string_view file) {
  constexpr double most_us = 1e12;
  constexpr std::int64_t most_bytes = std::int64_t{1} << 40;
  if (const std::string text = objection(run); !text.empty())
    return wrong_at(file, run.failure == text ? run.failure_line : run.rows.front().line, "{}", text);
  const Result<Kind> kind = kind_of(run, file);
  if (!kind) return tl::unexpected(kind.error());
  std::vector<PublishedRow> rows;
  const bool some_out_of_place = std::ranges::any_of(run.rows, [](const auto& row) { return !row.in_place; });
  for (const LoggedRow& row : run.rows) {
    const TestRow& printed = row.printed;
    if (row.used.time_us > most_us || printed.size < 0 || printed.size > most_bytes)
      return wrong_at(file, row.line, "{} bytes in {} us; expected at most {} bytes and {:.0e} us",
                      printed.size, row.used.time_us, most_bytes, most_us);
    if (printed.size == 0 || (row.in_place && some_out_of_place)) continue;
    PublishedRow published{.line = row.line, .kind = *kind, .ranks = run.size(), .nodes = run.nodes()};
    published.size = Bytes{printed.size};
    published.dtype = printed.dtype;
    if (const Result<ReduceOp> op = parse_reduce_op(printed.op)) published.op = *op;
    published.time = Time{static_cast<std::int64_t>(std::llround(row.used.time_us * 1e6))};
    rows.push_back(published);
  }
  return rows;
}

std::vector<LoggedChoice> choices_of(const NcclTestsRun& run, Kind kind) {
  std::vector<LoggedChoice> choices;
  for (const LoggedWay& way : run.facts.ways()) {
    const Kind of = way.kind.value_or(kind);
    const std::int64_t blocks = way.kind && has_blocks(of) ? std::max(1, run.size()) : 1;
    if (way.size.count > endless.count / blocks) continue;
    choices.push_back({of, Bytes{way.size.count * blocks}, way.algorithm, way.protocol});
  }
  return choices;
}

std::vector<PublishedTable::Fact> facts_of(const NcclTestsRun& run) {
  std::vector<PublishedTable::Fact> facts;
  const auto add = [&](std::string_view key, std::string value) {
    if (!value.empty()) facts.push_back({std::string(key), std::move(value)});
  };
  const NcclLogFacts& said = run.facts;
  const bool writes_old_lines =
      std::ranges::any_of(said.ways(), [](const LoggedWay& way) { return !way.kind.has_value(); });
  add("nccl", said.version().empty() && writes_old_lines ? "up to 2.23" : said.version());
  add("interconnect", said.network());
  if (said.nics() > 0 && said.nics() < run.per_node() && run.nodes() > 1)
    add("network", said.nics() == 1 ? "1 NIC" : fmt::format("{} NICs", said.nics()));
  if (run.nodes() > 1 && said.gpudirect() == false && said.network() != "TCP sockets") add("gpudirect", "no");
  for (const auto& [name, variable] : said.variables())
    add("environment", fmt::format("{}={}", name, variable.value));
  add("tuner", said.tuner());
  if (run.is_registered) add("buffers", "registered, symmetric");
  if (run.is_blocking) add("loop", "no");
  if (run.each_is_timed) add("timed", "each call");
  if (run.joined > 1) add("joined", std::to_string(run.joined));
  if (std::ranges::all_of(run.rows, &LoggedRow::in_place)) add("column", "in-place");
  const auto named =
      std::ranges::find_if(run.ranks, [](const LoggedRank& rank) { return !rank.gpu.empty(); });
  if (named != run.ranks.end()) add("gpu", named->gpu);
  add("launch", std::string(run.launch()));
  add("num_gpus", std::to_string(run.size()));
  add("nodes", std::to_string(run.nodes()));
  return facts;
}

}  // namespace commlab
