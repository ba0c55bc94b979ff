#include "gui/cli/measure_report.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/numbers.h"
#include "gui/cli/table.h"
#include "gui/cli/text.h"

namespace commlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto right = Table::Align::right;

std::string head(const Measurer& measurer, std::string_view what, const std::string& where) {
  std::string text = fmt::format("{}, measured on {}\n\n", what, measurer.name);
  text += fact("where", where);
  if (!measurer.why.empty()) text += fact("why", measurer.why);
  return text + '\n';
}

std::vector<std::string> times_of(const Rounds& r) {
  return {to_human(r.median), to_human(r.min), to_human(r.max), to_human(r.first)};
}

std::string about_rounds(const Rounds& rounds) {
  return fmt::format(
      "  time: the median of {} rounds, after two to warm up; first: the very first call, on its own\n",
      rounds.count);
}

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

std::string us(Time time) { return fmt::format("{}", microseconds_of(time)); }

std::vector<std::string> rounds_csv(const Rounds& r) {
  return {us(r.median), us(r.min), us(r.max), us(r.first)};
}

std::vector<Table::Column> with_times(std::vector<Table::Column> columns) {
  for (const char* title : {"median_us", "min_us", "max_us", "first_us"}) columns.push_back({title});
  return columns;
}

void append(std::vector<std::string>& row, const std::vector<std::string>& more) {
  row.insert(row.end(), more.begin(), more.end());
}

std::string pair_name(const PairReport& report, int from, int to) {
  return report.places[static_cast<std::size_t>(from)] + " -> " + report.places[static_cast<std::size_t>(to)];
}

// One number of every ordered pair; the senders are the rows.
template <class Cell>
std::string matrix(const PairReport& report, const std::string& title, Cell cell) {
  std::vector<Table::Column> columns{{"from \\ to"}};
  for (const std::string& place : report.places) columns.push_back({place, right});
  Table table(columns);
  std::size_t next = 0;
  for (std::size_t from = 0; from < report.places.size(); ++from) {
    std::vector<std::string> row{report.places[from]};
    for (std::size_t to = 0; to < report.places.size(); ++to)
      row.push_back(from == to ? "-" : cell(report.pairs[next++]));
    table.add(std::move(row));
  }
  return title + '\n' + table.text() + '\n';
}

std::string beside_machine(const PairReport& report, const PairComparison& comparison) {
  Table table({{"pair"}, {"measured", right}, {"machine", right}, {"difference", right}});
  std::vector<double> differences;
  for (const PairComparison::Row& row : comparison.rows) {
    const auto GBps_of = [](Bandwidth b) {
      return bandwidth_text(static_cast<double>(b.bytes_per_second) / 1e9);
    };
    const auto difference = row.difference_percent();
    if (difference) differences.push_back(std::abs(*difference));
    table.add({pair_name(report, row.from, row.to), GBps_of(row.measured),
               row.expected ? GBps_of(*row.expected) : "no way",
               difference ? fmt::format("{:+.1f} %", *difference) : ""});
  }
  std::string text =
      fmt::format("one way, beside what the file of {} says of its GPUs of the same numbers\n{}",
                  comparison.machine, table.text());
  if (!differences.empty())
    text += fmt::format("\n  largest |difference| {}   (measured - machine) / machine\n",
                        percent_text(std::ranges::max(differences)));
  return text + '\n';
}

double spread_percent(const Rounds& r) {
  return r.median.ps == 0 ? 0
                          : 100 * static_cast<double>((r.max - r.min).ps) / static_cast<double>(r.median.ps);
}

std::string overlap_sentence(const OverlapReport& report) {
  const double hidden = report.hidden_percent();
  const std::string times =
      fmt::format("Together they took {}, one after the other they would have taken {}: ",
                  to_human(report.together.median), to_human(report.copy.median + report.compute.median));
  if (hidden > 90)
    return times + fmt::format("{:.0f} % of the shorter one was hidden behind the longer one, nearly all.",
                               std::min(hidden, 100.0));
  if (hidden > 10)
    return times + fmt::format("{:.0f} % of the shorter one was hidden behind the longer one.", hidden);
  if (hidden > -10) return times + "nothing was hidden; one had to wait for the other.";
  return times + "they were in each other's way, and both at once took longer.";
}

