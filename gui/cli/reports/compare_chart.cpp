#include "gui/cli/reports/compare_chart.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gui/cli/output/text.h"

namespace commlab {
namespace {

// What one line of the chart shows: an algorithm, measured on a backend.
struct Entrant {
  std::string algorithm;
  BackendName backend;
  bool operator==(const Entrant&) const = default;
};

Entrant entrant_of(const CompareRow& row) { return {row.comparison.algorithm, row.backend}; }

std::vector<Entrant> entrants_in(const std::vector<CompareRow>& rows) {
  std::vector<Entrant> entrants;
  for (const CompareRow& row : rows)
    if (std::ranges::find(entrants, entrant_of(row)) == entrants.end()) entrants.push_back(entrant_of(row));
  return entrants;
}

// The points of some rows. Rows of single destinations are left out, and so is 0, which has no logarithm.
template <class Belongs, class PointOf>
std::vector<ChartPoint> points(const std::vector<CompareRow>& rows, Belongs belongs, PointOf point_of) {
  std::vector<ChartPoint> points;
  for (const CompareRow& row : rows) {
    if (row.to || !belongs(row)) continue;
    ChartPoint point = point_of(row);
    point.x = static_cast<double>(row.comparison.measured.size.count);
    if (point.x > 0 && point.y > 0) points.push_back(std::move(point));
  }
  return points;
}

ChartPoint point_at(const std::optional<Time>& time) { return {.y = time ? microseconds_of(*time) : 0}; }
ChartPoint predicted_point(const CompareRow& row) { return point_at(row.comparison.predicted); }
ChartPoint estimated_point(const CompareRow& row) { return point_at(row.estimate); }
ChartPoint bound_point(const CompareRow& row) { return point_at(row.bound); }

ChartPoint measured_point(const CompareRow& row, const std::string& who) {
  const Measurement& m = row.comparison.measured;
  return {.y = microseconds_of(m.median),
          .hint = fmt::format("{}: {} in {} ({} .. {})", who, to_human(m.size), to_human(m.median),
                              to_human(m.min), to_human(m.max)),
          .low = microseconds_of(m.min),
          .high = microseconds_of(m.max)};
}

class Lines {
 public:
  explicit Lines(const std::vector<CompareRow>& rows) : rows_(rows), several_(backends_in(rows).size() > 1) {}

  std::vector<ChartLine> lines() && {
    for (const Entrant& entrant : entrants_in(rows_)) add(entrant);
    add_bound();
    return std::move(lines_);
  }

 private:
  void add(const Entrant& entrant) {
    const auto is_its = [&](const CompareRow& row) { return entrant_of(row) == entrant; };
    const std::string who =
        several_ ? fmt::format("{} on {}", entrant.algorithm, name_of(entrant.backend)) : entrant.algorithm;
    const std::size_t measured = lines_.size();
    lines_.push_back({.name = who + ", measured", .points = points(rows_, is_its, [&](const CompareRow& row) {
                                                    return measured_point(row, who);
                                                  })});
    add_prediction(entrant.algorithm, is_its, measured);
    auto estimated = points(rows_, is_its, estimated_point);
    if (estimated.empty()) return;
    lines_.push_back(
        {.name = who + ", its estimate", .points = std::move(estimated), .as = measured, .dotted = true});
  }

  // Machine and schedule are the same on every backend, so there is one prediction for all.
  template <class Belongs>
  void add_prediction(const std::string& algorithm, Belongs belongs, std::size_t measured) {
    const std::string name = algorithm + ", predicted";
    if (std::ranges::find(lines_, name, &ChartLine::name) != lines_.end()) return;
    lines_.push_back({.name = name, .points = points(rows_, belongs, predicted_point), .as = measured});
  }

  // The bound depends only on the collective: one point for each size.
  void add_bound() {
    auto bound = points(
        rows_, [](const CompareRow&) { return true; }, bound_point);
    const auto repeated = std::ranges::unique(bound, {}, &ChartPoint::x);
    bound.erase(repeated.begin(), repeated.end());
    if (!bound.empty()) lines_.push_back({.name = "the bound", .points = std::move(bound), .dashed = true});
  }

  const std::vector<CompareRow>& rows_;
  const bool several_;
  std::vector<ChartLine> lines_;
};

// "cuda: 4 virtual ranks on one GPU (NVIDIA H200). ": the chart has no room for the details.
std::string places_in_short(const std::vector<CompareRow>& rows) {
  std::string text;
  for (const BackendName backend : backends_in(rows))
    if (const std::string& where = first_row_of(rows, backend).where; !where.empty())
      text += fmt::format("{}: {}. ", name_of(backend), where);
  return text;
}

}  // namespace

Chart compare_chart(const Compared& compared) {
  const Setup& setup = compared.setup;
  return {
      .title = fmt::format("{} on {}: predicted and measured", name_of(setup.collective.kind),
                           setup.machine->name),
      .subtitle = fmt::format("{}; {}. {}Marks: medians, whiskers: min to max", who_text(setup.collective),
                              setup.machine->title, places_in_short(compared.rows)),
      .x = {.title = "size", .label = size_label, .binary = true},
      .y = {.title = "time", .label = microseconds_label},
      .lines = Lines(compared.rows).lines()};
}

}  // namespace commlab
