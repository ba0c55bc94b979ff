#include "core/published/nccl_tests_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/base/named_values.h"
#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/experiment/run.h"

namespace commlab {
namespace {

using Kind = CollectiveKind;
using Words = std::vector<std::string_view>;

constexpr std::array test_names = {
    std::pair{std::string_view("all_reduce_perf"), Kind::all_reduce},
    std::pair{std::string_view("reduce_scatter_perf"), Kind::reduce_scatter},
    std::pair{std::string_view("all_gather_perf"), Kind::all_gather},
    std::pair{std::string_view("broadcast_perf"), Kind::broadcast},
    std::pair{std::string_view("alltoall_perf"), Kind::all_to_all},
    std::pair{std::string_view("sendrecv_perf"), Kind::sendrecv},
    std::pair{std::string_view("scatter_perf"), Kind::scatter},
    std::pair{std::string_view("gather_perf"), Kind::gather},
    std::pair{std::string_view("reduce_perf"), Kind::reduce},
};

// As NCCL's lines name them. Algorithms and protocols have their words since 2.24, before the numbers of its
// tables.
constexpr NamedValue<Kind> logged_kinds[] = {{"AllReduce", Kind::all_reduce},
                                             {"AllGather", Kind::all_gather},
                                             {"ReduceScatter", Kind::reduce_scatter},
                                             {"Broadcast", Kind::broadcast},
                                             {"Reduce", Kind::reduce}};

// By number, "5", or by word, "NVLS_TREE".
template <class Value, std::size_t n>
std::optional<Value> value_logged(const NamedValue<Value> (&table)[n], std::string_view text) {
  if (const auto number = parse_number<std::size_t>(text); number && *number < n) return table[*number].value;
  std::string word = lower_case(text);
  std::erase(word, '_');
  const auto* const found =
      std::ranges::find(table, word, [](const NamedValue<Value>& row) { return lower_case(row.name); });
  return found == std::end(table) ? std::nullopt : std::optional(found->value);
}

// The longest names come first, so that reduce_perf is not found in all_reduce_perf.
std::optional<Kind> test_named_in(std::string_view line) {
  for (const auto& [name, kind] : test_names)
    if (line.find(name) != line.npos) return kind;
  return std::nullopt;
}

// A log may say any number of threads or GPUs; the product of two such numbers must fit.
int number_of(int said) { return std::clamp(said, 1, 1 << 15); }

struct RankLine {
  std::string_view host;
  std::string_view pid;
  std::string_view gpu;
};

// What both forms of the output tell of a run, as facts of a table.
struct Job {
  std::optional<Kind> kind;
  std::vector<RankLine> ranks;
  int threads = 1, gpus = 1;
  bool graph = false;
  bool is_known = false;  // how many take part

  int nodes() const {
    std::set<std::string_view> hosts;
    for (const RankLine& rank : ranks) hosts.insert(rank.host);
    return std::max(1, static_cast<int>(hosts.size()));
  }
  int size() const { return std::max(threads * gpus, static_cast<int>(ranks.size())); }
  std::string_view launch() const {
    if (graph) return "graph";
    std::set<std::string> processes;
    for (const RankLine& rank : ranks) processes.insert(fmt::format("{} {}", rank.host, rank.pid));
    const bool one_for_several =
        gpus > 1 || (!ranks.empty() && processes.size() < ranks.size() && threads == 1);
    return one_for_several ? "thread" : "processes";
  }
  void add_facts(PublishedTable& table) const {
    if (!ranks.empty() && !ranks.front().gpu.empty())
      table.facts.push_back({"gpu", std::string(ranks.front().gpu)});
    table.facts.push_back({"num_gpus", std::to_string(size())});
    table.facts.push_back({"nodes", std::to_string(nodes())});
    table.facts.push_back({"launch", std::string(launch())});
  }
};

class NcclTestsReader {
 public:
  NcclTestsReader(std::string_view text, std::string_view file) : text_(text) {
    table_.file = file;
    table_.name = std::filesystem::path(file).stem().string();
    table_.of_sizes = true;
  }

  Result<PublishedTable> read() {
    for (std::size_t first = 0; first < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', first), text_.size());
      ++line_;
      if (const Status read = read_line(without_launcher(text_.substr(first, end - first))); !read)
        return tl::unexpected(read.error());
      first = end + 1;
    }
    return finish();
  }