std::string atomics_sentence(const AtomicsReport& report) {
  const AtomicsReport::Row& plain = report.rows.front();
  const std::string so =
      fmt::format("{} adders made {} additions each. ", report.adders, with_commas(report.additions));
  const std::int64_t lost = report.lost(plain);
  if (lost == 0)
    return so + fmt::format("With '{}' none was lost in these rounds, which is luck: nothing forbids it.",
                            plain.way);
  return so + fmt::format(
                  "With '{}' up to {} of them ({}) were lost: two adders loaded the same number, both "
                  "stored it plus 1, and one addition was overwritten.",
                  plain.way, with_commas(lost),
                  percent_text(100.0 * static_cast<double>(lost) / static_cast<double>(report.expected())));
}

double ns_of_addition(const AtomicsReport& report, const AtomicsReport::Row& row) {
  return microseconds_of(row.rounds.median) * 1e3 / static_cast<double>(report.expected());
}

}  // namespace

std::string measured_text(const Measurer& measurer, const CopyReport& report) {
  Table table({{"way"},
               {"size", right},
               {"rate", right},
               {"time", right},
               {"min", right},
               {"max", right},
               {"first", right}});
  for (const CopyReport::Row& row : report.rows) {
    std::vector<std::string> cells{row.way, to_human(row.size),
                                   bandwidth_text(rate_GBps(row.size, row.rounds.median))};
    append(cells, times_of(row.rounds));
    table.add(std::move(cells));
  }
  std::string text = head(measurer, "copies", report.where) + table.text();
  if (!report.rows.empty())
    text += '\n' + about_rounds(report.rows.front().rounds) +
            "  rate: bytes copied over time; memory reads and writes each of them once\n";
  return text;
}

std::string measured_text(const Measurer& measurer, const OverlapReport& report) {
  Table table({{""}, {"time", right}, {"min", right}, {"max", right}, {"first", right}});
  const auto add = [&](std::string what, const Rounds& rounds) {
    std::vector<std::string> cells{std::move(what)};
    append(cells, times_of(rounds));
    table.add(std::move(cells));
  };
  add("the copy alone", report.copy);
  add("the computation alone", report.compute);
  add("both at once", report.together);
  return head(measurer, "a copy and a computation at once", report.where) + fact("copy", report.copying) +
         fact("compute", report.computing) + '\n' + table.text() + '\n' +
         paragraph(overlap_sentence(report), "  ") + about_rounds(report.copy);
}

std::string measured_text(const Measurer& measurer, const AtomicsReport& report) {
  Table table({{"way"},
               {"counted", right},
               {"lost", right},
               {"time", right},
               {"min", right},
               {"max", right},
               {"first", right},
               {"an addition", right}});
  Table meanings({{""}, {""}});
  for (const AtomicsReport::Row& row : report.rows) {
    std::vector<std::string> cells{row.way, with_commas(row.counted), with_commas(report.lost(row))};
    append(cells, times_of(row.rounds));
    cells.push_back(fmt::format("{:.3g} ns", ns_of_addition(report, row)));
    table.add(std::move(cells));
    meanings.add({row.way, row.meaning});
  }
  return head(measurer, fmt::format("{} adders on one counter", report.adders), report.where) + table.text() +
         '\n' + paragraph(atomics_sentence(report), "  ") + '\n' + meanings.rows_only() + '\n' +
         about_rounds(report.rows.front().rounds) + "  counted: in the round that lost most\n";
}

