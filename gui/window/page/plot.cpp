#include "gui/window/page/plot.h"

#include <cmath>

#include <fmt/ranges.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/page/bars.h"
#include "gui/window/page/cells.h"
#include "gui/window/page/curves.h"
#include "lessons/play/plot.h"

namespace commlab {
namespace {

constexpr std::string_view locked_words = "Shown once your prediction is committed.";

double height_of_title(const Canvas& canvas, double width, const Theme& theme, const PlotState& plot) {
  return height_of_paragraph(plot.title, width, theme.small(), canvas, true) + theme.gap / 2;
}

PicturePoint below_title(const Canvas& canvas, const Area& area, const Theme& theme, const PlotState& plot) {
  return {area.x, area.y + height_of_title(canvas, area.width, theme, plot)};
}

PicturePoint from_corner(PicturePoint p, PicturePoint corner) { return {p.x - corner.x, p.y - corner.y}; }

PlotPoint point_of_curves(const CurvesLayout& layout, const PlotState& plot, PicturePoint corner,
                          PicturePoint p) {
  const auto x = x_under(layout, plot, from_corner(p, corner));
  if (!x) return {};
  PlotPoint point{.lines = {fmt::format("{} {}", plot.x_title, plot.x_texts[*x])}};
  for (const PlotState::Curve& curve : plot.curves)
    point.lines.push_back(fmt::format("{}: {}", curve.label, plotted_text(plot, curve.y[*x])));
  const double place = corner.x + layout.place(plot.x[*x], layout.y.most).x;
  point.about = {place - 8, corner.y + layout.plot.y, 16, layout.plot.height};
  return point;
}

PlotPoint point_of_cells(const CellsLayout& layout, const PlotState& plot, PicturePoint corner,
                         PicturePoint p) {
  const auto cell = cell_under(layout, from_corner(p, corner));
  if (!cell) return {};
  const std::size_t row = *cell / layout.columns, column = *cell % layout.columns;
  const Area at = layout.cell(row, column);
  const std::string value =
      std::isfinite(plot.cells[*cell]) ? plotted_text(plot, plot.cells[*cell]) : "nothing";
  return {.lines = {fmt::format("row {}, column {}: {}", plot.rows[row], plot.columns[column], value)},
          .about = {corner.x + at.x, corner.y + at.y, at.width, at.height}};
}

}  // namespace

double height_of_page_plot(const Canvas& canvas, double width, const Theme& theme, const PlotState& plot) {
  const double title = height_of_title(canvas, width, theme, plot);
  if (plot.locked) return title + height_of_paragraph(locked_words, width, theme.small(), canvas);
  switch (plot.plot->kind) {
    case PlotBlock::Kind::curves: return title + lay_out_curves(canvas, width, theme, plot).height;
    case PlotBlock::Kind::bars: return title + lay_out_bars(canvas, width, theme, plot).height;
    case PlotBlock::Kind::cells: return title + lay_out_cells(canvas, width, theme, plot).height;
  }
  return title;
}

void draw_page_plot(Canvas& canvas, const Area& area, const Theme& theme, const PlotState& plot,
                    std::string_view name) {
  draw_paragraph(canvas, {area.x, area.y}, area.width, plot.title,
                 {.color = theme.words, .size = theme.small(), .bold = true});
  const PicturePoint corner = below_title(canvas, area, theme, plot);
  if (plot.locked) {
    draw_paragraph(canvas, corner, area.width, locked_words, {.color = theme.quiet, .size = theme.small()});
    return;
  }
  switch (plot.plot->kind) {
    case PlotBlock::Kind::curves:
      return draw_curves(canvas, corner, lay_out_curves(canvas, area.width, theme, plot), theme, plot);
    case PlotBlock::Kind::bars:
      return draw_bars(canvas, corner, lay_out_bars(canvas, area.width, theme, plot), theme);
    case PlotBlock::Kind::cells:
      return draw_cells(canvas, corner, lay_out_cells(canvas, area.width, theme, plot), theme, plot, name);
  }
}

PlotPoint point_of_page_plot(const Canvas& canvas, const Area& area, const Theme& theme,
                             const PlotState& plot, PicturePoint p) {
  if (plot.locked || !area.has(p)) return {};
  const PicturePoint corner = below_title(canvas, area, theme, plot);
  switch (plot.plot->kind) {
    case PlotBlock::Kind::curves:
      return point_of_curves(lay_out_curves(canvas, area.width, theme, plot), plot, corner, p);
    case PlotBlock::Kind::bars: return {};  // their values stand there
    case PlotBlock::Kind::cells:
      return point_of_cells(lay_out_cells(canvas, area.width, theme, plot), plot, corner, p);
  }
  return {};
}

std::vector<PlotPlace> places_on_page_plot(const Canvas& canvas, const Area& area, const Theme& theme,
                                           const PlotState& plot) {
  std::vector<PlotPlace> places;
  if (plot.locked || plot.plot->kind != PlotBlock::Kind::cells) return places;
  const PicturePoint corner = below_title(canvas, area, theme, plot);
  const CellsLayout layout = lay_out_cells(canvas, area.width, theme, plot);
  for (std::size_t row = 0; row < layout.rows; ++row)
    for (std::size_t column = 0; column < layout.columns; ++column) {
      const Area cell = layout.cell(row, column);
      places.push_back({fmt::format("{}, {}", plot.rows[row], plot.columns[column]),
                        {corner.x + cell.x, corner.y + cell.y, cell.width, cell.height}});
    }
  return places;
}

void mark_page_plot(Canvas& canvas, const Area& area, const Theme& theme, const PlotState& plot,
                    PicturePoint p) {
  const PlotPoint point = point_of_page_plot(canvas, area, theme, plot, p);
  if (point.lines.empty()) return;
  if (plot.plot->kind != PlotBlock::Kind::curves)
    return canvas.frame(point.about, {.color = theme.words, .width = 2 * theme.line});
  const double x = point.about.center().x;
  canvas.line({x, point.about.y}, {x, point.about.bottom()}, {.color = theme.words, .width = theme.line});
  const PicturePoint corner = below_title(canvas, area, theme, plot);
  const CurvesLayout layout = lay_out_curves(canvas, area.width, theme, plot);
  const auto i = x_under(layout, plot, from_corner(p, corner));
  for (const PlotState::Curve& curve : plot.curves) {
    if (!i || !std::isfinite(curve.y[*i])) continue;
    const PicturePoint at = layout.place(plot.x[*i], curve.y[*i]);
    canvas.circle({corner.x + at.x, corner.y + at.y}, 6 * theme.line,
                  {.color = theme.words, .width = 1.5 * theme.line});
  }
}

std::string words_of_page_plot(const PlotState& plot) {
  if (plot.locked) return fmt::format("{}: {}", plot.title, locked_words);
  std::vector<std::string> parts;
  for (const PlotState::Curve& curve : plot.curves) {
    std::vector<std::string> points;
    for (std::size_t i = 0; i < plot.x.size(); ++i)
      points.push_back(fmt::format("{} {}", plot.x_texts[i], plotted_text(plot, curve.y[i])));
    parts.push_back(fmt::format("{}: {}", curve.label, fmt::join(points, ", ")));
  }
  for (const PlotState::Bar& bar : plot.bars)
    parts.push_back(fmt::format("{} {}", bar.label, plotted_text(plot, bar.value)));
  for (std::size_t row = 0; row < plot.rows.size(); ++row) {
    std::vector<std::string> cells;
    for (std::size_t column = 0; column < plot.columns.size(); ++column)
      cells.push_back(plotted_text(plot, plot.cells[row * plot.columns.size() + column]));
    parts.push_back(fmt::format("{}: {}", plot.rows[row], fmt::join(cells, ", ")));
  }
  return fmt::format("{}: {}", plot.title, fmt::join(parts, "; "));
}

}  // namespace commlab
