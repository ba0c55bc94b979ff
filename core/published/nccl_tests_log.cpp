#include "core/published/nccl_tests_log.h"

#include <algorithm>
#include <filesystem>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/published/line_prefix.h"
#include "core/published/nccl_tests_columns.h"
#include "core/published/nccl_tests_records.h"
#include "core/published/nccl_tests_run.h"
#include "core/published/nccl_tests_table.h"
#include "core/published/pasted_text.h"

namespace commlab {
namespace {

using Words = std::vector<std::string_view>;

std::optional<int> number_after(const Words& words, std::string_view key) {
  const auto found = std::ranges::find(words, key);
  if (found == words.end() || found + 1 == words.end()) return std::nullopt;
  return parse_number<int>(*(found + 1));
}

// Where one of nccl-tests' own lines begins: at '#' or, where that was lost, at its first word.
std::optional<std::size_t> beginning_of(std::string_view line) {
  constexpr std::string_view first_words[] = {"nThread ", "Using devices", "Collective test starting",
                                              "Out of bounds values", "Avg bus bandwidth"};
  std::optional<std::size_t> place;
  for (const std::string_view words : first_words)
    if (const std::size_t at = line.find(words); at != line.npos) place = at;
  if (const std::size_t at = line.find("Rank "); at != line.npos && line.find(" device ", at) != line.npos)
    place = at;
  if (columns_titled(line)) place = std::min({line.find("size"), line.find("bytes"), line.find("time")});
  if (!place || *place == line.npos) return std::nullopt;
  const std::size_t hash = line.rfind('#', *place);
  const bool is_before = hash != line.npos && trimmed(line.substr(hash + 1, *place - hash - 1)).empty();
  return is_before ? hash : *place;
}

// "#  Rank  0 Group  0 Pid  12345 on   myhost01 device  0 [0000:18:00] NVIDIA H100 80GB HBM3".
std::optional<LoggedRank> rank_in(std::string_view line) {
  const Words words = split_at_blanks(line);
  const std::optional<int> rank = number_after(words, "Rank"), device = number_after(words, "device");
  constexpr int most = 1 << 20;
  if (!rank || !device || *rank < 0 || *rank >= most || *device < 0 || *device >= most) return std::nullopt;
  const auto word_after = [&](std::string_view key) {
    const auto found = std::ranges::find(words, key);
    return found == words.end() || found + 1 == words.end() ? std::string() : std::string(*(found + 1));
  };
  const std::size_t bus = line.find('[', line.find(" device ")),
                    end = line.find(']', std::min(bus, line.size()));
  return LoggedRank{.rank = *rank,
                    .device = *device,
                    .host = word_after("on"),
                    .pid = word_after("Pid"),
                    .gpu = end == line.npos ? "" : std::string(trimmed(line.substr(end + 1)))};
}

// Reads the lines of a log, and cuts them into runs.
class LogReader {
 public:
  std::vector<NcclTestsRun> read(std::string_view text) {
    const std::vector<PastedLine> lines = pasted_lines(text);
    for (const PastedLine& line : lines) learn(line.text);
    for (const PastedLine& line : lines) {
      number_ = line.number;
      read_line(prefixes_.without_end(line.text));
    }
    finish_run();
    return std::move(runs_);
  }

 private:
  void learn(std::string_view line) {
    if (line.find("NCCL INFO") != line.npos) return;
    if (const std::optional<std::size_t> place = beginning_of(line))
      prefixes_.learn(line.substr(0, *place));
    else if (const std::optional<FoundRow> found = row_in(line, std::nullopt))
      prefixes_.learn(found->prefix);
  }

  void read_line(std::string_view line) {
    const std::optional<std::size_t> place = beginning_of(line);
    if (place ? read_own_line(line.substr(*place)) : read_row(line)) return;
    read_other_line(prefixes_.without(line));
  }

  // nccl-tests' lines that are no rows. False: it tells nothing.
  bool read_own_line(std::string_view line) {
    const Words words = split_at_blanks(line);
    if (std::ranges::count(words, "nThread") > 0) return read_header(words);
    if (std::optional<LoggedRank> rank = rank_in(line)) return read_rank(*std::move(rank));
    if (const auto columns = columns_titled(prefixes_.without_any(line))) return read_titles(line, *columns);
    if (line.find("Out of bounds values") != line.npos) return read_verdict(words);
    if (line.find("Avg bus bandwidth") != line.npos) {
      finish_run();
      return true;
    }
    return false;
  }

