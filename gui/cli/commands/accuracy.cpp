// commlab accuracy: predicts all published tables, and shows the errors for each machine.

#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include <CLI/CLI.hpp>

#include "core/fit/calibrated_once.h"
#include "core/fit/cost_files.h"
#include "core/fit/leave_one_out.h"
#include "core/fit/scores.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/answer_so_far.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/row_by_row.h"
#include "gui/cli/reports/score_report.h"
#include "gui/cli/reports/survey_report.h"
#include "gui/experiments/survey.h"
#include "gui/picture/chart.h"

namespace commlab {
namespace {

struct AccuracyArguments {
  std::string folder;
  bool leave_one_out = false;
  bool halves = false;
  bool calibrated = false;
  Output output;
};

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
  const auto svg = [&all] { return to_svg(survey_chart(all.survey)); };
  switch (format) {
    case Format::json: return {.tail = [&all] { return survey_json(all.survey); }, .svg = svg};
    case Format::csv: {
      const auto rows = [&all] { return new_families(all, survey_csv_rows); };
      return {.head = [] { return accuracy_table().csv(); }, .newest_row = rows, .tail = rows, .svg = svg};
    }
    case Format::text: break;
  }
  const auto rows = [&all] {
    return new_families(
        all, [&](const SurveyedFamily& family) { return survey_text_row(all.widest_name, family); });
  };
  return {.head = [&all] { return survey_text_head(all.widest_name); },
          .newest_row = rows,
          .tail = [&all, rows] { return rows() + survey_text_tail(all.survey); },
          .svg = svg};
}

// Every family by a fit to all others.
Result<int> left_out_accuracy(const std::filesystem::path& folder, const Output& output, const Tools& tools) {
  if (is_picture(output.file))
    return fail(
        "--out {}: --leave-one-out draws no picture; leave it out, or give a .txt, .json or .csv file",
        output.file);
  const Result<std::vector<CallTable>> tables =
      call_tables(folder, tools.machine_folder, tools.planner().predict);
  if (!tables) return tl::unexpected(tables.error());
  const Result<NcclFit> start = fit_of_files(tools.machine_folder / "parameters");
  if (!start) return tl::unexpected(start.error());
  LeftOutTimes times;
  {
    Progress progress;
    times = leave_one_out(*tables, *start, tools.cores,
                          [&](double part, std::string_view what) { progress.report(part, what); });
  }
  const auto text = [&] {
    switch (output.format) {
      case Format::json: return leave_one_out_json(times.fitted, times.left_out);
      case Format::csv: return leave_one_out_csv(times.left_out);
      case Format::text: break;
    }
    return leave_one_out_text(times.fitted, times.left_out);
  };
  return deliver(output, text()).map([] { return 0; });
}

// Every cluster by such a fit, calibrated with some of its rows, or one of its tables.
Result<int> calibrated_accuracy(const std::filesystem::path& folder, bool halves, const Output& output,
                                const Tools& tools) {
  const std::string_view option = halves ? "--halves" : "--calibrated";
  if (is_picture(output.file) || output.format == Format::csv)
    return fail("{}: its answer is text or JSON; expected --format text or json, and no picture", option);
  const Result<std::vector<CallTable>> tables =
      call_tables(folder, tools.machine_folder, tools.planner().predict);
  if (!tables) return tl::unexpected(tables.error());
  const Result<NcclFit> start = fit_of_files(tools.machine_folder / "parameters");
  if (!start) return tl::unexpected(start.error());
  std::vector<CalibratedPart> parts;
  {
    Progress progress;
    const auto report = [&](double part, std::string_view what) { progress.report(part, what); };
    if (halves)
      parts.push_back(calibrated_by_halves(*tables, *start, tools.cores, report));
    else
      parts = calibrated_once(*tables, *start, tools.cores, report);
  }
  if (parts.empty() || parts.front().times.after.empty())
    return fail("{}: nothing in '{}' can judge; expected {}", option, folder.string(),
                halves ? "a table of six rows" : "a cluster with two tables");
  return deliver(output, output.format == Format::json ? calibrated_json(parts) : calibrated_text(parts))
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
  if (asked.halves || asked.calibrated) return calibrated_accuracy(folder, asked.halves, asked.output, tools);
  const Result<std::set<std::string>> fitted = fitted_tables(tools.machine_folder / "parameters");
  if (!fitted) return tl::unexpected(fitted.error());
  const Result<ReadTables> read = tables_by_family(files);
  if (!read) return tl::unexpected(read.error());
  const std::vector<ReadTable>* const tables = &read->tables;

  GrowingSurvey all{.survey = {.fitted = *fitted, .not_predicted = read->unreadable},
                    .widest_name = widest_survey_name(*tables, *fitted)};
  RowByRow answer(asked.output, survey_parts(asked.output.format, all));
  std::optional<AnswerSoFar> so_far(std::in_place, tables->size(), "table", [&] { return answer.finish(); });
  {
    Progress progress;
    predict_all(
        *tables, tools, [&](double part, std::string_view what) { progress.report(part, what); },
        [&](std::size_t i, Result<PredictedTable> predicted) {
          so_far->add(i + 1, [&] {
            add_table(all.survey, (*tables)[i].table.name, std::move(predicted));
            const bool complete = i + 1 == tables->size() || (*tables)[i + 1].family != (*tables)[i].family;
            if (complete && all.survey.families.size() > all.printed) answer.add_newest_row();
          });
        });
  }
  so_far.reset();
  if (asked.output.format == Format::csv)  // its rows have no place for it
    for (const NotPredicted& file : read->unreadable) std::cerr << "left out: " << file.reason << '\n';
  return answer.finish().map([] { return 0; });
}

Action declare_accuracy(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<AccuracyArguments>();
  add_folder_of_tables(app, asked->folder);
  CLI::Option* const left_out =
      app.add_flag("--leave-one-out", asked->leave_one_out,
                   "predict each family of machines by costs that were fitted to all others");
  CLI::Option* const halves =
      app.add_flag("--halves", asked->halves,
                   "the same, calibrated with every second row of the table: how well calibrate --from "
                   "follows what it was given")
          ->excludes(left_out);
  app.add_flag("--calibrated", asked->calibrated,
               "the same, calibrated with one other table of the cluster: what calibrate --from is worth "
               "for what was not measured")
      ->excludes(left_out)
      ->excludes(halves);
  add_output(app, asked->output, tools, {.picture = true});
  return [asked, &tools] { return accuracy(*asked, tools); };
}

}  // namespace

const Command accuracy_command = {.name = "accuracy",
                                  .summary = "compare predictions with all published measurements",
                                  .examples = R"(  commlab accuracy
  commlab accuracy --leave-one-out
  commlab accuracy --halves
  commlab accuracy --calibrated
  commlab accuracy --out accuracy.svg
  commlab accuracy my-logs/ --format csv)",
                                  .declare = declare_accuracy};

}  // namespace commlab
