// commlab accuracy: predicts all published tables, and shows the errors for each machine.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include <CLI/CLI.hpp>

#include "core/base/in_parallel.h"
#include "core/base/numbers.h"
#include "core/fit/calibrated_once.h"
#include "core/fit/clock_files.h"
#include "core/fit/leave_one_out.h"
#include "core/fit/scores.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/answer_so_far.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/row_by_row.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/reference_report.h"
#include "gui/cli/reports/score_report.h"
#include "gui/experiments/predicted_table.h"
#include "gui/picture/chart.h"

namespace commlab {
namespace {

struct AccuracyArguments {
  std::string folder;
  bool leave_one_out = false;
  bool calibrated = false;
  Output output;
};

// Tables of the same machine, or of clusters of the same nodes. They are judged together, so that a machine
// with many published tables counts no more than a machine with few.
struct Family {
  std::string name;
  bool held_out = false;  // tables by NCCL's clock, whose costs were not fitted to them
  std::vector<PredictedTable> tables;
};

// A table without a prediction, or with rows without one.
struct NotPredicted {
  std::string table;
  std::string reason;
  int rows = 0;  // 0: the whole table
};

struct Survey {
  std::set<std::string> fitted{};  // tables to which NCCL's costs were fitted
  std::vector<Family> families{};  // sorted by name
  std::vector<NotPredicted> not_predicted{};
};

std::string family_name(const PublishedTable& table, const PublishedSetting& setting) {
  if (setting.experiment) {
    const std::string gpu = table.fact("gpu");
    return fmt::format("{}: {}", name_of(setting.experiment->on), gpu.substr(0, gpu.find(';')));
  }
  if (table.of_pairs) return setting.node + (setting.without_p2p ? " pairs, no P2P" : " pairs");
  return family_of(table, setting);
}

// The family of this name, in its place among the others; tables that are held out are a family of their own.
Family& family_in(Survey& all, const std::string& name, bool held_out) {
  const auto key = [](const Family& family) {
    return std::pair(std::string_view(family.name), family.held_out);
  };
  const std::pair wanted{std::string_view(name), held_out};
  auto place = std::ranges::lower_bound(all.families, wanted, {}, key);
  if (place == all.families.end() || key(*place) != wanted)
    place = all.families.insert(place, {.name = name, .held_out = held_out, .tables = {}});
  return *place;
}

// In order of tables, whose families come in another.
void add_not_predicted(Survey& all, NotPredicted one) {
  const auto place = std::ranges::upper_bound(all.not_predicted, one.table, {}, &NotPredicted::table);
  all.not_predicted.insert(place, std::move(one));
}

void add(Survey& all, const std::string& table, Result<PredictedTable> predicted) {
  if (!predicted) {
    add_not_predicted(all, {.table = table, .reason = predicted.error().message});
    return;
  }
  for (const LeftOut& rows : predicted->left_out)
    add_not_predicted(all, {.table = table, .reason = rows.reason, .rows = rows.rows});
  if (predicted->rows.empty()) return;
  const bool held_out = predicted->by_the_clock && !all.fitted.contains(table);
  const std::string name = family_name(predicted->table, predicted->setting);
  family_in(all, name, held_out).tables.push_back(std::move(*predicted));
}

// A table that was read, and the family to which it belongs if it can be predicted.
struct ReadTable {
  PublishedTable table;
  std::string family;
  bool of_nccl = false;  // NCCL's costs may be fitted to it
};

// Family after family, so that each is complete as early as it can be. An error: a file is no table.
Result<std::vector<ReadTable>> tables_by_family(const std::vector<std::filesystem::path>& files) {
  std::vector<ReadTable> tables;
  for (const std::filesystem::path& file : files) {
    Result<PublishedTable> table = read_published(file);
    if (!table) return tl::unexpected(table.error());
    const Result<PublishedSetting> setting = setting_of(*table);
    std::string family = setting ? family_name(*table, *setting) : "";
    const bool of_nccl = setting && !setting->experiment && !table->of_pairs;
    tables.push_back({*std::move(table), std::move(family), of_nccl});
  }
  std::ranges::stable_sort(tables, {}, &ReadTable::family);
  return tables;
}

// Predicts the tables in order. `take` receives each with its index.
void survey(const std::vector<ReadTable>& tables, const Tools& tools,
            const std::function<void(std::size_t, Result<PredictedTable>)>& take) {
  Progress progress;
  in_parallel(
      tables.size(), tools.cores,
      [&](std::size_t i) {
        return predict_table(tables[i].table, {}, tools, [](double, std::string_view) {});
      },
      [&](std::size_t i, Result<PredictedTable> predicted) {
        progress.report(static_cast<double>(i + 1) / static_cast<double>(tables.size()),
                        tables[i].table.name);
        take(i, std::move(predicted));
        return true;
      });
}

struct ErrorSummary {
  std::size_t rows = 0;
  double median = 0;
  double p90 = 0;
  double worst = 0;   // signed
  std::string where;  // the row with the worst error
};

ErrorSummary summary_of(const Family& family) {
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

bool of_pairs(const Family& family) { return family.tables.front().table.of_pairs; }

std::string over_families_text(const Survey& all, std::string_view title, bool pairs, bool held_out) {
  std::vector<Errors> some;
  for (const Family& family : all.families) {
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

std::string text_row(Table table, const Family& family) {
  const ErrorSummary summary = summary_of(family);
  table.add({fmt::format("{}{}", family.name, family.held_out ? held_out_text : ""),
             std::to_string(family.tables.size()), std::to_string(summary.rows), percent_text(summary.median),
             percent_text(summary.p90), fmt::format("{:+.0f} %", summary.worst), summary.where});
  return table.newest_row();
}

std::string text_tail(const Survey& all) {
  return '\n' + over_families_text(all, "collectives", false, false) +
         over_families_text(all, "collectives, held out", false, true) +
         over_families_text(all, "pairs of GPUs", true, false) + not_predicted_text(all);
}

std::string json(const Survey& all) {
  Json families = Json::array();
  for (const Family& family : all.families) {
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

// One line for each row of each table.
std::string csv_rows(const Family& family) {
  Table table = accuracy_table();
  for (const PredictedTable& each : family.tables)
    for (const PredictedRow& row : each.rows)
      table.add({family.name, each.table.name, std::string(name_of(row.published.kind)),
                 std::to_string(row.published.ranks), std::to_string(row.published.size.count), row.algorithm,
                 row.protocol, us_cell(row.predicted), us_cell(row.measured),
                 fmt::format("{:.2f}", row.error_percent())});
  return table.csv_rows_only();
}

Chart chart(const Survey& all) {
  Chart chart{
      .title = "predicted over measured time",
      .subtitle = "each mark is one row of a published table of a collective; at 1x the prediction is right",
      .x = {.title = "size", .label = size_label, .binary = true},
      .y = {.title = "predicted / measured", .label = ratio_label},
      .lines = {},
      .level = 1};
  for (const Family& family : all.families) {
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

// A survey that goes on, and how many of its families are printed.
struct GrowingSurvey {
  Survey survey;
  std::size_t widest_name;
  std::size_t printed = 0;
};

template <class RowText>
std::string new_families(GrowingSurvey& all, RowText row_text) {
  std::string text;
  for (; all.printed < all.survey.families.size(); ++all.printed)
    text += row_text(all.survey.families[all.printed]);
  return text;
}

// If it is ended early, the tail has the family of which tables are missing.
AnswerParts survey_parts(Format format, GrowingSurvey& all) {
  const auto svg = [&all] { return to_svg(chart(all.survey)); };
  switch (format) {
    case Format::json: return {.tail = [&all] { return json(all.survey); }, .svg = svg};
    case Format::csv: {
      const auto rows = [&all] { return new_families(all, csv_rows); };
      return {.head = [] { return accuracy_table().csv(); }, .newest_row = rows, .tail = rows, .svg = svg};
    }
    case Format::text: break;
  }
  const auto rows = [&all] {
    return new_families(
        all, [&](const Family& family) { return text_row(family_table(all.widest_name), family); });
  };
  return {.head =
              [&all] {
                return "published measurements and the simulator's predictions: |error| of the time\n\n" +
                       family_table(all.widest_name).titles();
              },
          .newest_row = rows,
          .tail = [&all, rows] { return rows() + text_tail(all.survey); },
          .svg = svg};
}

std::size_t widest_name(const std::vector<ReadTable>& tables, const std::set<std::string>& fitted) {
  std::size_t widest = 0;
  for (const ReadTable& each : tables) {
    const bool may_be_held_out = each.of_nccl && !fitted.contains(each.table.name);
    widest = std::max(widest, width_of(each.family) + (may_be_held_out ? width_of(held_out_text) : 0));
  }
  return widest;
}

// Every family by a fit to all others.
Result<int> left_out_accuracy(const std::filesystem::path& folder, const Output& output, const Tools& tools) {
  if (is_picture(output.file))
    return fail(
        "--out {}: --leave-one-out draws no picture; leave it out, or give a .txt, .json or .csv file",
        output.file);
  const Result<std::vector<CallTable>> tables = call_tables(folder, tools.machine_folder);
  if (!tables) return tl::unexpected(tables.error());
  std::vector<PredictedTime> left_out;
  {
    Progress progress;
    left_out = leave_one_out(*tables, tools.cores,
                             [&](double part, std::string_view what) { progress.report(part, what); });
  }
  const std::vector<PredictedTime> fitted =
      times_of(*tables, fit_clock(*tables, [](const CallTable&) { return false; }));
  const auto text = [&] {
    switch (output.format) {
      case Format::json: return leave_one_out_json(fitted, left_out);
      case Format::csv: return leave_one_out_csv(left_out);
      case Format::text: break;
    }
    return leave_one_out_text(fitted, left_out);
  };
  return deliver(output, text()).map([] { return 0; });
}

// Every cluster by such a fit, calibrated with one of its tables.
Result<int> calibrated_accuracy(const std::filesystem::path& folder, const Output& output,
                                const Tools& tools) {
  if (is_picture(output.file) || output.format == Format::csv)
    return fail("--calibrated: its answer is text or JSON; expected --format text or json, and no picture");
  const Result<std::vector<CallTable>> tables = call_tables(folder, tools.machine_folder);
  if (!tables) return tl::unexpected(tables.error());
  CalibratedTimes times;
  {
    Progress progress;
    times = calibrated_once(*tables, tools.cores,
                            [&](double part, std::string_view what) { progress.report(part, what); });
  }
  if (times.after.empty())
    return fail("--calibrated: no cluster in '{}' has two tables; one calibrates, and the others judge",
                folder.string());
  return deliver(output, output.format == Format::json ? calibrated_json(times) : calibrated_text(times))
      .map([] { return 0; });
}

Result<int> accuracy(const AccuracyArguments& asked, const Tools& tools) {
  const std::filesystem::path folder =
      asked.folder.empty() ? tools.measurement_folder : std::filesystem::path(asked.folder);
  const std::vector<std::filesystem::path> files = published_files(folder);
  if (files.empty())
    return fail("'{}' has no .csv or .log files; expected tables of measurements, or what nccl-tests printed",
                folder.string());
  if (asked.leave_one_out) return left_out_accuracy(folder, asked.output, tools);
  if (asked.calibrated) return calibrated_accuracy(folder, asked.output, tools);
  const Result<std::set<std::string>> fitted = fitted_tables(tools.machine_folder / "parameters");
  if (!fitted) return tl::unexpected(fitted.error());
  const Result<std::vector<ReadTable>> tables = tables_by_family(files);
  if (!tables) return tl::unexpected(tables.error());

  GrowingSurvey all{.survey = {.fitted = *fitted}, .widest_name = widest_name(*tables, *fitted)};
  RowByRow answer(asked.output, survey_parts(asked.output.format, all));
  std::optional<AnswerSoFar> so_far(std::in_place, tables->size(), "table", [&] { return answer.finish(); });
  survey(*tables, tools, [&](std::size_t i, Result<PredictedTable> predicted) {
    so_far->add(i + 1, [&] {
      add(all.survey, (*tables)[i].table.name, std::move(predicted));
      const bool complete = i + 1 == tables->size() || (*tables)[i + 1].family != (*tables)[i].family;
      if (complete && all.survey.families.size() > all.printed) answer.add_newest_row();
    });
  });
  so_far.reset();
  return answer.finish().map([] { return 0; });
}

Action declare_accuracy(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<AccuracyArguments>();
  add_folder_of_tables(app, asked->folder);
  CLI::Option* const left_out =
      app.add_flag("--leave-one-out", asked->leave_one_out,
                   "predict each family of machines by costs that were fitted to all others");
  app.add_flag("--calibrated", asked->calibrated,
               "the same, calibrated with one other table of the cluster: what calibrate --from is worth")
      ->excludes(left_out);
  add_output(app, asked->output, tools, true);
  return [asked, &tools] { return accuracy(*asked, tools); };
}

}  // namespace

const Command accuracy_command = {.name = "accuracy",
                                  .summary = "compare predictions with all published measurements",
                                  .examples = R"(  commlab accuracy
  commlab accuracy --leave-one-out
  commlab accuracy --calibrated
  commlab accuracy --out accuracy.svg
  commlab accuracy my-logs/ --format csv)",
                                  .declare = declare_accuracy};

}  // namespace commlab
