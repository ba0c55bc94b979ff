#include "gui/window/page/cells.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "lessons/play/plot.h"

namespace commlab {
namespace {

constexpr double tallest_cell = 0.75;               // of its width
constexpr double largest_cell = 3.2;                // in heights of a letter; wider if its title needs it
constexpr std::size_t most_drawn_one_by_one = 400;  // more cells are drawn as one image
constexpr double faintest = 0.15;                   // share of the accent in the cell with the least value

double share_of(const CellsLayout& layout, double value) {
  if (layout.most <= layout.least) return 1;
  if (layout.log) return std::log(value / layout.least) / std::log(layout.most / layout.least);
  return (value - layout.least) / (layout.most - layout.least);
}

Color color_at(const Theme& theme, double share) {
  return blend(theme.panel, theme.accent, faintest + (1 - faintest) * std::clamp(share, 0.0, 1.0));
}

std::string short_number(double value) {
  return std::abs(value) >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

double widest(const std::vector<std::string>& texts, double size, const Canvas& canvas) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, canvas.width_of(text, size));
  return width;
}

void find_range(CellsLayout& layout, const PlotState& plot) {
  bool first = true;
  for (const double value : plot.cells) {
    if (!std::isfinite(value)) continue;
    layout.least = first ? value : std::min(layout.least, value);
    layout.most = first ? value : std::max(layout.most, value);
    first = false;
  }
  layout.log = plot.plot->scale == PlotBlock::Scale::log && layout.least > 0;
}

// Places every n-th title, so that titles do not touch.
void title(CellsLayout& layout, const PlotState& plot, const Canvas& canvas, double size) {
  const double gap = size / 2, columns_y = layout.table.y - line_height(size) / 2;
  const auto every = [](double needed, double cell) {
    return static_cast<std::size_t>(std::max(1.0, std::ceil(needed / cell)));
  };
  const std::size_t across = every(widest(plot.columns, size, canvas) + gap, layout.cell(0, 0).width);
  const std::size_t down = every(line_height(size), layout.cell(0, 0).height);
  for (std::size_t c = 0; c < layout.columns; c += across)
    layout.titles.push_back({{layout.cell(0, c).center().x, columns_y}, plot.columns[c], Anchor::middle});
  for (std::size_t r = 0; r < layout.rows; r += down)
    layout.titles.push_back(
        {{layout.table.x - gap, layout.cell(r, 0).center().y}, plot.rows[r], Anchor::end});
}

void write_numbers(CellsLayout& layout, const PlotState& plot, const Canvas& canvas, double size) {
  for (const double value : plot.cells)
    layout.numbers.push_back(std::isfinite(value) ? short_number(value) : "");
  const Area cell = layout.cell(0, 0);
  const bool fits =
      widest(layout.numbers, size, canvas) + 6 <= cell.width && line_height(size) <= cell.height;
  if (!fits) layout.numbers.clear();
}

Color color_of(const CellsLayout& layout, const Theme& theme, double value) {
  return std::isfinite(value) ? color_at(theme, share_of(layout, value)) : theme.panel;
}

void draw_image(Canvas& canvas, const Area& table, const CellsLayout& layout, const Theme& theme,
                const PlotState& plot, std::string_view name) {
  Raster raster{.name = name,
                .version = 0,
                .width = static_cast<int>(layout.columns),
                .height = static_cast<int>(layout.rows),
                .texels = {}};
  for (const double value : plot.cells) {
    const Color color = color_of(layout, theme, value);
    raster.texels.push_back(color);
    for (const std::uint8_t part : {color.r, color.g, color.b})  // as FNV-1a does
      raster.version = (raster.version ^ part) * 0x100000001B3u;
  }
  canvas.image(table, raster);
}

}  // namespace

Area CellsLayout::cell(std::size_t row, std::size_t column) const {
  const double width = table.width / static_cast<double>(columns);
  const double height = table.height / static_cast<double>(rows);
  return {table.x + width * static_cast<double>(column), table.y + height * static_cast<double>(row), width,
          height};
}

