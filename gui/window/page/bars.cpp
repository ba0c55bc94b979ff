#include "gui/window/page/bars.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gui/picture/log_axis.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/page/curves.h"
#include "lessons/play/plot.h"

namespace commlab {
namespace {

constexpr double below_least = 10;  // a logarithmic axis begins this many times below the least

// The share of the width that each bar takes.
std::vector<double> shares_of(const PlotState& plot) {
  LogRange range;
  for (const PlotState::Bar& bar : plot.bars)
    if (std::isfinite(bar.value) && bar.value > 0) range.take(bar.value);
  const LogRange log{range.least / below_least, range.most};
  std::vector<double> shares;
  for (const PlotState::Bar& bar : plot.bars) {
    const bool nothing = !std::isfinite(bar.value) || bar.value <= 0;
    shares.push_back(nothing                                        ? 0
                     : plot.plot->scale == PlotBlock::Scale::linear ? bar.value / range.most
                                                                    : log.share(bar.value));
  }
  return shares;
}

}  // namespace

BarsLayout lay_out_bars(const Canvas& canvas, double width, const Theme& theme, const PlotState& plot) {
  assert(!plot.locked && plot.plot->kind == PlotBlock::Kind::bars && "an open plot of bars");
  const double size = theme.small(), line = line_height(size), thick = line + 2;
  const std::vector<double> shares = shares_of(plot);
  BarsLayout layout;
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    BarsLayout::Bar bar{.name = {}, .top = layout.height, .area = {}, .value = {}};
    for (const std::string_view words : wrapped(plot.bars[i].label, width, size, canvas))
      bar.name.emplace_back(words);
    const double top = layout.height + line * static_cast<double>(bar.name.size());
    bar.area = {0, top, std::max(2.0, width * shares[i]), thick};
    bar.value = plotted_text(plot, plot.bars[i].value);
    const double needed = canvas.width_of(bar.value, size) + 2 * theme.gap;
    bar.inside = bar.area.width >= needed;
    layout.bars.push_back(bar);
    layout.height = top + thick + theme.gap;
  }
  return layout;
}

void draw_bars(Canvas& canvas, PicturePoint corner, const BarsLayout& layout, const Theme& theme) {
  const double size = theme.small(), line = line_height(size);
  const Color color = color_of_curve(theme, 0);
  for (const BarsLayout::Bar& bar : layout.bars) {
    double y = corner.y + bar.top + line / 2;
    for (const std::string& words : bar.name) {
      canvas.text({corner.x, y}, words, {.color = theme.words, .size = size});
      y += line;
    }
    const Area area{corner.x + bar.area.x, corner.y + bar.area.y, bar.area.width, bar.area.height};
    canvas.fill(area, blend(theme.panel, color, 0.45), 3);
    canvas.frame(area, {.color = color, .width = 1.5 * theme.line}, 3);
    canvas.text({bar.inside ? area.x + theme.gap : area.right() + theme.gap, area.center().y}, bar.value,
                {.color = theme.words, .size = size, .bold = true});
  }
}

}  // namespace commlab
