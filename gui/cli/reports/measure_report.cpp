#include "gui/cli/reports/measure_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/gbps.h"
#include "core/base/numbers.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/measure_sentences.h"

namespace commlab {
namespace {

std::string head(const Measurer& measurer, std::string_view what, const std::string& where) {
  std::string text = fmt::format("{}, measured on {}\n\n", what, measurer.name);
  text += fact("where", where);
  if (!measurer.why.empty()) text += fact("why", measurer.why);
  return text + '\n';
}

std::vector<std::string> with_times(std::vector<std::string> cells, const Rounds& rounds) {
  for (const Time time : {rounds.median, rounds.min, rounds.max, rounds.first})
    cells.push_back(to_human(time));
  return cells;
}

std::string about_rounds(const Rounds& rounds) {
  return fmt::format(
      "  time: the median of {} rounds, after two to warm up; first: the very first call, on its own\n",
      rounds.count);
}

std::string pair_name(const PairReport& report, int from, int to) {
  return report.places[from] + " -> " + report.places[to];
}

// One number for every ordered pair; the senders are the rows.
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
    const auto difference = row.difference_percent();
    if (difference) differences.push_back(std::abs(*difference));
    table.add({pair_name(report, row.from, row.to), bandwidth_text(GBps_of(row.measured)),
               row.expected ? bandwidth_text(GBps_of(*row.expected)) : "no way",
               difference ? fmt::format("{:+.1f} %", *difference) : ""});
  }
  std::string text =
      fmt::format("one way, beside the rates in the file of {} for the GPUs of the same numbers\n{}",
                  comparison.machine, table.text());
  if (!differences.empty())
    text += fmt::format("\n  largest |difference| {}   (measured - machine) / machine\n",
                        percent_text(std::ranges::max(differences)));
  return text + '\n';
}

double spread_percent(const Rounds& r) { return percent_of(r.max - r.min, r.median); }

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
    const std::string rate = bandwidth_text(rate_GBps(row.size, row.rounds.median));
    table.add(with_times({row.way, to_human(row.size), rate}, row.rounds));
  }
  std::string text = head(measurer, "copies", report.where) + table.text();
  if (!report.rows.empty())
    text += '\n' + about_rounds(report.rows.front().rounds) +
            "  rate: bytes copied over time; memory reads and writes each of them once\n";
  return text;
}

std::string measured_text(const Measurer& measurer, const OverlapReport& report) {
  Table table({{""}, {"time", right}, {"min", right}, {"max", right}, {"first", right}});
  table.add(with_times({"the copy alone"}, report.copy));
  table.add(with_times({"the computation alone"}, report.compute));
  table.add(with_times({"both at once"}, report.together));
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
    std::vector<std::string> cells =
        with_times({row.way, with_commas(row.counted), with_commas(report.lost(row))}, row.rounds);
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

}  // namespace commlab
