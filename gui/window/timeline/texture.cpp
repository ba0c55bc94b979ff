#include "gui/window/timeline/texture.h"

#include <algorithm>
#include <cmath>

#include "core/base/index.h"

namespace commlab {
namespace {

constexpr int texels_apart = 6;  // texels
constexpr double faded = 0.3;    // strength of other chunks than the selected one

std::size_t place(const Raster& raster, int x, int y) { return index(y) * index(raster.width) + index(x); }

void clear(Raster& raster, const TimelineLayout& layout, Color ground) {
  raster.width = std::max(1, static_cast<int>(layout.rows.width));
  raster.height = std::max(1, static_cast<int>(layout.rows.height));
  raster.texels.assign(index(raster.width) * index(raster.height), ground);
}

Color color_of(const Theme& theme, const Selection& selected, const Trace& trace, const Transfer& t) {
  const Color hue = theme.of_chunk(chunk_number(trace, t));
  const bool of_selected = selected.block && carries(trace, t, *selected.block, selected.part);
  if (of_selected) return hue;
  const Color usual = !told_by_kind(trace) ? hue : t.reduces ? adds_color(theme) : copies_color(theme);
  return selected.block ? blend(theme.panel, usual, faded) : usual;
}

void paint_bar(Raster& raster, const Area& bar, bool hatched, Color color, const Theme& theme) {
  const int left = std::max(0, static_cast<int>(std::lround(bar.x)));
  const int right = std::min(raster.width, std::max(left + 1, static_cast<int>(std::lround(bar.right()))));
  const int top = std::max(0, static_cast<int>(std::lround(bar.y)));
  const int bottom = std::min(raster.height, std::max(top + 1, static_cast<int>(std::lround(bar.bottom()))));
  const Color hatch = blend(color, theme.panel, 0.6);
  const bool separated = right - left >= 4;  // the last column shows where one bar ends and the next begins
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) {
      const bool line = hatched && (x + y) % texels_apart < 2;
      const bool end = separated && x == right - 1;
      raster.texels[place(raster, x, y)] = end ? theme.panel : line ? hatch : color;
    }
}

}  // namespace

bool told_by_kind(const Trace& trace) {
  return trace.partition.blocks * trace.partition.parts > 2 * chunk_hues;
}
Color adds_color(const Theme& theme) { return blend(theme.panel, theme.words, 0.65); }
Color copies_color(const Theme& theme) { return blend(theme.panel, theme.words, 0.35); }

bool is_light(const Theme& theme) {
  return contrast(theme.panel, rgb(0x000000)) > contrast(theme.panel, rgb(0xFFFFFF));
}

Color idle_color(const Theme& theme) { return blend(theme.panel, theme.words, is_light(theme) ? 0.08 : 0.9); }
Color busy_color(const Theme& theme) { return blend(theme.panel, theme.words, is_light(theme) ? 0.6 : 0.15); }

void paint_bars(Raster& raster, const TimelineLayout& layout, const Theme& theme, const Selection& selected) {
  clear(raster, layout, theme.panel);
  const Time from = layout.scale.first(), to = layout.scale.last();
  for (const Track& track : layout.tracks)
    for (const std::int32_t i : sent_within(*track.trace, track.transfers, from, to)) {
      const Transfer& t = track.trace->transfers[i];
      const double left = layout.scale.x_of(t.start) - layout.rows.x;
      const double right = layout.scale.x_of(t.sent) - layout.rows.x;
      Color color = color_of(theme, selected, *track.trace, t);
      if (track.look != Track::Look::filled) color = blend(theme.panel, color, 0.5);
      paint_bar(raster, {left, track.y - layout.rows.y, right - left, track.height},
                !t.reduces && !told_by_kind(*track.trace), color, theme);
    }
}

std::vector<float> busy_shares(const TimelineRow& row, const TimeRuler& scale, int columns) {
  std::vector<float> shares(columns);
  const Time first = scale.first(), last = scale.last();
  const double per_pixel = columns / scale.width();
  const auto begin =
      std::ranges::lower_bound(row.busy, first, {}, [](const TimelineRow::Stretch& s) { return s.to; });
  for (auto s = begin; s != row.busy.end() && s->from < last; ++s) {
    const double from = std::max((scale.x_of(s->from) - scale.left()) * per_pixel, 0.0);
    const double to = std::min((scale.x_of(s->to) - scale.left()) * per_pixel, static_cast<double>(columns));
    for (int c = static_cast<int>(from); c < columns && c < to; ++c)
      shares[c] += static_cast<float>(std::min(to, c + 1.0) - std::max(from, c + 0.0));
  }
  return shares;
}

void paint_idleness(Raster& raster, const TimelineLayout& layout, const TimelineIndex& index,
                    const Theme& theme) {
  clear(raster, layout, theme.panel);
  const std::vector<float> average = utilisation(index, layout.scale, raster.width);
  const Color idle = idle_color(theme), busiest = busy_color(theme);
  const std::size_t rows = index.rows.size(), width = average.size();
  const std::size_t height = raster.height;
  for (std::size_t y = 0; y < height; ++y) {
    const std::size_t first = y * rows / height, last = std::max(first + 1, (y + 1) * rows / height);
    std::vector<float> shown = average;
    for (std::size_t r = first; r < last; ++r) {
      const std::vector<float> busy = busy_shares(index.rows[r], layout.scale, raster.width);
      for (std::size_t x = 0; x < width; ++x)
        if (std::abs(busy[x] - average[x]) > std::abs(shown[x] - average[x])) shown[x] = busy[x];
    }
    for (std::size_t x = 0; x < width; ++x)
      raster.texels[y * width + x] =
          blend(idle, busiest, std::clamp(static_cast<double>(shown[x]), 0.0, 1.0));
  }
}

std::vector<float> utilisation(const TimelineIndex& index, const TimeRuler& whole, int columns) {
  std::vector<float> sum(columns);
  for (const TimelineRow& row : index.rows) {
    const std::vector<float> shares = busy_shares(row, whole, columns);
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += shares[c] / static_cast<float>(index.rows.size());
  }
  return sum;
}

}  // namespace commlab