  Result<PublishedTable> read_json() {
    const auto json = nlohmann::json::parse(text_, nullptr, false);
    if (json.is_discarded()) return wrong("this is no whole JSON text; expected what nccl-tests -J writes");
    try {
      read_config(json);
      for (const auto& result : json.at("results")) {
        ++line_;
        const Status read = read_result(result);
        if (!read) return tl::unexpected(read.error());
      }
    } catch (const nlohmann::json::exception&) {
      return wrong("a value is missing or has another type; expected what nccl-tests -J writes");
    }
    return finish();
  }

 private:
  template <class... Args>
  tl::unexpected<Error> wrong(fmt::format_string<Args...> text, Args&&... args) const {
    return fail("{}:{}: {}", table_.file, std::max(1, line_), fmt::format(text, std::forward<Args>(args)...));
  }

  Result<PublishedTable> finish() {
    if (table_.rows.empty())
      return fail("{}: no row of sizes and times was found; expected the output of nccl-tests", table_.file);
    job_.add_facts(table_);
    return std::move(table_);
  }

  // "[1,0]<stdout>: text" of Open MPI, "0: text" of srun --label.
  static std::string_view without_launcher(std::string_view line) {
    if (line.starts_with('[')) {
      const std::size_t end = line.find(">:");
      if (end != line.npos && line.substr(0, end).find("<std") != line.npos) line.remove_prefix(end + 2);
    }
    const std::size_t colon = line.find(": ");
    const bool is_label = colon != line.npos && colon > 0 && line.find_first_not_of("0123456789 ") == colon;
    if (is_label) line.remove_prefix(colon + 2);
    return line;
  }

  Status read_line(std::string_view line) {
    if (line.find("NCCL INFO") != line.npos || line.find("NCCL version") != line.npos) {
      read_nccl(line);
      return {};
    }
    const Words words = split_at_blanks(line);
    if (words.empty()) return {};
    if (const auto named = test_named_in(line)) job_.kind = named;
    if (words[0].starts_with('#')) return read_comment(words, line);
    const bool is_row = words.size() >= 11 && parse_number<std::int64_t>(words[0]) &&
                        parse_number<std::int64_t>(words[1]) && parse_data_type(words[2]);
    return is_row ? read_row(words) : Status{};
  }

  // "AllReduce: 1048576 Bytes -> Algo RING proto LL ...". The bytes are those of one rank where each has a
  // block.
  void read_choice(std::string_view line) {
    constexpr std::string_view arrow = " Bytes -> Algo ", info = "NCCL INFO ";
    const std::size_t at = line.find(arrow), begin = line.find(info);
    if (at == line.npos || begin == line.npos || begin > at) return;
    const Words call = split_at_blanks(line.substr(begin + info.size(), at - begin - info.size()));
    const Words way = split_at_blanks(line.substr(at + arrow.size()));
    if (call.size() != 2 || way.size() < 3 || way[1] != "proto" || !call[0].ends_with(':')) return;
    const auto kind = value_in(logged_kinds, call[0].substr(0, call[0].size() - 1), "collective");
    const auto bytes = parse_number<std::int64_t>(call[1]);
    const auto algorithm = value_logged(nccl_algorithm_names, way[0]);
    const auto protocol = value_logged(nccl_protocol_names, way[2]);
    if (!kind || !bytes || *bytes < 0 || !algorithm || !protocol) return;
    const std::int64_t blocks = has_blocks(*kind) ? std::max(1, job_.size()) : 1;
    if (*bytes > endless.count / blocks) return;
    table_.choices.push_back({*kind, Bytes{*bytes * blocks}, *algorithm, *protocol});
  }

  // "24 coll channels, 24 collnet channels, 16 nvls channels, ..."; every rank says it.
  void read_channels(std::string_view line) {
    if (table_.channels || line.find(" coll channels, ") == line.npos) return;
    const Words words = split_at_blanks(line);
    const auto counted = [&](std::string_view what) -> std::optional<int> {
      const auto found = std::ranges::find(words, what);
      return found == words.begin() || found == words.end() ? std::nullopt : parse_number<int>(*(found - 1));
    };
    if (const auto collectives = counted("coll"))
      table_.channels = {.collectives = *collectives, .nvls = counted("nvls").value_or(0)};
  }

