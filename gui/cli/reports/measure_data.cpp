#include "gui/cli/reports/measure_data.h"

#include "core/base/gbps.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/reports/measure_sentences.h"

namespace commlab {
namespace {

Json rounds_json(const Rounds& r) {
  return {{"median_us", microseconds_of(r.median)},
          {"min_us", microseconds_of(r.min)},
          {"max_us", microseconds_of(r.max)},
          {"first_us", microseconds_of(r.first)},
          {"rounds", r.count}};
}

Json head_json(const Measurer& measurer, std::string_view what, const std::string& where) {
  Json json{{"measured", what}, {"on", measurer.name}, {"where", where}};
  if (!measurer.why.empty()) json["why"] = measurer.why;
  return json;
}

std::vector<Table::Column> with_times_us(std::vector<Table::Column> columns) {
  for (const char* title : {"median_us", "min_us", "max_us", "first_us"}) columns.push_back({title});
  return columns;
}

std::vector<std::string> with_times_us(std::vector<std::string> cells, const Rounds& rounds) {
  for (const Time time : {rounds.median, rounds.min, rounds.max, rounds.first})
    cells.push_back(us_cell(time));
  return cells;
}

}  // namespace

std::string measured_json(const Measurer& measurer, const CopyReport& report) {
  Json rows = Json::array();
  for (const CopyReport::Row& row : report.rows) {
    Json json{{"way", row.way},
              {"size_bytes", row.size.count},
              {"rate_GBps", rate_GBps(row.size, row.rounds.median)}};
    json.update(rounds_json(row.rounds));
    rows.push_back(std::move(json));
  }
  Json json = head_json(measurer, "copy", report.where);
  json["rows"] = std::move(rows);
  return document(json);
}

std::string measured_json(const Measurer& measurer, const OverlapReport& report) {
  Json json = head_json(measurer, "overlap", report.where);
  json["copying"] = report.copying;
  json["computing"] = report.computing;
  json["copy"] = rounds_json(report.copy);
  json["compute"] = rounds_json(report.compute);
  json["together"] = rounds_json(report.together);
  json["hidden_percent"] = report.hidden_percent();
  json["says"] = overlap_sentence(report);
  return document(json);
}

std::string measured_json(const Measurer& measurer, const AtomicsReport& report) {
  Json rows = Json::array();
  for (const AtomicsReport::Row& row : report.rows) {
    Json json{{"way", row.way},
              {"meaning", row.meaning},
              {"counted", row.counted},
              {"lost", report.lost(row)},
              {"ns_per_addition", ns_of_addition(report, row)}};
    json.update(rounds_json(row.rounds));
    rows.push_back(std::move(json));
  }
  Json json = head_json(measurer, "atomics", report.where);
  json["adders"] = report.adders;
  json["additions_of_each"] = report.additions;
  json["expected"] = report.expected();
  json["rows"] = std::move(rows);
  json["says"] = atomics_sentence(report);
  return document(json);
}

std::string measured_json(const Measurer& measurer, const PairReport& report,
                          const std::optional<PairComparison>& comparison) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const PairReport::Pair& pair = report.pairs[i];
    Json json{{"from", report.places[pair.from]},
              {"to", report.places[pair.to]},
              {"one_way_GBps", rate_GBps(report.large, pair.one_way.median)},
              {"both_ways_GBps", rate_GBps(report.large, pair.both_ways.median)},
              {"latency_us", microseconds_of(pair.small.median)},
              {"one_way", rounds_json(pair.one_way)},
              {"both_ways", rounds_json(pair.both_ways)},
              {"small", rounds_json(pair.small)}};
    if (comparison) {
      const PairComparison::Row& row = comparison->rows[i];
      json["machine_GBps"] = row.expected ? Json(GBps_of(*row.expected)) : Json(nullptr);
      json["difference_percent"] = or_null(row.difference_percent());
    }
    rows.push_back(std::move(json));
  }
  Json json = head_json(measurer, "p2p-matrix", report.where);
  if (comparison) json["machine"] = comparison->machine;
  json["large_bytes"] = report.large.count;
  json["small_bytes"] = report.small.count;
  json["rows"] = std::move(rows);
  json["notes"] = report.notes;
  return document(json);
}

std::string measured_csv(const CopyReport& report) {
  Table table(with_times_us({{"way"}, {"size_bytes"}, {"rate_GBps"}}));
  for (const CopyReport::Row& row : report.rows) {
    const std::string rate = fmt::format("{}", rate_GBps(row.size, row.rounds.median));
    table.add(with_times_us({row.way, std::to_string(row.size.count), rate}, row.rounds));
  }
  return table.csv();
}

std::string measured_csv(const OverlapReport& report) {
  Table table(with_times_us({{"what"}}));
  table.add(with_times_us({"copy"}, report.copy));
  table.add(with_times_us({"compute"}, report.compute));
  table.add(with_times_us({"together"}, report.together));
  return table.csv();
}

std::string measured_csv(const AtomicsReport& report) {
  Table table(with_times_us({{"way"}, {"expected"}, {"counted"}, {"lost"}}));
  for (const AtomicsReport::Row& row : report.rows)
    table.add(with_times_us({row.way, std::to_string(report.expected()), std::to_string(row.counted),
                             std::to_string(report.lost(row))},
                            row.rounds));
  return table.csv();
}

std::string measured_csv(const PairReport& report, const std::optional<PairComparison>& comparison) {
  Table table({{"from"},
               {"to"},
               {"one_way_GBps"},
               {"both_ways_GBps"},
               {"latency_us"},
               {"first_us"},
               {"machine_GBps"},
               {"difference_percent"}});
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const PairReport::Pair& pair = report.pairs[i];
    const auto row = comparison ? std::optional(comparison->rows[i]) : std::nullopt;
    const bool known = row && row->expected;
    table.add({report.places[pair.from], report.places[pair.to],
               fmt::format("{}", rate_GBps(report.large, pair.one_way.median)),
               fmt::format("{}", rate_GBps(report.large, pair.both_ways.median)), us_cell(pair.small.median),
               us_cell(pair.one_way.first), known ? fmt::format("{}", GBps_of(*row->expected)) : "",
               known ? fmt::format("{:.2f}", *row->difference_percent()) : ""});
  }
  return table.csv();
}

}  // namespace commlab
