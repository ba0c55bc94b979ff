#include "core/published/nccl_tests_records.h"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

using Json = nlohmann::json;
using Runs = std::vector<NcclTestsRun>;

tl::unexpected<Error> wrong(std::string_view file, int record, std::string_view what,
                            std::string_view expected) {
  return fail("{}:{}: {}; expected {}", file, std::max(1, record), what, expected);
}

std::string wrong_values(const std::string& count, std::int64_t size) {
  return fmt::format("{} wrong values at {} bytes; a time of a wrong result means nothing", count, size);
}

// nccl-tests -J

void read_arguments(NcclTestsRun& run, const Json& arguments) {
  std::string command;
  for (const Json& argument : arguments)
    if (argument.is_string()) command += argument.get<std::string>() + ' ';
  run.test = test_named_in(command);
  const std::vector<std::string_view> words = split_at_blanks(command);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "-R" || words[i] == "--local_register") run.is_registered = words[i + 1] == "2";
    if (words[i] == "-D" || words[i] == "--device_implementation")
      run.device_implementation = parse_number<int>(words[i + 1]);
  }
}

void read_environment(NcclTestsRun& run, const Json& environment) {
  for (const Json& each : environment)
    if (each.is_string())
      if (const auto text = each.get<std::string>(); text.starts_with("NCCL_") || text.starts_with("RCCL_"))
        if (const std::size_t equals = text.find('='); equals != text.npos)
          run.facts.set_variable(std::string_view(text).substr(0, equals),
                                 std::string_view(text).substr(equals + 1), SetBy::shell, false);
}

// nccl-tests writes "true" as a text.
bool is_true(const Json& json, const char* key) {
  return json.contains(key) && (json[key] == Json(true) || json[key] == Json("true"));
}

void read_config(NcclTestsRun& run, const Json& json) {
  if (json.contains("args")) read_arguments(run, json["args"]);
  if (json.contains("env")) read_environment(run, json["env"]);
  if (json.contains("nccl_version"))
    run.facts.set_version(json["nccl_version"].is_string() ? json["nccl_version"].get<std::string>()
                                                           : json_text(json["nccl_version"]));
  const Json& config = json.at("config");
  run.is_known = true;
  run.threads = count_of(config.value("nthreads", 1));
  run.gpus = count_of(config.value("ngpus", 1));
  run.graph = config.value("graph", 0) > 0;
  run.joined = count_of(config.value("aggregated_iterations", 1));
  run.is_blocking = is_true(config, "blocking_collectives");
  run.each_is_timed = is_true(config, "per_iter_timing");
  const Json& devices = config.contains("devices") ? config["devices"] : json.at("devices");
  for (const Json& device : devices)
    run.ranks.push_back(
        {.rank = std::clamp(device.value("rank", static_cast<int>(run.ranks.size())), 0, 1 << 20),
         .device = std::clamp(device.value("device", 0), 0, 1 << 20),
         .host = device.at("hostname").get<std::string>(),
         .pid = json_text(device.at("pid")),
         .gpu = device.value("device_info", std::string())});
}

TestHalf half_of(NcclTestsRun& run, const Json& result, const char* side) {
  if (!result.contains(side) || !result[side].is_object()) return {};
  const Json& numbers = result[side];
  run.is_cpu_time = run.is_cpu_time || (!numbers.contains("time") && numbers.contains("cpu_time"));
  TestHalf half{.time_us = numbers.value("time", numbers.value("cpu_time", 0.0)),
                .algbw = numbers.value("alg_bw", 0.0),
                .busbw = numbers.value("bus_bw", 0.0)};
  if (!(half.time_us > 0)) half.time_us = 0;
  if (numbers.contains("nwrong") && numbers["nwrong"].is_number()) half.wrong = json_text(numbers["nwrong"]);
  return half;
}

Result<LoggedRow> row_of(NcclTestsRun& run, const Json& result, int record, std::string_view file) {
  LoggedRow row{.line = record, .printed = {.size = result.at("size").get<std::int64_t>()}, .used = {}};
  row.printed.count = result.value("count", std::int64_t{0});
  const auto type = result.at("type").get<std::string>();
  const auto known = parse_data_type(type);
  if (!known) return wrong(file, record, fmt::format("unknown type '{}'", type), "one of nccl-tests'");
  row.printed.dtype = *known;
  row.printed.op = result.value("redop", std::string("none"));
  const TestHalf out_of_place = half_of(run, result, "out_of_place"),
                 in_place = half_of(run, result, "in_place");
  for (const TestHalf& half : {out_of_place, in_place})
    if (const auto count = parse_number<double>(half.wrong); count && *count > 0)
      run.refuse(record, wrong_values(half.wrong, row.printed.size));
  row.in_place = out_of_place.time_us == 0;
  row.used = row.in_place ? in_place : out_of_place;
  row.is_checked = !out_of_place.wrong.empty();
  row.is_checked_in_place = !in_place.wrong.empty();
  return row;
}