  // NCCL's own lines: its version, its network, its channels, and what the environment forced.
  void read_nccl(std::string_view line) {
    read_choice(line);
    read_channels(line);
    const auto after = [&](std::string_view mark) -> std::string_view {
      const std::size_t at = line.find(mark);
      return at == line.npos ? std::string_view{} : trimmed(line.substr(at + mark.size()));
    };
    const auto once = [&](std::string_view key, std::string value) {
      if (!value.empty() && table_.fact(key).empty())
        table_.facts.push_back({std::string(key), std::move(value)});
    };
    if (const std::string_view version = after("NCCL version "); !version.empty())
      once("nccl", std::string(split_at_blanks(version).front()));
    if (line.find("NET/IB : Using") != line.npos)
      once("interconnect", line.find("RoCE") != line.npos ? "RoCE" : "InfiniBand");
    if (line.find("Using network Socket") != line.npos) once("interconnect", "TCP sockets");
    if (line.find("NET/OFI Selected Provider is efa") != line.npos) once("interconnect", "EFA");
    if (line.find("NET/OFI Selected Provider is cxi") != line.npos) once("interconnect", "Slingshot");
    for (const std::string_view variable : {"NCCL_ALGO", "NCCL_PROTO"})
      if (const auto value = after(fmt::format("{} set by environment to ", variable)); !value.empty())
        once("algorithm", fmt::format("{}={}", variable, value.substr(0, value.find_last_not_of(". ") + 1)));
  }

  Status read_comment(const Words& words, std::string_view line) {
    const auto value_after = [&](std::string_view key) -> std::optional<int> {
      const auto found = std::ranges::find(words, key);
      if (found == words.end() || found + 1 == words.end()) return std::nullopt;
      return parse_number<int>(*(found + 1));
    };
    if (const auto threads = value_after("nThread")) {  // a new test begins
      job_ = {.kind = job_.kind, .ranks = {}, .threads = number_of(*threads), .is_known = true};
      job_.gpus = number_of(value_after("nGpus").value_or(1));
      job_.graph = value_after("graph:").value_or(0) > 0;
    }
    for (const std::string_view word : words)
      if (word.starts_with("nccl-library=") && table_.fact("nccl").empty())
        table_.facts.push_back({"nccl", std::string(word.substr(word.find('=') + 1))});
    const auto pid = std::ranges::find(words, "Pid"), on = std::ranges::find(words, "on");
    if (words.size() > 2 && words[1] == "Rank" && pid + 1 < words.end() && on + 1 < words.end()) {
      const std::size_t bracket = line.find(']');
      job_.is_known = true;
      job_.ranks.push_back({.host = *(on + 1),
                            .pid = *(pid + 1),
                            .gpu = bracket == line.npos ? "" : trimmed(line.substr(bracket + 1))});
    }
    return {};
  }

  // Size, count, type; an operation and a root, which older versions print only where they mean something;
  // then time, algbw, busbw and wrong values out of place, and the same in place. With -I, four more columns
  // follow each.
  Status read_row(const Words& words) {
    std::size_t at = 3;
    std::string_view op;
    if (!parse_number<double>(words[at])) op = words[at++];
    const bool has_root = (words.size() - at) % 2 == 1;
    const std::string_view root = has_root ? words[at++] : std::string_view{};
    if (words.size() < at + 4) return wrong("{} values; expected 11 to 13, or 21", words.size());
    PublishedRow row{.line = line_, .ranks = job_.size(), .nodes = job_.nodes()};
    row.size = Bytes{*parse_number<std::int64_t>(words[0])};
    row.dtype = *parse_data_type(words[2]);
    if (!op.empty() && op != "none")
      if (const Result<ReduceOp> known = parse_reduce_op(op)) row.op = *known;
    const std::size_t in_place = at + (words.size() - at >= 16 ? 8 : 4);
    for (const std::size_t first : {at, in_place}) {
      if (words.size() < first + 4) break;
      const std::optional<double> time = parse_number<double>(words[first]);
      if (!time || !(*time > 0)) continue;
      const std::optional<double> wrong_values = parse_number<double>(words[first + 3]);
      if (wrong_values && *wrong_values > 0 && words[first + 3].find('e') == std::string_view::npos)
        return wrong("{} wrong values at {} bytes; a time of a wrong result means nothing", words[first + 3],
                     words[0]);
      return add(row, *time, parse_number<double>(words[first + 1]), parse_number<double>(words[first + 2]),
                 op, root);
    }
    return {};
  }

  void read_config(const nlohmann::json& json) {
    if (json.contains("args"))
      for (const auto& argument : json["args"])
        if (!job_.kind && argument.is_string())
          job_.kind = test_named_in(argument.get_ref<const std::string&>());
    if (json.contains("nccl_version"))
      table_.facts.push_back({"nccl", json["nccl_version"].is_string()
                                          ? json["nccl_version"].get<std::string>()
                                          : json_text(json["nccl_version"])});
    const nlohmann::json& config = json.at("config");
    job_.is_known = true;
    job_.threads = number_of(config.value("nthreads", 1));
    job_.gpus = number_of(config.value("ngpus", 1));
    job_.graph = config.value("graph", 0) > 0;
    for (const auto& device : config.at("devices")) {
      names_.push_back(device.at("hostname").get<std::string>());
      names_.push_back(json_text(device.at("pid")));
      names_.push_back(device.value("device_info", std::string()));
    }
    for (std::size_t i = 0; i + 2 < names_.size(); i += 3)
      job_.ranks.push_back({.host = names_[i], .pid = names_[i + 1], .gpu = names_[i + 2]});
  }

