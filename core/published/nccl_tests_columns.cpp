#include "core/published/nccl_tests_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::array<std::string_view, 20> titles = {
    "size",  "bytes", "count", "N",   "type",   "redop", "op",    "root",  "time",      "cputime",
    "algbw", "busbw", "error", "res", "#wrong", "wrong", "i_min", "i_max", "timestamp", "i_p99"};

bool is_title(std::string_view word) {
  return std::ranges::count(titles, word) > 0 || word.starts_with("i_") || word.ends_with("wrong");
}
bool is_time(std::string_view word) { return word == "time" || word == "cputime"; }

// Words between blanks; between commas or semicolons, if people made a table of them; bars are borders.
Words words_of(std::string_view line) {
  Words words;
  for (const std::string_view part : split_at(line, '|'))
    for (const std::string_view word : split_at_blanks(part)) words.push_back(word);
  for (const char separator : {',', ';'})
    if (std::ranges::count(line, separator) >= 6 && words.size() < 6) {
      words = split_at(line, separator);
      for (std::string_view& word : words) word = trimmed(word);
      std::erase_if(words, [](std::string_view word) { return word.empty(); });
    }
  return words;
}

// "134,217,728" without its commas; other texts as they are.
std::string without_thousands(std::string_view word) {
  std::string plain(word);
  for (const char mark : {',', '\'', '_'}) {
    const std::size_t first = word.find(mark);
    if (first == word.npos || first == 0 || first > 3) continue;
    const std::string_view whole = word.substr(0, word.find('.'));
    bool is_grouped = true;
    for (std::size_t at = first; at < whole.size(); at += 4)
      is_grouped = is_grouped && whole[at] == mark && whole.size() - at >= 4;
    if (is_grouped) std::erase(plain, mark);
  }
  return plain;
}

std::optional<std::int64_t> whole_number(std::string_view word) {
  return parse_number<std::int64_t>(without_thousands(word));
}
std::optional<double> number(std::string_view word) { return parse_number<double>(without_thousands(word)); }

bool is_value(std::string_view word) {
  const std::string lower = lower_case(word);
  return number(word).has_value() || lower == "n/a" || lower == "na" || lower == "nan" || lower == "-nan" ||
         lower == "inf" || lower == "-";
}

// A part of "2026-02-16 10:00:02", behind the values with -S.
bool is_timestamp(std::string_view word) { return word.find_first_not_of("0123456789-:.") == word.npos; }

// Columns of one half. Without titles, or with fewer than there are values: four, or eight with -I.
std::size_t of_half(std::size_t values, const std::optional<TestColumns>& columns) {
  if (columns && values <= static_cast<std::size_t>(columns->halves * columns->of_half))
    return static_cast<std::size_t>(columns->of_half);
  return values >= 16 ? 8 : 4;
}

TestHalf half_at(const std::vector<std::string>& values, std::size_t first) {
  if (values.size() < first + 4) return {};
  const std::optional<double> time = number(values[first]);
  return {.time_us = time && *time > 0 ? *time : 0,
          .algbw = number(values[first + 1]),
          .busbw = number(values[first + 2]),
          .wrong = values[first + 3]};
}

}  // namespace

std::optional<TestColumns> columns_titled(std::string_view line) {
  if (line.find("algbw") == line.npos) return std::nullopt;
  const Words words = words_of(line);
  if (std::ranges::count(words, "algbw") == 0 || std::ranges::count(words, "busbw") == 0) return std::nullopt;
  const auto first_time = std::ranges::find_if(words, is_time);
  if (first_time == words.end()) return std::nullopt;
  TestColumns columns;
  columns.has_root = std::ranges::count(words.begin(), first_time, "root") > 0;
  columns.is_cpu_time = *first_time == "cputime";
  columns.halves = static_cast<int>(std::ranges::count_if(words, is_time));
  const auto next = std::find_if(first_time + 1, words.end(),
                                 [](std::string_view word) { return is_time(word) || word == "timestamp"; });
  columns.of_half = std::clamp(static_cast<int>(next - first_time), 4, 32);
  columns.counts_errors = std::any_of(first_time, next, [](auto word) { return word.ends_with("wrong"); });
  return columns;
}