Result<Runs> run_of_nccl_tests(const Json& json, std::string_view file) {
  NcclTestsRun run{.line = 1};
  read_config(run, json);
  int record = 0;
  for (const Json& result : json.at("results")) {
    Result<LoggedRow> row = row_of(run, result, ++record, file);
    if (!row) return tl::unexpected(row.error());
    if (row->used.time_us > 0) run.rows.push_back(*std::move(row));
  }
  if (json.contains("out_of_bounds") && json["out_of_bounds"].is_object()) {
    if (json["out_of_bounds"].contains("okay") && !is_true(json["out_of_bounds"], "okay"))
      run.refuse(record, "out_of_bounds: results were wrong, and a time of a wrong result means nothing");
  }
  return Runs{std::move(run)};
}

// rccl-tests -Z: each record has all its columns, by lower-case name.

using Record = std::map<std::string, std::string, std::less<>>;

std::string field(const Record& record, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto found = record.find(name); found != record.end()) return found->second;
  return "";
}

Status add_record(Runs& runs, const Record& record, int line, std::string_view file) {
  const std::string name = field(record, {"collective", "name"}), type = field(record, {"type"});
  const auto number = [&](std::initializer_list<std::string_view> names) {
    return parse_number<double>(field(record, names));
  };
  const auto size = parse_number<std::int64_t>(field(record, {"size"}));
  const auto dtype = parse_data_type(type);
  const std::optional<double> time = number({"time"});
  if (!size || !dtype || !time)
    return wrong(file, line,
                 fmt::format("size '{}', type '{}', time '{}'", field(record, {"size"}), type,
                             field(record, {"time"})),
                 "the columns of rccl-tests -Z");
  const auto count = [&](std::initializer_list<std::string_view> names, int otherwise) {
    return static_cast<int>(std::clamp(number(names).value_or(otherwise), 1.0, 32768.0));
  };
  const int gpus = count({"gpusperrank", "gpus"}, 1), ranks = count({"ranks"}, gpus);
  const int nodes = std::min(ranks, count({"nodes"}, 1));
  const bool is_new = runs.empty() || runs.back().test->name != name || runs.back().size() != ranks ||
                      runs.back().nodes() != nodes;
  if (is_new)
    runs.push_back({.line = line,
                    .test = NamedTest{name, kind_of_test(name)},
                    .said_size = ranks,
                    .said_nodes = nodes,
                    .gpus = gpus,
                    .is_known = true});
  NcclTestsRun& run = runs.back();
  LoggedRow row{.line = line, .printed = {.size = *size, .dtype = *dtype}, .used = {.time_us = *time}};
  row.printed.op = field(record, {"redop"});
  row.used.algbw = number({"algbw"});
  row.used.busbw = number({"busbw"});
  row.in_place = field(record, {"inplace"}) == "1";
  const std::string wrong_count = field(record, {"#wrong", "wrong"});
  if (const auto value = parse_number<double>(wrong_count); value && *value > 0)
    run.refuse(line, wrong_values(wrong_count, *size));
  if (*time > 0) run.rows.push_back(std::move(row));
  return {};
}

Result<Runs> runs_of_list(const Json& json, std::string_view file) {
  Runs runs;
  int number = 0;
  for (const Json& each : json) {
    Record record;
    for (const auto& [key, value] : each.items())
      record[lower_case(key)] = value.is_string() ? value.get<std::string>() : json_text(value);
    if (const Status added = add_record(runs, record, ++number, file); !added)
      return tl::unexpected(added.error());
  }
  return runs;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::string_view cell : split_at(line, ',')) {
    cell = trimmed(cell);
    if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    cells.emplace_back(cell);
  }
  return cells;
}

bool are_titles_of_csv(std::string_view line) {
  const std::string titles = lower_case(line);
  return titles.find("size,type,redop,inplace,time,algbw,busbw") != titles.npos;
}

Result<Runs> runs_of_csv(std::string_view text, std::string_view file) {
  Runs runs;
  std::vector<std::string> titles;
  int number = 0;
  for (const std::string_view line : split_at(text, '\n')) {
    ++number;
    if (trimmed(line).empty()) continue;
    if (are_titles_of_csv(line)) {
      titles = cells_of(lower_case(line));
      continue;
    }
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() != titles.size())
      return wrong(file, number, fmt::format("{} values", cells.size()), fmt::format("{}", titles.size()));
    Record record;
    for (std::size_t i = 0; i < cells.size(); ++i) record[titles[i]] = cells[i];
    if (const Status added = add_record(runs, record, number, file); !added)
      return tl::unexpected(added.error());
  }
  return runs;
}

bool is_json(std::string_view text) {
  const std::string_view head = trimmed(text.substr(0, 64));
  return head.starts_with('{') || head.starts_with('[');
}

}  // namespace

bool are_test_records(std::string_view text) {
  if (is_json(text))
    return text.find("\"out_of_place\"") != text.npos ||
           (text.find("\"busBw\"") != text.npos && text.find("\"inPlace\"") != text.npos);
  return are_titles_of_csv(text.substr(0, text.find('\n')));
}

Result<Runs> runs_in_records(std::string_view text, std::string_view file) {
  if (!is_json(text)) return runs_of_csv(text, file);
  constexpr std::string_view expected = "what nccl-tests -J writes";
  const auto json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return wrong(file, 1, "this is no whole JSON text", expected);
  try {
    return json.is_array() ? runs_of_list(json, file) : run_of_nccl_tests(json, file);
  } catch (const Json::exception&) {
    return wrong(file, 1, "a value is missing or has another type", expected);
  }
}

}  // namespace commlab