CellsLayout lay_out_cells(const Canvas& canvas, double width, const Theme& theme, const PlotState& plot) {
  assert(!plot.locked && plot.plot->kind == PlotBlock::Kind::cells && "an open plot of cells");
  const double size = theme.small(), line = line_height(size);
  CellsLayout layout{.rows = plot.rows.size(), .columns = plot.columns.size()};
  if (layout.rows == 0 || layout.columns == 0) return layout;
  find_range(layout, plot);
  const double left = widest(plot.rows, size, canvas) + size / 2;
  const double wanted = std::max(largest_cell * size, widest(plot.columns, size, canvas) + size);
  const double cell = std::min((width - left) / static_cast<double>(layout.columns), wanted);
  const double height =
      std::min({std::max(tallest_cell * cell, 3.0), cell, tallest_cell * largest_cell * size});
  layout.table = {left, line, cell * static_cast<double>(layout.columns),
                  height * static_cast<double>(layout.rows)};
  title(layout, plot, canvas, size);
  write_numbers(layout, plot, canvas, size);
  const std::string ends[] = {plotted_text(plot, layout.least), plotted_text(plot, layout.most)};
  const double y = layout.table.bottom() + theme.gap;
  const double from = canvas.width_of(ends[0], size) + theme.gap;
  const double to = width - canvas.width_of(ends[1], size) - theme.gap;
  layout.ramp = {from, y, std::clamp(to - from, 20.0, 12 * size), line};
  layout.titles.push_back({{0, y + line / 2}, ends[0], Anchor::start});
  layout.titles.push_back({{layout.ramp.right() + theme.gap, y + line / 2}, ends[1], Anchor::start});
  layout.height = y + line;
  return layout;
}

void draw_cells(Canvas& canvas, PicturePoint corner, const CellsLayout& layout, const Theme& theme,
                const PlotState& plot, std::string_view name) {
  const auto moved = [&](const Area& area) {
    return Area{corner.x + area.x, corner.y + area.y, area.width, area.height};
  };
  for (const CurvesLayout::Label& title : layout.titles)
    canvas.text({corner.x + title.at.x, corner.y + title.at.y}, title.words,
                {.color = theme.quiet, .size = theme.small(), .anchor = title.anchor});
  const bool one_image = plot.cells.size() > most_drawn_one_by_one;
  if (one_image) draw_image(canvas, moved(layout.table), layout, theme, plot, name);
  for (std::size_t i = 0; i < plot.cells.size() && !one_image; ++i) {
    const Area area = moved(layout.cell(i / layout.columns, i % layout.columns));
    const Color color = color_of(layout, theme, plot.cells[i]);
    canvas.fill({area.x + 0.5, area.y + 0.5, area.width - 1, area.height - 1}, color);
    if (layout.numbers.empty()) continue;
    const bool dark = contrast(color, Color{0, 0, 0}) < contrast(color, Color{255, 255, 255});
    canvas.text(area.center(), layout.numbers[i],
                {.color = dark ? Color{255, 255, 255} : Color{0, 0, 0},
                 .size = theme.small(),
                 .anchor = Anchor::middle});
  }
  canvas.frame(moved(layout.table), {.color = theme.edge, .width = theme.line});
  constexpr int shades = 24;
  const Area ramp = moved(layout.ramp).inset(2);
  for (int i = 0; i < shades; ++i)
    canvas.fill({ramp.x + ramp.width * i / shades, ramp.y, ramp.width / shades + 0.5, ramp.height},
                color_at(theme, (i + 0.5) / shades));
  canvas.frame(ramp, {.color = theme.edge, .width = theme.line});
}

std::optional<std::size_t> cell_under(const CellsLayout& layout, PicturePoint p) {
  if (!layout.table.has(p)) return std::nullopt;
  const Area cell = layout.cell(0, 0);
  const auto column =
      std::min(layout.columns - 1, static_cast<std::size_t>((p.x - layout.table.x) / cell.width));
  const auto row = std::min(layout.rows - 1, static_cast<std::size_t>((p.y - layout.table.y) / cell.height));
  return row * layout.columns + column;
}

}  // namespace commlab
