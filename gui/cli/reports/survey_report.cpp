#include "gui/cli/reports/survey_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "core/base/numbers.h"
#include "core/fit/scores.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/reference_report.h"
#include "gui/cli/reports/score_report.h"

namespace commlab {
namespace {

struct ErrorSummary {
  std::size_t rows = 0;
  double median = 0;
  double p90 = 0;
  double worst = 0;   // signed
  std::string where;  // the row with the worst error
};

ErrorSummary summary_of(const SurveyedFamily& family) {
  ErrorSummary summary;
  std::vector<double> errors;
  for (const PredictedTable& table : family.tables)
    for (const PredictedRow& row : table.rows) {
      errors.push_back(row.error_percent());
      if (std::abs(errors.back()) <= std::abs(summary.worst)) continue;
      summary.worst = errors.back();
      summary.where = fmt::format("{}: {}", table.table.name, row_text(table, row));
    }
  summary.rows = errors.size();
  summary.median = median_error(errors);
  summary.p90 = percentile_error(errors, 0.9);
  return summary;
}

bool of_pairs(const SurveyedFamily& family) { return family.tables.front().table.of_pairs; }

std::string over_families_text(const Survey& all, std::string_view title, bool pairs, bool held_out) {
  std::vector<Errors> some;
  for (const SurveyedFamily& family : all.families) {
    if (of_pairs(family) != pairs || family.held_out != held_out) continue;
    const ErrorSummary summary = summary_of(family);
    some.push_back({summary.median, summary.p90});
  }
  if (some.empty()) return {};
  const Errors errors = over_families(some);
  return fmt::format(
      "  {}: in the median family, half of the predictions are within {}, and 90 % within {}\n", title,
      percent_text(errors.median), percent_text(errors.p90));
}

std::string why_text(const NotPredicted& each) {
  return each.rows > 0 ? left_out_text({.rows = each.rows, .reason = each.reason}) : each.reason;
}

// Each reason, and how many tables it concerns.
std::string not_predicted_text(const Survey& all) {
  if (all.not_predicted.empty()) return {};
  std::map<std::string, int> reasons;
  for (const NotPredicted& each : all.not_predicted) ++reasons[each.reason];
  Table table({{"", right}, {""}});
  for (const auto& [reason, tables] : reasons) table.add({counted(tables, "table"), reason});
  return "\ntables that are not predicted, or only in part (--format json names them)\n" + table.rows_only();
}

// A row for each family. The names are known before the first prediction.
Table family_table(std::size_t widest_name) {
  return Table({{"machine", Table::Align::left, widest_name},
                {"tables", right},
                {"rows", right},
                {"median", right, width_of("12.3 %")},
                {"p90", right, width_of("12.3 %")},
                {"worst", right, width_of("+123 %")},
                {"where"}});
}

constexpr std::string_view held_out_text = ", held out";

}  // namespace

std::size_t widest_survey_name(const std::vector<ReadTable>& tables, const std::set<std::string>& fitted) {
  std::size_t widest = 0;
  for (const ReadTable& each : tables) {
    const bool may_be_held_out = each.of_nccl && !fitted.contains(each.table.name);
    widest = std::max(widest, width_of(each.family) + (may_be_held_out ? width_of(held_out_text) : 0));
  }
  return widest;
}

std::string survey_text_head(std::size_t widest_name) {
  return "published measurements and the simulator's predictions: |error| of the time\n\n" +
         family_table(widest_name).titles();
}

std::string survey_text_row(std::size_t widest_name, const SurveyedFamily& family) {
  const ErrorSummary summary = summary_of(family);
  Table table = family_table(widest_name);
  table.add({fmt::format("{}{}", family.name, family.held_out ? held_out_text : ""),
             std::to_string(family.tables.size()), std::to_string(summary.rows), percent_text(summary.median),
             percent_text(summary.p90), fmt::format("{:+.0f} %", summary.worst), summary.where});
  return table.newest_row();
}

std::string survey_text_tail(const Survey& all) {
  return '\n' + over_families_text(all, "collectives", false, false) +
         over_families_text(all, "collectives, held out", false, true) +
         over_families_text(all, "pairs of GPUs", true, false) + not_predicted_text(all);
}

std::string survey_json(const Survey& all) {
  Json families = Json::array();
  for (const SurveyedFamily& family : all.families) {
    const ErrorSummary summary = summary_of(family);
    families.push_back({{"machine", family.name},
                        {"held_out", family.held_out},
                        {"tables", family.tables.size()},
                        {"rows", summary.rows},
                        {"median_error_percent", summary.median},
                        {"p90_error_percent", summary.p90},
                        {"worst_error_percent", summary.worst},
                        {"worst", summary.where}});
  }
  Json not_predicted = Json::array();
  for (const NotPredicted& each : all.not_predicted)
    not_predicted.push_back({{"table", each.table}, {"why", why_text(each)}});
  return document({{"families", families}, {"not_predicted", not_predicted}});
}

std::string survey_csv_rows(const SurveyedFamily& family) {
  Table table = accuracy_table();
  for (const PredictedTable& each : family.tables)
    for (const PredictedRow& row : each.rows)
      table.add({family.name, each.table.name, std::string(name_of(row.published.kind)),
                 std::to_string(row.published.ranks), std::to_string(row.published.size.count), row.algorithm,
                 row.protocol, us_cell(row.predicted), us_cell(row.measured),
                 fmt::format("{:.2f}", row.error_percent())});
  return table.csv_rows_only();
}

Chart survey_chart(const Survey& all) {
  Chart chart{
      .title = "predicted over measured time",
      .subtitle = "each mark is one row of a published table of a collective; at 1x the prediction is right",
      .x = {.title = "size", .label = size_label, .binary = true},
      .y = {.title = "predicted / measured", .label = ratio_label},
      .lines = {},
      .level = 1};
  for (const SurveyedFamily& family : all.families) {
    if (of_pairs(family)) continue;
    ChartLine line{.name = family.name, .points = {}, .scattered = true};
    for (const PredictedTable& table : family.tables)
      for (const PredictedRow& row : table.rows)
        if (row.published.size > Bytes{} && row.predicted > Time{})
          line.points.push_back({.x = static_cast<double>(row.published.size.count),
                                 .y = 1 + row.error_percent() / 100,
                                 .hint = fmt::format("{}: {}", table.table.name, row_text(table, row))});
    std::ranges::sort(line.points, {}, &ChartPoint::x);
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

}  // namespace commlab
