#include "gui/window/timeline/minimap.h"

#include <algorithm>

namespace commlab {
namespace {

std::vector<PicturePoint> curve_on(const Area& map, std::span<const float> utilisation) {
  std::vector<PicturePoint> curve;
  const double columns = static_cast<double>(utilisation.size());
  for (std::size_t c = 0; c < utilisation.size(); ++c)
    curve.push_back(
        {map.x + (static_cast<double>(c) + 0.5) / columns * map.width,
         map.bottom() - 2 - static_cast<double>(std::min(utilisation[c], 1.0f)) * (map.height - 4)});
  return curve;
}

}  // namespace

void draw_minimap(Canvas& canvas, const TimelineLayout& layout, const Shown& shown,
                  std::span<const float> utilisation) {
  const Area& map = layout.minimap;
  if (map.height <= 0) return;
  const Theme& theme = shown.theme;
  const View& view = shown.view;
  canvas.fill(map, theme.raised);
  const std::vector<PicturePoint> curve = curve_on(map, utilisation);
  if (curve.size() > 1) canvas.path(curve, {theme.quiet, 1.3 * theme.line});
  const Area window{map.x + view.from * map.width, map.y, (view.to - view.from) * map.width, map.height};
  if (view.from > 0 || view.to < 1) {
    canvas.fill({map.x, map.y, window.x - map.x, map.height}, theme.ground.faded(0.6));
    canvas.fill({window.right(), map.y, map.right() - window.right(), map.height}, theme.ground.faded(0.6));
    canvas.frame(window, {theme.accent, 1.5 * theme.line}, 2);
  }
  const double now = layout.scale.whole(map.x, map.width).x_of(view.now);
  canvas.line({now, map.y}, {now, map.bottom()}, {theme.accent, 1.5 * theme.line});
  constexpr std::string_view use = "in use";
  if (canvas.width_of(use, theme.small()) + 2 * theme.gap < layout.names.width && map.height >= theme.small())
    canvas.text({layout.names.x + theme.gap, map.center().y}, use, {theme.quiet, theme.small()});
}

}  // namespace commlab
