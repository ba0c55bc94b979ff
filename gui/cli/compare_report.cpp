#include "gui/cli/compare_report.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "gui/cli/table.h"
#include "gui/cli/text.h"

namespace commlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr double goal_percent = 20;

constexpr std::string_view beyond_the_model =
    "The model knows one speed for each size of message. It does not know what else this computer does, nor "
    "where a virtual machine's processors happen to be: sharing a cache, they pass small messages several "
    "times faster, and large ones slower. If that changed since: commlab calibrate --on {}, and again.";

bool has_destinations(const std::vector<CompareRow>& rows) {
  return std::ranges::any_of(rows, [](const CompareRow& row) { return row.to.has_value(); });
}

std::string destination(const CompareRow& row) { return row.to ? fmt::format("rank {}", *row.to) : "all"; }

std::string us(const std::optional<Time>& time) {
  return time ? fmt::format("{}", microseconds_of(*time)) : "";
}

Json us_json(const std::optional<Time>& time) { return time ? Json(microseconds_of(*time)) : Json(nullptr); }

std::string human(const std::optional<Time>& time) { return time ? to_human(*time) : ""; }

std::string table_text(const std::vector<CompareRow>& rows) {
  constexpr auto right = Table::Align::right;
  const bool told_apart = has_destinations(rows);
  std::vector<Table::Column> columns{{"size", right}, {"algorithm"}};
  if (told_apart) columns.push_back({"to"});
  for (const char* title : {"predicted", "measured", "min", "max", "error", "first", "bound"})
    columns.push_back({title, right});
  Table table(columns);
  for (const CompareRow& row : rows) {
    const Comparison& c = row.comparison;
    std::vector<std::string> cells{to_human(c.measured.size), c.algorithm};
    if (told_apart) cells.push_back(destination(row));
    for (const std::string& cell :
         {to_human(c.predicted), to_human(c.measured.median), to_human(c.measured.min),
          to_human(c.measured.max), fmt::format("{:+.1f} %", c.error_percent()), human(row.first),
          human(row.bound)})
      cells.push_back(cell);
    table.add(std::move(cells));
  }
  return table.text();
}

std::vector<std::string> algorithms_in(const std::vector<CompareRow>& rows) {
  std::vector<std::string> names;
  for (const CompareRow& row : rows)
    if (std::ranges::find(names, row.comparison.algorithm) == names.end())
      names.push_back(row.comparison.algorithm);
  return names;
}

// What can be drawn of the rows of one algorithm, until all is done: logarithms know no zero.
template <class PointOf>
std::vector<ChartPoint> points(const std::vector<CompareRow>& rows, const std::string& algorithm,
                               PointOf point_of) {
  std::vector<ChartPoint> points;
  for (const CompareRow& row : rows) {
    if (row.to || row.comparison.algorithm != algorithm) continue;
    ChartPoint point = point_of(row);
    point.x = static_cast<double>(row.comparison.measured.size.count);
    if (point.x > 0 && point.y > 0) points.push_back(std::move(point));
  }
  return points;
}

ChartPoint measured_point(const CompareRow& row) {
  const Measurement& m = row.comparison.measured;
  return {.y = microseconds_of(m.median),
          .hint = fmt::format("{}: {} in {} ({} .. {})", row.comparison.algorithm, to_human(m.size),
                              to_human(m.median), to_human(m.min), to_human(m.max)),
          .low = microseconds_of(m.min),
          .high = microseconds_of(m.max)};
}

}  // namespace

