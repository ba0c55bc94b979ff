#include "gui/cli/output/plot_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/cli/output/table.h"
#include "lessons/play/plot.h"

namespace commlab {
namespace {

constexpr std::size_t longest_bar = 40, shortest_bar = 10;

struct PlotRow {
  std::string label;
  double value = 0;
};

// Bars begin at 0; on a logarithmic scale they begin at the decade below the smallest value.
class BarScale {
 public:
  BarScale(const PlotState& plot, std::size_t length) : length_(length) {
    const bool log = plot.plot->scale == PlotBlock::Scale::log;
    for (const PlotState::Curve& curve : plot.curves)
      for (const double y : curve.y) include(y);
    for (const PlotState::Bar& bar : plot.bars) include(bar.value);
    if (log && least_ < most_) from_ = std::floor(std::log10(least_));
  }

  std::string bar(double value) const {
    if (std::isnan(value) || most_ <= 0 || value <= 0) return "";
    const double share = from_ ? (std::log10(value) - *from_) / (std::log10(most_) - *from_) : value / most_;
    return std::string(std::max(1L, std::lround(share * static_cast<double>(length_))), '#');
  }

 private:
  void include(double value) {
    if (std::isnan(value)) return;
    most_ = std::max(most_, value);
    least_ = std::min(least_, value);
  }
  std::size_t length_;
  double least_ = INFINITY;
  double most_ = 0;
  std::optional<double> from_{};  // decades
};

std::size_t room_for_bars(const PlotState& plot, std::size_t labels, std::size_t width) {
  std::size_t numbers = 0;
  for (const PlotState::Curve& curve : plot.curves)
    for (const double y : curve.y) numbers = std::max(numbers, width_of(plotted_text(plot, y)));
  for (const PlotState::Bar& bar : plot.bars)
    numbers = std::max(numbers, width_of(plotted_text(plot, bar.value)));
  const std::size_t taken = 4 + labels + 2 + numbers + 2;
  return std::clamp(width > taken ? width - taken : 0, shortest_bar, longest_bar);
}

// Labels, numbers and bars in columns.
std::string rows_text(const PlotState& plot, const std::vector<PlotRow>& rows, const BarScale& scale) {
  Table table({{"", right}, {"", right}, {""}});
  for (const PlotRow& row : rows) table.add({row.label, plotted_text(plot, row.value), scale.bar(row.value)});
  return table.rows_only();
}

std::string curves_text(const PlotState& plot, std::size_t width) {
  std::size_t labels = 0;
  for (const std::string& x : plot.x_texts) labels = std::max(labels, width_of(x));
  const BarScale scale(plot, room_for_bars(plot, labels, width));
  std::string text;
  for (const PlotState::Curve& curve : plot.curves) {
    std::vector<PlotRow> rows;
    for (std::size_t i = 0; i < curve.y.size(); ++i) rows.push_back({plot.x_texts[i], curve.y[i]});
    text += fmt::format("{}, by {}\n{}\n", curve.label, plot.x_title, rows_text(plot, rows, scale));
  }
  return text;
}

// For each mark, the values between which it lies.
std::string marks_text(const PlotState& plot) {
  std::string text;
  for (const PlotState::Mark& mark : plot.marks) {
    const auto above = std::ranges::lower_bound(plot.x, mark.x);
    const auto i = above - plot.x.begin();
    const std::string where = above == plot.x.end() ? fmt::format("above {}", plot.x_texts.back())
                              : *above == mark.x    ? fmt::format("at {}", plot.x_texts[i])
                              : above == plot.x.begin()
                                  ? fmt::format("below {}", plot.x_texts.front())
                                  : fmt::format("between {} and {}", plot.x_texts[i - 1], plot.x_texts[i]);
    text += fmt::format("{}: {}\n", mark.label, where);
  }
  return text.empty() ? text : text + "\n";
}

std::string bars_text(const PlotState& plot, std::size_t width) {
  std::size_t labels = 0;
  std::vector<PlotRow> rows;
  for (const PlotState::Bar& bar : plot.bars) {
    rows.push_back({bar.label, bar.value});
    labels = std::max(labels, width_of(bar.label));
  }
  return rows_text(plot, rows, BarScale(plot, room_for_bars(plot, labels, width))) + "\n";
}

// Numbers without their unit, which is named once above the table.
std::string cells_text(const PlotState& plot, std::size_t width) {
  const std::size_t columns = plot.columns.size();
  std::vector<std::string> texts;
  std::vector<std::size_t> widths(columns);
  for (const double cell : plot.cells) {
    std::string text = plotted_number(cell);
    std::size_t& widest = widths[texts.size() % columns];
    widest = std::max({widest, width_of(text), width_of(plot.columns[texts.size() % columns])});
    texts.push_back(std::move(text));
  }
  std::size_t taken = 2;
  for (const std::string& row : plot.rows) taken = std::max(taken, 2 + width_of(row));
  std::size_t shown = 0;
  while (shown < columns && taken + 2 + widths[shown] <= width) taken += 2 + widths[shown++];
  shown = std::max<std::size_t>(shown, 1);

  std::vector<Table::Column> titles = {{"", right}};
  for (std::size_t c = 0; c < shown; ++c) titles.push_back({plot.columns[c], right});
  Table table(std::move(titles));
  for (std::size_t r = 0; r < plot.rows.size(); ++r) {
    std::vector<std::string> row = {plot.rows[r]};
    for (std::size_t c = 0; c < shown; ++c) row.push_back(texts[r * columns + c]);
    table.add(std::move(row));
  }
  const std::string unit = plot.unit.empty() ? "" : fmt::format("in {}\n", plot.unit);
  const std::string rest =
      shown < columns ? fmt::format("and {} more columns, to {}\n", columns - shown, plot.columns.back())
                      : "";
  return unit + table.text() + rest + "\n";
}

std::string body_of(const PlotState& plot, std::size_t width) {
  switch (plot.plot->kind) {
    case PlotBlock::Kind::curves: return curves_text(plot, width) + marks_text(plot);
    case PlotBlock::Kind::bars: return bars_text(plot, width);
    case PlotBlock::Kind::cells: return cells_text(plot, width);
  }
  return {};
}

}  // namespace

std::string plot_text(const PlotState& plot, std::size_t width) {
  const std::string log = plot.plot->scale == PlotBlock::Scale::log ? " (logarithmic)" : "";
  const std::string title = plot.title.empty() ? "" : plot.title + log + "\n\n";
  return plot.locked ? title : title + body_of(plot, width);
}

}  // namespace commlab
