#include "gui/cli/reports/batch_row.h"

#include <algorithm>

#include "core/base/json_text.h"
#include "gui/cli/output/data.h"
#include "gui/cli/reports/report_data.h"

namespace commlab {
namespace {
constexpr std::string_view row_begin = R"({"index":)";
}  // namespace

std::string batch_row(std::size_t index, const std::string& line, const Result<Outcome>& outcome) {
  Json row{{"index", index}, {"line", line}};
  if (outcome)
    row.update(outcome_json(*outcome));
  else
    row["error"] = outcome.error().message;
  return json_text(row);
}

std::optional<BatchRow> read_batch_row(std::string_view text) {
  const Json row = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!row.is_object()) return std::nullopt;
  const auto index = row.find("index");
  const auto line = row.find("line");
  const auto error = row.find("error");
  if (index == row.end() || !index->is_number_unsigned() || line == row.end() || !line->is_string())
    return std::nullopt;
  BatchRow read{.index = index->get<std::size_t>(), .line = line->get<std::string>(), .error = {}};
  if (error == row.end()) return read;
  if (!error->is_string()) return std::nullopt;
  read.error = error->get<std::string>();
  return read;
}

bool may_begin_a_batch_row(std::string_view torn) {
  const bool never_written = std::ranges::all_of(torn, [](char c) { return c == '\0'; });
  return never_written || row_begin.starts_with(torn) || torn.starts_with(row_begin);
}

std::string line_in_batch_row(const std::string& line) {
  return Json::parse(json_text(Json(line))).get<std::string>();
}

}  // namespace commlab