  Status read_result(const nlohmann::json& result) {
    PublishedRow row{.line = line_, .ranks = job_.size(), .nodes = job_.nodes()};
    row.size = Bytes{result.at("size").get<std::int64_t>()};
    const std::string type = result.at("type").get<std::string>(),
                      op = result.value("redop", std::string("none"));
    const auto known = parse_data_type(type);
    if (!known) return wrong("unknown type '{}'; expected one of nccl-tests'", type);
    row.dtype = *known;
    if (const Result<ReduceOp> operation = parse_reduce_op(op)) row.op = *operation;
    for (const char* side : {"out_of_place", "in_place"}) {
      if (!result.contains(side) || !result[side].is_object()) continue;
      const nlohmann::json& numbers = result[side];
      const double time = numbers.value("time", 0.0);
      if (!(time > 0)) continue;
      if (numbers.contains("nwrong") && numbers["nwrong"].is_number() && numbers["nwrong"].get<double>() > 0)
        return wrong("wrong values at {} bytes; a time of a wrong result means nothing", row.size.count);
      return add(row, time, numbers.value("alg_bw", 0.0), numbers.value("bus_bw", 0.0), op, "");
    }
    return {};
  }

  Status add(PublishedRow row, double us, std::optional<double> algbw, std::optional<double> busbw,
             std::string_view op, std::string_view root) {
    constexpr double most_us = 1e12;
    constexpr std::int64_t most_bytes = std::int64_t{1} << 40;
    constexpr std::size_t most_rows = 10'000;
    if (us > most_us || row.size.count < 0 || row.size.count > most_bytes)
      return wrong("{} bytes in {} us; expected at most {} bytes and {:.0e} us", row.size.count, us,
                   most_bytes, most_us);
    if (table_.rows.size() == most_rows) return wrong("more than {} rows; expected fewer", most_rows);
    if (!job_.is_known)
      return wrong(
          "no line before the rows says how many GPUs take part; expected '# nThread 1 nGpus 8 ...'");
    if (row.ranks > most_gpus) return wrong("{} ranks; expected at most {}", row.ranks, most_gpus);
    const std::optional<Kind> kind = job_.kind ? job_.kind : told_by(row.ranks, algbw, busbw, op, root);
    if (!kind)
      return wrong(
          "the log does not name its test; put its line before the rows, as in '# Collective test starting: "
          "all_gather_perf'");
    row.kind = *kind;
    row.time = Time{static_cast<std::int64_t>(std::llround(us * 1e6))};
    if (row.size.count > 0) table_.rows.push_back(row);
    return {};
  }

  // Older versions do not name the test. The ratio of busbw to algbw and the columns tell some of them.
  static std::optional<Kind> told_by(int ranks, std::optional<double> algbw, std::optional<double> busbw,
                                     std::string_view op, std::string_view root) {
    const bool reduces_data = !op.empty() && op != "none", rooted = !root.empty() && root != "-1";
    if (rooted) return reduces_data ? Kind::reduce : Kind::broadcast;
    if (!reduces_data || !algbw || !busbw || !(*algbw >= 1)) return std::nullopt;
    const double ratio = *busbw / *algbw, once = busbw_factor(Kind::reduce_scatter, ranks);
    return std::abs(ratio - 2 * once) < std::abs(ratio - once) ? Kind::all_reduce : Kind::reduce_scatter;
  }

  std::string_view text_;
  int line_ = 0;
  Job job_;
  std::vector<std::string> names_;  // of JSON, to which the ranks point
  PublishedTable table_;
};

bool is_json(std::string_view text) { return trimmed(text.substr(0, 64)).starts_with('{'); }

}  // namespace

bool looks_like_nccl_tests(std::string_view text) {
  if (is_json(text)) return text.find("\"out_of_place\"") != text.npos;
  const std::string_view head = text.substr(0, std::min<std::size_t>(text.size(), 1 << 20));
  const bool has_titles = head.find("algbw") != head.npos && head.find("busbw") != head.npos;
  return has_titles && head.find("algbw_GBps") == head.npos;
}

Result<PublishedTable> parse_nccl_tests(std::string_view text, std::string_view file_name) {
  NcclTestsReader reader(text, file_name);
  return is_json(text) ? reader.read_json() : reader.read();
}

}  // namespace commlab