std::string compare_text(const Setup& setup, const std::vector<CompareRow>& rows) {
  const Collective& c = setup.collective;
  std::string text = fmt::format(
      "{} on {} ranks of this computer ({}):\npredicted by the simulator, measured with real data\n",
      name_of(c.kind), c.ranks, setup.machine->title);
  text += '\n' + table_text(rows);
  const double error = median_error_of(rows);
  text += fmt::format(
      "\n  median |error| {}   (predicted - measured) / measured; every result was checked first\n"
      "  measured: the median of the quietest of {} rounds of 20; min and max of all; first: the very first "
      "call\n",
      percent_text(error), compare_sweeps);
  if (has_destinations(rows))
    text +=
        "  to: until the last byte for that rank had arrived, in the median run; the streams run side by "
        "side\n"
        "  all: until every rank had taken its bytes in\n";
  if (error > goal_percent) text += paragraph(fmt::format(beyond_the_model, setup.experiment.on), "  ");
  return text;
}

std::string compare_json(const Setup& setup, const std::vector<CompareRow>& rows) {
  Json array = Json::array();
  for (const CompareRow& row : rows) {
    const Comparison& c = row.comparison;
    Json json{{"collective", name_of(c.collective.kind)},
              {"algorithm", c.algorithm},
              {"protocol", "simple"},
              {"channels", setup.experiment.channels},
              {"ranks", c.collective.ranks},
              {"nodes", 1},
              {"size_bytes", c.measured.size.count},
              {"machine", setup.experiment.machine},
              {"backend", setup.experiment.on},
              {"predicted_us", microseconds_of(c.predicted)},
              {"measured_us", microseconds_of(c.measured.median)},
              {"measured_min_us", microseconds_of(c.measured.min)},
              {"measured_max_us", microseconds_of(c.measured.max)},
              {"error_percent", c.error_percent()},
              {"first_us", us_json(row.first)},
              {"bound_us", us_json(row.bound)}};
    if (has_destinations(rows)) json["to"] = row.to ? Json(*row.to) : Json("all");
    array.push_back(std::move(json));
  }
  return Json{{"experiment", to_line(setup.experiment)},
              {"rows", array},
              {"median_error_percent", median_error_of(rows)}}
             .dump(2) +
         '\n';
}

std::string compare_csv(const std::vector<CompareRow>& rows) {
  Table table({{"size_bytes"},
               {"algorithm"},
               {"to"},
               {"predicted_us"},
               {"measured_us"},
               {"measured_min_us"},
               {"measured_max_us"},
               {"error_percent"},
               {"first_us"},
               {"bound_us"}});
  for (const CompareRow& row : rows) {
    const Comparison& c = row.comparison;
    table.add({std::to_string(c.measured.size.count), c.algorithm, row.to ? std::to_string(*row.to) : "all",
               us(c.predicted), us(c.measured.median), us(c.measured.min), us(c.measured.max),
               fmt::format("{:.2f}", c.error_percent()), us(row.first), us(row.bound)});
  }
  return table.csv();
}

Chart compare_chart(const Setup& setup, const std::vector<CompareRow>& rows) {
  Chart chart{.title = fmt::format("{} on {}: predicted and measured", name_of(setup.collective.kind),
                                   setup.machine->name),
              .subtitle = fmt::format("{}; {}. Marks: medians, whiskers: min to max",
                                      who_text(setup.collective), setup.machine->title),
              .x = {.title = "size", .label = size_label, .binary = true},
              .y = {.title = "time", .label = microseconds_label},
              .lines = {}};
  for (const std::string& name : algorithms_in(rows)) {
    const std::size_t measured = chart.lines.size();
    chart.lines.push_back({.name = name + ", measured", .points = points(rows, name, measured_point)});
    chart.lines.push_back({.name = name + ", predicted",
                           .points = points(rows, name,
                                            [](const CompareRow& row) {
                                              return ChartPoint{
                                                  .y = microseconds_of(row.comparison.predicted)};
                                            }),
                           .as = measured});
  }
  const std::vector<ChartPoint> bound = points(
      rows, rows.front().comparison.algorithm,
      [](const CompareRow& row) { return ChartPoint{.y = row.bound ? microseconds_of(*row.bound) : 0}; });
  if (!bound.empty()) chart.lines.push_back({.name = "the bound", .points = bound, .dashed = true});
  return chart;
}

}  // namespace commlab