  bool read_header(const Words& words) {
    if (!run_.rows.empty()) finish_run();
    begin();
    run_.is_known = true;
    run_.threads = count_of(number_after(words, "nThread").value_or(1));
    run_.gpus = count_of(number_after(words, "nGpus").value_or(1));
    run_.graph = number_after(words, "graph:").value_or(0) > 0;
    const auto joined = std::ranges::find(words, "agg");
    if (joined != words.end())
      run_.joined = count_of(number_after({joined + 1, words.end()}, "iters:").value_or(1));
    ++run_.headers;
    run_.titles = 0;
    run_.ranks.clear();
    return true;
  }

  bool read_rank(LoggedRank rank) {
    begin();
    run_.is_known = true;
    if (std::ranges::count(run_.ranks, rank) == 0) run_.ranks.push_back(std::move(rank));
    return true;
  }

  bool read_titles(std::string_view line, const TestColumns& columns) {
    finish_row();
    if (!run_.rows.empty()) begin_another_table();
    begin();
    columns_ = columns;
    titles_ = prefixes_.without_any(line);
    run_.is_cpu_time = columns.is_cpu_time;
    run_.each_is_timed = run_.each_is_timed || columns.of_half == 8;
    ++run_.titles;
    return true;
  }

  // "# Out of bounds values : 2 FAILED"
  bool read_verdict(const Words& words) {
    finish_row();
    if (std::ranges::count(words, "FAILED") > 0)
      run_.refuse(number_,
                  fmt::format("'{}': results were wrong, and a time of a wrong result means nothing",
                              fmt::join(words.begin() + (words[0] == "#" ? 1 : 0), words.end(), " ")));
    return true;
  }

  bool read_row(std::string_view line) {
    const std::size_t of_nccl = std::min(line.find("NCCL INFO"), line.find("NCCL WARN"));
    const std::string text = prefixes_.without_any(line);
    if (std::optional<FoundRow> found = row_in(text, columns_);
        found && found->prefix.find("NCCL ") == std::string_view::npos) {
      finish_row();
      resume();
      begin();
      row_ = LoggedRow{.line = number_, .printed = std::move(found->row), .used = {}};
      // Another rank's line may follow in the same line.
      return of_nccl == line.npos;
    }
    if (of_nccl != line.npos) return false;
    if (row_ && !is_complete(row_->printed, columns_)) {
      const std::vector<std::string> values = values_alone(text);
      row_->printed.values.insert(row_->printed.values.end(), values.begin(), values.end());
      return !values.empty();
    }
    // Titles that were broken, too.
    if (columns_ && !row_ && run_.rows.empty() && are_titles(text)) {
      titles_ += ' ' + text;
      if (const auto columns = columns_titled(titles_)) columns_ = columns;
      return true;
    }
    return false;
  }

  // Lines of NCCL, of its plugins and of the shell.
  void read_other_line(std::string_view line) {
    if (line.find("Blocking Enabled:") != line.npos) run_.is_blocking = true;
    if (line.find("Per-Iteration Report:") != line.npos) run_.each_is_timed = true;
    const bool is_end = line.find("test concluded") != line.npos;
    if (const std::optional<NamedTest> test = test_named_in(line); test && !is_end) {
      if (!run_.rows.empty() || row_) finish_run();
      begin();
      run_.test = test;
      run_.is_test_of_before = false;
      read_options(line);
    }
    run_.facts.read(line);
  }

  // What the command sets: "-R 2", "-D 1".
  void read_options(std::string_view line) {
    const Words words = split_at_blanks(line.substr(line.find("_perf")));
    const auto either = [&](std::string_view brief, std::string_view whole) {
      const std::optional<int> number = number_after(words, brief);
      return number ? number : number_after(words, whole);
    };
    run_.is_registered = either("-R", "--local_register").value_or(0) == 2;
    run_.device_implementation = either("-D", "--device_implementation");
    // Without a launcher, one process has all GPUs; a header says it better.
    const bool is_launched = line.find("mpi") != line.npos || line.find("srun") != line.npos;
    if (is_launched || run_.is_known) return;
    run_.threads = count_of(either("-t", "--nthreads").value_or(1));
    run_.gpus = count_of(either("-g", "--ngpus").value_or(1));
    run_.is_known = run_.threads * run_.gpus > 1;
  }