bool are_titles(std::string_view line) {
  Words words = words_of(line);
  std::erase(words, "#");
  return !words.empty() && std::ranges::all_of(words, is_title);
}

std::optional<FoundRow> row_in(std::string_view line, const std::optional<TestColumns>& columns) {
  const Words words = words_of(line);
  std::size_t type = 2;
  while (type < words.size() &&
         !(whole_number(words[type - 2]) && whole_number(words[type - 1]) && parse_data_type(words[type])))
    ++type;
  if (type >= words.size()) return std::nullopt;
  FoundRow found{.prefix = line.substr(0, static_cast<std::size_t>(words[type - 2].data() - line.data()))};
  TestRow& row = found.row;
  row.size = *whole_number(words[type - 2]);
  row.count = *whole_number(words[type - 1]);
  row.dtype = *parse_data_type(words[type]);
  std::size_t at = type + 1;
  if (at < words.size() && !is_value(words[at])) {
    // Other text may follow at once where a line was broken: then no operation was printed.
    const bool is_op = std::ranges::all_of(words[at], [](char c) { return c >= 'a' && c <= 'z'; });
    if (is_op) row.op = words[at++];
  }
  std::size_t values = at;
  while (values < words.size() && is_value(words[values])) ++values;
  const bool has_root = columns ? columns->has_root : (values - at) % 2 == 1;
  if (has_root && at < values) {
    const std::string_view root = words[at++];
    row.root = root;
    constexpr std::ptrdiff_t half_of_blanks = 28;
    row.begins_in_place = at < values && words[at].data() - (root.data() + root.size()) >= half_of_blanks;
  } else if (has_root && at < words.size()) {
    // "-1node-2:33:44": another rank's line follows without a blank.
    const std::size_t digits = words[at].find_first_not_of("-0123456789");
    row.root = words[at].substr(0, digits);
  }
  for (; at < values; ++at) row.values.emplace_back(words[at]);
  return found;
}

std::vector<std::string> values_alone(std::string_view line) {
  const Words words = words_of(line);
  const auto end = std::ranges::find_if_not(words, is_value);
  if (!std::all_of(end, words.end(), is_timestamp)) return {};
  return {words.begin(), end};
}

bool is_complete(const TestRow& row, const std::optional<TestColumns>& columns) {
  const int halves = !columns ? 1 : row.begins_in_place ? 1 : columns->halves;
  return row.values.size() >= static_cast<std::size_t>(halves) * of_half(row.values.size(), columns);
}

TestHalves halves_of(const TestRow& row, const std::optional<TestColumns>& columns) {
  const TestHalf first = half_at(row.values, 0);
  if (row.begins_in_place) return {.out_of_place = {}, .in_place = first};
  return {.out_of_place = first, .in_place = half_at(row.values, of_half(row.values.size(), columns))};
}

bool is_mixed_up(const TestHalf& half, const std::optional<TestColumns>& columns) {
  const std::optional<double> wrong = number(half.wrong);
  return columns && columns->counts_errors && wrong && *wrong != std::floor(*wrong);
}

bool is_wrong(const TestHalf& half, const TestRow& row, const std::optional<TestColumns>& columns) {
  const std::optional<double> wrong = number(half.wrong);
  if (!wrong) return false;
  const bool counts = columns ? columns->counts_errors : half.wrong.find('e') == std::string::npos;
  if (counts || row.op.empty() || row.op == "none") return *wrong > 0;
  switch (row.dtype) {
    case DataType::float64: return *wrong > 1e-12;
    case DataType::float32: return *wrong > 1e-5;
    case DataType::float16:
    case DataType::bfloat16: return *wrong > 5e-2;
    case DataType::float8_e4m3:
    case DataType::float8_e5m2: return *wrong > 1e-1;
    case DataType::int8:
    case DataType::int32:
    case DataType::int64:
    case DataType::uint8:
    case DataType::uint32:
    case DataType::uint64: return *wrong > 0;
  }
  return *wrong > 0;
}

}  // namespace commlab