std::string measured_text(const Measurer& measurer, const PairReport& report,
                          const std::optional<PairComparison>& comparison) {
  std::string text = head(measurer, "copies between every two", report.where);
  text += matrix(report, fmt::format("one way, {}, in GB/s", to_human(report.large)),
                 [&](const PairReport::Pair& pair) {
                   return fmt::format("{:.2f}", rate_GBps(report.large, pair.one_way.median));
                 });
  text += matrix(
      report,
      fmt::format("there and back at once, {} each, in GB/s of each direction", to_human(report.large)),
      [&](const PairReport::Pair& pair) {
        return fmt::format("{:.2f}", rate_GBps(report.large, pair.both_ways.median));
      });
  text += matrix(
      report, fmt::format("a copy of {}, in us", to_human(report.small)),
      [](const PairReport::Pair& pair) { return fmt::format("{:.2f}", microseconds_of(pair.small.median)); });
  if (comparison) text += beside_machine(report, *comparison);
  const auto widest = std::ranges::max_element(
      report.pairs, {}, [](const PairReport::Pair& pair) { return spread_percent(pair.one_way); });
  if (widest == report.pairs.end()) return text;
  text += about_rounds(widest->one_way);
  text += fmt::format("  widest spread of one way: {}, {} to {}; the first copy took {}\n",
                      pair_name(report, widest->from, widest->to), to_human(widest->one_way.min),
                      to_human(widest->one_way.max), to_human(widest->one_way.first));
  for (const std::string& note : report.notes) text += "  " + note + '\n';
  return text;
}

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
  return json.dump(2) + '\n';
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
  return json.dump(2) + '\n';
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
  return json.dump(2) + '\n';
}

std::string measured_json(const Measurer& measurer, const PairReport& report,
                          const std::optional<PairComparison>& comparison) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const PairReport::Pair& pair = report.pairs[i];
    Json json{{"from", report.places[static_cast<std::size_t>(pair.from)]},
              {"to", report.places[static_cast<std::size_t>(pair.to)]},
              {"one_way_GBps", rate_GBps(report.large, pair.one_way.median)},
              {"both_ways_GBps", rate_GBps(report.large, pair.both_ways.median)},
              {"latency_us", microseconds_of(pair.small.median)},
              {"one_way", rounds_json(pair.one_way)},
              {"both_ways", rounds_json(pair.both_ways)},
              {"small", rounds_json(pair.small)}};
    if (comparison) {
      const PairComparison::Row& row = comparison->rows[i];
      json["machine_GBps"] =
          row.expected ? Json(static_cast<double>(row.expected->bytes_per_second) / 1e9) : Json(nullptr);
      const auto difference = row.difference_percent();
      json["difference_percent"] = difference ? Json(*difference) : Json(nullptr);
    }
    rows.push_back(std::move(json));
  }
  Json json = head_json(measurer, "p2p-matrix", report.where);
  if (comparison) json["machine"] = comparison->machine;
  json["large_bytes"] = report.large.count;
  json["small_bytes"] = report.small.count;
  json["rows"] = std::move(rows);
  json["notes"] = report.notes;
  return json.dump(2) + '\n';
}

std::string measured_csv(const CopyReport& report) {
  Table table(with_times({{"way"}, {"size_bytes"}, {"rate_GBps"}}));
  for (const CopyReport::Row& row : report.rows) {
    std::vector<std::string> cells{row.way, std::to_string(row.size.count),
                                   fmt::format("{}", rate_GBps(row.size, row.rounds.median))};
    append(cells, rounds_csv(row.rounds));
    table.add(std::move(cells));
  }
  return table.csv();
}

std::string measured_csv(const OverlapReport& report) {
  Table table(with_times({{"what"}}));
  const auto add = [&](const char* what, const Rounds& rounds) {
    std::vector<std::string> cells{what};
    append(cells, rounds_csv(rounds));
    table.add(std::move(cells));
  };
  add("copy", report.copy);
  add("compute", report.compute);
  add("together", report.together);
  return table.csv();
}

std::string measured_csv(const AtomicsReport& report) {
  Table table(with_times({{"way"}, {"expected"}, {"counted"}, {"lost"}}));
  for (const AtomicsReport::Row& row : report.rows) {
    std::vector<std::string> cells{row.way, std::to_string(report.expected()), std::to_string(row.counted),
                                   std::to_string(report.lost(row))};
    append(cells, rounds_csv(row.rounds));
    table.add(std::move(cells));
  }
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
    table.add({report.places[static_cast<std::size_t>(pair.from)],
               report.places[static_cast<std::size_t>(pair.to)],
               fmt::format("{}", rate_GBps(report.large, pair.one_way.median)),
               fmt::format("{}", rate_GBps(report.large, pair.both_ways.median)), us(pair.small.median),
               us(pair.one_way.first),
               known ? fmt::format("{}", static_cast<double>(row->expected->bytes_per_second) / 1e9) : "",
               known ? fmt::format("{:.2f}", *row->difference_percent()) : ""});
  }
  return table.csv();
}

}  // namespace commlab
