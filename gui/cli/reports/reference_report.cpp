#include "gui/cli/reports/reference_report.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/plan/band.h"
#include "core/plan/nccl_plan.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

std::string what_of(const PublishedTable& table, const PublishedRow& row) {
  if (table.of_pairs) return fmt::format("{} -> {}", row.from, row.to);
  return fmt::format("{} {}", name_of(row.kind), row.ranks);
}

std::string published_size(const PublishedRow& row) { return row.size == Bytes{} ? "" : to_human(row.size); }

bool in_bandwidth(const PredictedRow& row) { return !row.published.time.has_value(); }

double pair_GBps(const PredictedTable& all, Time time) {
  const double bytes = static_cast<double>(pair_message.count) * (all.setting.both_directions ? 2 : 1);
  return bytes / static_cast<double>(time.ps) * 1e3;
}

// A time; for pairs whose bandwidth was published, a bandwidth.
std::string value_text(const PredictedTable& all, const PredictedRow& row, Time time) {
  if (all.table.of_pairs && in_bandwidth(row)) return bandwidth_text(pair_GBps(all, time));
  return to_human(time);
}

std::string forced_text(const PublishedSetting& setting) {
  std::string text;
  const NcclSettings& nccl = setting.nccl;
  if (!nccl.algorithms.empty()) text += fmt::format(", {} forced", to_text(nccl.algorithms));
  if (!nccl.protocols.empty()) text += fmt::format(", {} forced", to_text(nccl.protocols));
  if (setting.channels > 0) text += fmt::format(", {}", counted(setting.channels, "channel"));
  return text;
}

// How many measured times lie in the band in which four of five are expected.
std::string band_text(const PredictedTable& all) {
  int inside = 0, rows = 0;
  for (const PredictedRow& row : all.rows) {
    if (!row.band) continue;
    ++rows;
    const Time low = low_end(row.predicted, *row.band), high = high_end(row.predicted, *row.band);
    if (low <= row.measured && row.measured <= high) ++inside;
  }
  return rows == 0 ? ""
                   : fmt::format("  80 % band: {} of {} lie in it\n", inside, counted(rows, "measured time"));
}

// Whether NCCL chose as was predicted, by its own log.
std::string log_text(const PredictedTable& all) {
  int rows = 0, alike = 0;
  for (const PredictedRow& row : all.rows) {
    if (row.logged.empty()) continue;
    ++rows;
    if (row.logged == how_text(row)) ++alike;
  }
  return rows == 0
             ? ""
             : fmt::format("  NCCL's log names its choice for {}; {} chosen as predicted\n",
                           counted(rows, "row"), alike == rows ? "all are" : fmt::format("{} are", alike));
}

std::string channels_text(const LoggedChannels& channels) {
  const std::string text = counted(channels.collectives, "channel");
  return channels.nvls == 0 ? text : fmt::format("{}, {} of NVLS", text, channels.nvls);
}

// Whether NCCL laid as many channels as was predicted.
std::string logged_channels_text(const PredictedTable& all) {
  if (!all.channels) return "";
  const LoggedChannels& said = *all.table.channels;
  return fmt::format(
      "  NCCL's log counts {}; {}\n", channels_text(said),
      said == *all.channels ? "as predicted" : fmt::format("predicted: {}", channels_text(*all.channels)));
}

std::vector<double> errors_of(const PredictedTable& all) {
  std::vector<double> errors;
  for (const PredictedRow& row : all.rows) errors.push_back(row.error_percent());
  return errors;
}

// Most widths are known beforehand, from what was published.
Table reference_table(const PredictedTable& all) {
  const PublishedTable& published = all.table;
  std::size_t what = 0, size = 0, choice = 0;
  for (const PublishedRow& row : published.rows) {
    what = std::max(what, width_of(what_of(published, row)));
    size = std::max(size, width_of(published_size(row)));
  }
  for (const LoggedChoice& each : published.choices)
    choice = std::max(choice, width_of(way_text(each.algorithm, each.protocol)));
  return Table({{published.of_pairs ? "pair" : "what", Table::Align::left, what},
                {"size", right, size},
                {"predicted", right},
                {"measured", right, published.of_pairs ? width_of("123.4 GB/s") : 0},
                {"error", right, width_of("+12.3 %")},
                {"by", Table::Align::left, choice},
                {published.choices.empty() ? "" : "NCCL took"}});
}

Table reference_csv_table() {
  return Table({{"collective"},
                {"ranks"},
                {"nodes"},
                {"from"},
                {"to"},
                {"size_bytes"},
                {"algorithm"},
                {"protocol"},
                {"predicted_us"},
                {"measured_us"},
                {"measured_min_us"},
                {"measured_max_us"},
                {"error_percent"}});
}

}  // namespace

std::string row_text(const PredictedTable& all, const PredictedRow& row) {
  if (all.table.of_pairs) return fmt::format("gpu{} -> gpu{}", row.published.from, row.published.to);
  return fmt::format("{}, {}", name_of(row.published.kind), to_human(row.published.size));
}

std::string left_out_text(const LeftOut& left_out) {
  return fmt::format("{} not predicted: {}.", counted(left_out.rows, "row"), left_out.reason);
}