  void begin() {
    if (run_.line == 0) run_.line = number_;
  }

  void finish_row() {
    if (!row_) return;
    LoggedRow row = *std::exchange(row_, std::nullopt);
    const auto [out_of_place, in_place] = halves_of(row.printed, columns_);
    if (is_mixed_up(out_of_place, columns_) || is_mixed_up(in_place, columns_)) {
      run_.left_out.push_back(fmt::format("line {}: pieces of other lines are mixed into the row of {} bytes",
                                          row.line, row.printed.size));
      return;
    }
    const bool counts_errors = columns_ && columns_->counts_errors;
    for (const TestHalf& half : {out_of_place, in_place})
      if (is_wrong(half, row.printed, columns_))
        run_.refuse(row.line, fmt::format("{} at {} bytes; a time of a wrong result means nothing",
                                          counts_errors || half.wrong.find('e') == std::string::npos
                                              ? half.wrong + " wrong values"
                                              : "an error of " + half.wrong,
                                          row.printed.size));
    row.in_place = out_of_place.time_us == 0;
    row.used = row.in_place ? in_place : out_of_place;
    row.is_checked = parse_number<double>(out_of_place.wrong).has_value();
    row.is_checked_in_place = parse_number<double>(in_place.wrong).has_value();
    if (row.used.time_us > 0)
      run_.rows.push_back(std::move(row));
    else
      run_.left_out.push_back(
          fmt::format("line {}: the row of {} bytes is cut off, or has no time", row.line, row.printed.size));
  }

  // What follows is another run, of which the log tells no more than of this one.
  void begin_another_table() {
    NcclTestsRun next = run_;
    next.line = 0;
    next.is_test_of_before = true;
    next.headers = 1;
    next.titles = 0;
    next.failure.clear();
    next.rows.clear();
    next.left_out.clear();
    finish_run();
    run_ = std::move(next);
  }

  // The next run has the library, the network and the shell of this one, and its test until another is named.
  void finish_run() {
    finish_row();
    NcclTestsRun next{.test = run_.test, .is_test_of_before = true};
    const bool has_some = !run_.rows.empty() || !run_.left_out.empty();
    next.facts = has_some ? run_.facts.inherited() : run_.facts;
    if (has_some) runs_.push_back(std::move(run_));
    run_ = std::move(next);
    columns_of_before_ = std::exchange(columns_, std::nullopt);
  }

  // A row without header and titles belongs to the run before: a line between them only seemed to end it.
  void resume() {
    if (run_.is_known || columns_ || runs_.empty()) return;
    run_ = std::move(runs_.back());
    runs_.pop_back();
    columns_ = columns_of_before_;
  }

  LinePrefixes prefixes_;
  int number_ = 0;
  NcclTestsRun run_;
  std::optional<TestColumns> columns_, columns_of_before_;
  std::string titles_;            // as far as they are read
  std::optional<LoggedRow> row_;  // more of it may follow
  std::vector<NcclTestsRun> runs_;
};

}  // namespace

bool looks_like_nccl_tests(std::string_view text) {
  if (are_test_records(text)) return true;
  const std::string_view head = text.substr(0, std::min<std::size_t>(text.size(), 1 << 20));
  const auto has_both = [&](std::string_view one, std::string_view other) {
    return head.find(one) != head.npos && head.find(other) != head.npos;
  };
  return (has_both("algbw", "busbw") || has_both("nThread ", "nGpus ")) &&
         head.find("algbw_GBps") == head.npos;
}

Result<PublishedTable> parse_nccl_tests(std::string_view text, std::string_view file_name) {
  if (are_test_records(text)) {
    const Result<std::vector<NcclTestsRun>> runs = runs_in_records(text, file_name);
    return runs ? table_of(*runs, file_name) : tl::unexpected(runs.error());
  }
  return table_of(LogReader().read(text), file_name);
}

}  // namespace commlab