std::string reference_text_head(const PredictedTable& all) {
  const std::string source = all.table.fact("source");
  std::string text = all.table.name;
  if (!source.empty()) text += (all.setting.experiment ? ": " : ": published by ") + source;
  text += "\n\n";
  text += fact("gpu", all.table.fact("gpu"));
  text += fact("machine", fmt::format("{}: {}", all.machine, all.title));
  if (all.setting.experiment)
    text += fact("ran", to_line(*all.setting.experiment));
  else if (!all.table.of_pairs)
    text += fact("launch", fmt::format("{}{}", name_of(all.setting.launch), forced_text(all.setting)));
  for (const std::string& sentence : all.setting.assumed) text += fact("assumed", sentence);
  for (const std::string& difference : all.differences) text += fact("differs", difference);
  return text + '\n' + reference_table(all).titles();
}

std::string reference_text_row(const PredictedTable& all, const PredictedRow& row) {
  Table table = reference_table(all);
  table.add({what_of(all.table, row.published), published_size(row.published),
             value_text(all, row, row.predicted), value_text(all, row, row.measured),
             fmt::format("{:+.1f} %", row.error_percent()), how_text(row), row.logged});
  return table.newest_row();
}

// What rows that were measured on the machine make of its predictions.
std::string by_costs_alone_text(const PredictedTable& all) {
  std::vector<double> errors;
  for (const PredictedRow& row : all.rows)
    if (row.by_costs_alone) errors.push_back(percent_of(*row.by_costs_alone - row.measured, row.measured));
  return errors.empty()
             ? ""
             : fmt::format(
                   "  by the machine's costs alone, without what was measured there: "
                   "median {}, 90th percentile {}\n",
                   percent_text(median_error(errors)), percent_text(percentile_error(errors, 0.9)));
}

std::string reference_text_tail(const PredictedTable& all) {
  const std::vector<double> errors = errors_of(all);
  std::string text =
      errors.empty()
          ? "\n  no row was compared\n"
          : fmt::format(
                "\n  |error| of the time: median {}, 90th percentile {}   (predicted - measured) / "
                "measured\n",
                percent_text(median_error(errors)), percent_text(percentile_error(errors, 0.9)));
  text += by_costs_alone_text(all);
  for (const std::string& sentence : all.table.left_out) text += fact("left out", sentence);
  for (const LeftOut& rows : all.left_out) text += fact("left out", left_out_text(rows));
  return text + band_text(all) + log_text(all) + logged_channels_text(all);
}

std::string reference_json(const PredictedTable& all) {
  Json rows = Json::array();
  for (const PredictedRow& row : all.rows) {
    Json json{{"collective", name_of(row.published.kind)},
              {"algorithm", row.algorithm},
              {"protocol", row.protocol},
              {"ranks", row.published.ranks},
              {"nodes", row.published.nodes},
              {"size_bytes", row.published.size.count},
              {"machine", all.machine},
              {"backend", "sim"},
              {"predicted_us", microseconds_of(row.predicted)},
              {"measured_us", microseconds_of(row.measured)},
              {"measured_min_us", nullptr},
              {"measured_max_us", nullptr},
              {"error_percent", row.error_percent()}};
    if (!row.logged.empty()) json["nccl_took"] = row.logged;
    if (row.by_costs_alone) json["by_costs_alone_us"] = microseconds_of(*row.by_costs_alone);
    if (row.band) {
      json["low_us"] = microseconds_of(low_end(row.predicted, *row.band));
      json["high_us"] = microseconds_of(high_end(row.predicted, *row.band));
    }
    if (all.table.of_pairs) {
      json["from"] = row.published.from;
      json["to"] = row.published.to;
    }
    if (all.table.of_pairs && in_bandwidth(row)) {
      json["predicted_GBps"] = pair_GBps(all, row.predicted);
      json["measured_GBps"] = pair_GBps(all, row.measured);
    }
    rows.push_back(std::move(json));
  }
  Json left_out = all.table.left_out;
  for (const LeftOut& each : all.left_out) left_out.push_back(left_out_text(each));
  const std::vector<double> errors = errors_of(all);
  const auto channels_json = [](const std::optional<LoggedChannels>& channels) {
    return channels ? Json{{"collectives", channels->collectives}, {"nvls", channels->nvls}} : Json(nullptr);
  };
  Json json{{"reference", all.table.file},
            {"source", all.table.fact("source")},
            {"machine", all.machine},
            {"launch", name_of(all.setting.launch)},
            {"assumed", all.setting.assumed},
            {"left_out", left_out},
            {"nccl_channels", channels_json(all.table.channels)},
            {"predicted_channels", channels_json(all.channels)},
            {"rows", rows},
            {"median_error_percent", nullptr},
            {"p90_error_percent", nullptr}};
  if (!errors.empty()) {
    json["median_error_percent"] = median_error(errors);
    json["p90_error_percent"] = percentile_error(errors, 0.9);
  }
  if (!all.differences.empty()) json["different_since_calibration"] = all.differences;
  return document(json);
}

std::string reference_csv_titles() { return reference_csv_table().csv(); }

std::string reference_csv_row(const PredictedTable& all, const PredictedRow& row) {
  const PublishedRow& p = row.published;
  const auto of_pair = [&](Rank rank) { return all.table.of_pairs ? std::to_string(rank) : ""; };
  Table table = reference_csv_table();
  table.add({std::string(name_of(p.kind)), std::to_string(p.ranks), std::to_string(p.nodes), of_pair(p.from),
             of_pair(p.to), std::to_string(p.size.count), row.algorithm, row.protocol, us_cell(row.predicted),
             us_cell(row.measured), "", "", fmt::format("{:.2f}", row.error_percent())});
  return table.csv_rows_only();
}

}  // namespace commlab
