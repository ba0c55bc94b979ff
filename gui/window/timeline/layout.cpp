#include "gui/window/timeline/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace commlab {
namespace {

constexpr double most_shapes = 500, many_bars = 250;
constexpr int most_rows = 256;      // with bars; of more rows, only idle time is shown
constexpr double least_texels = 2;  // of a bar's width, on average
constexpr std::size_t named_slowest = 8;
constexpr double least_row_with_ghost = 14;

double row_padding(double row_height) { return std::clamp(row_height * 0.08, 0.0, 3.0); }

// Divides the height: the parts above and below the rows get what they need, the rows get the rest.
class Divider {
 public:
  Divider(const Canvas& canvas, const Area& area, const Shown& shown, const TimelineRows& rows)
      : canvas_(canvas), area_(area), shown_(shown), rows_(rows), line_(shown.theme.small() + 6) {}

  TimelineLayout divide() const {
    const Theme& theme = shown_.theme;
    const bool compares =
        shown_.view.arrange == Arrange::compare && shown_.measured && rows_.measured != nullptr;
    const double names =
        names_width() + (compares ? canvas_.width_of("predicted", theme.small()) + theme.gap : 0);
    const double differences = compares ? canvas_.width_of("+100 %", theme.small()) + theme.gap : 0;
    const double left = area_.x + names, width = std::max(area_.width - names - differences - theme.gap, 8.0);
    const bool has_phases = !shown_.scene.trace().phases.empty() || compares;
    const std::string sentence = note(compares);
    const double note = sentence.empty() ? 0 : line_;
    const double minimap =
        minimap_height(compares, area_.height - line_ - 6 - (has_phases ? line_ : 0) - note);

    double y = area_.y;
    const auto take = [&](double height) {
      const Area taken{left, y, width, height};
      y += height;
      return taken;
    };
    const Area ruler = take(line_ + 2);
    const Area phases = take(has_phases ? line_ : 0);
    const Area rows = take(std::max(area_.bottom() - note - minimap - 4 - y, 8.0));
    y += 4;
    const Area map = take(std::max(minimap - 2, 0.0));
    TimelineLayout layout{.all = area_,
                          .corner = {area_.x, ruler.y, names, ruler.height},
                          .names = {area_.x, rows.y, names, rows.height},
                          .ruler = ruler,
                          .phases = phases,
                          .rows = rows,
                          .differences = {rows.right(), rows.y, differences, rows.height},
                          .minimap = map,
                          .note = {area_.x, area_.bottom() - note, area_.width, note},
                          .compares = compares,
                          .scale = scale(compares, left, width),
                          .sentence = sentence};
    layout.row_height = row_height(rows.height);
    if (compares) return layout;
    const bool ghost = shown_.ghost && rows_.ghost && layout.scale.straight();
    if (ghost && layout.row_height >= least_row_with_ghost)
      layout.ghost = std::clamp(layout.row_height * 0.22, 4.0, 14.0);
    const double arrivals = std::round(std::min(layout.row_height * 0.22, theme.small() + 2));
    const bool room = layout.row_height >= std::max(24.0, 1.4 * theme.small());
    const bool for_numbers = numbers_fit(layout.row_height - layout.ghost) &&
                             !numbers_fit(layout.row_height - layout.ghost - arrivals);
    const bool of_ranks = rows_.scene.rows_of == Rows::ranks && rows_.scene.row_of_copy.empty();
    if (of_ranks && room && !for_numbers) layout.arrivals = arrivals;
    return layout;
  }

 private:
  // Rows have a greatest height, which is larger if runs are compared or there are only copies.
  double row_height(double all) const {
    const bool few = shown_.view.arrange == Arrange::compare || !rows_.scene.row_of_copy.empty();
    const double most = few ? 16 * shown_.theme.small() : 4 * shown_.theme.small() + 8;
    return std::min(all / std::max<double>(1, row_count()), most);
  }

  // Whether a row of this height, without its thin lanes, has room for numbers on its bars.
  bool numbers_fit(double height) const {
    std::size_t lanes = 1;
    for (const TimelineRow& row : rows_.scene.rows) lanes = std::max(lanes, row.lanes.size());
    const double each = (height - 2 * row_padding(height)) / static_cast<double>(lanes) - 1;
    return shown_.view.labels && each >= least_number * shown_.theme.small();
  }

  // 0 if only then the rows are high enough for numbers.
  double minimap_height(bool compares, double room) const {
    const double usual = std::clamp(area_.height * 0.1, 16.0, 2 * line_);
    const auto fit = [&](double height) { return numbers_fit(row_height(height)); };
    return !compares && !fit(room - usual) && fit(room) ? 0 : usual;
  }

  double row_count() const { return static_cast<double>(rows_.scene.rows.size()); }

  TimeRuler scale(bool compares, double left, double width) const {
    const View& view = shown_.view;
    const Time finish = shown_.scene.playback.end();
    if (compares)
      return {nullptr, std::max(finish, shown_.measured->playback.end()), view.from, view.to, left, width};
    const TimeScale* axis = view.axis == TimeAxis::linear ? nullptr : &shown_.scene.time_scale(view.axis);
    return {axis, finish, view.from, view.to, left, width};
  }

  double names_width() const {
    const double size = shown_.theme.small();
    double width = canvas_.width_of("copies", size) + size;
    const std::vector<TimelineRow>& rows = rows_.scene.rows;
    const std::size_t every = 1 + rows.size() / 64;
    for (std::size_t i = 0; i < rows.size(); i += every)
      width = std::max(width, canvas_.width_of(rows[i].name, size));
    if (!rows.empty()) width = std::max(width, canvas_.width_of(rows.back().name, size));
    return std::min(width + 2 * shown_.theme.gap, area_.width / 3);
  }

  std::string note(bool compares) const {
    const std::size_t rows = rows_.scene.rows.size();
    if (shown_.scene.trace().transfers.empty()) return "nothing was sent";
    if (rows == 0) return "this run does not say which links its messages took";
    if (compares || rows <= 64) return "";
    return slowest_sentence(rows_.scene, named_slowest);
  }

  const Canvas& canvas_;
  const Area& area_;
  const Shown& shown_;
  const TimelineRows& rows_;
  double line_;
};

// Puts each row's lanes below each other, from share `top` to share `bottom` of the row.
void add_tracks(TimelineLayout& layout, const Trace& trace, const TimelineIndex& index, Track::Look look,
                double top, double bottom) {
  const double padding = row_padding(layout.row_height);
  const int rows = static_cast<int>(std::min<std::ptrdiff_t>(std::ssize(index.rows), most_rows));
  for (int r = 0; r < rows; ++r) {
    const auto& lanes = index.rows[r].lanes;
    const double y = layout.row_top(r) + top * layout.row_height + padding + layout.ghost;
    const double height =
        (bottom - top) * layout.row_height - 2 * padding - (bottom == 1 ? layout.arrivals : 0) - layout.ghost;
    const double each = height / std::max<double>(1, static_cast<double>(lanes.size()));
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      layout.tracks.push_back(
          {&trace, lanes[lane], r, y + static_cast<double>(lane) * each, each > 4 ? each - 1 : each, look});
  }
}

// Puts all lanes of the former run's row on the thin lane at the head of the row.
void add_ghost_tracks(TimelineLayout& layout, const Trace& trace, const TimelineIndex& index) {
  const double padding = row_padding(layout.row_height);
  for (int r = 0; r < static_cast<int>(index.rows.size()) && r < most_rows; ++r)
    for (const auto& lane : index.rows[r].lanes)
      layout.tracks.push_back(
          {&trace, lane, r, layout.row_top(r) + padding, layout.ghost - 1, Track::Look::faint});
}

void add_all_tracks(TimelineLayout& layout, const Shown& shown, const TimelineRows& rows) {
  if (layout.compares) {
    add_tracks(layout, shown.scene.trace(), rows.scene, Track::Look::outlined, 0, 0.5);
    add_tracks(layout, shown.measured->trace(), *rows.measured, Track::Look::filled, 0.5, 1);
    return;
  }
  if (layout.ghost > 0) add_ghost_tracks(layout, shown.ghost->trace(), *rows.ghost);
  add_tracks(layout, shown.scene.trace(), rows.scene, Track::Look::filled, 0, 1);
}

void choose_detail(TimelineLayout& layout, std::size_t rows) {
  layout.detail = TimelineDetail::idle;
  if (rows > most_rows || layout.row_height < 2) return;
  const Time from = layout.scale.first(), to = layout.scale.last();
  double bars = 0, pieces = 0;
  for (const Track& track : layout.tracks) {
    const double visible = static_cast<double>(sent_within(*track.trace, track.transfers, from, to).size());
    bars += visible;
    pieces += std::min(visible, layout.scale.width() / 6 + 1);
  }
  layout.striped = pieces > many_bars;
  if (pieces <= most_shapes) {
    layout.detail = TimelineDetail::shapes;
    return;
  }
  const double width = layout.scale.width() * static_cast<double>(layout.tracks.size()) / bars;
  if (width >= least_texels) layout.detail = TimelineDetail::texels;
}

}  // namespace

int TimelineLayout::row_at(double y) const {
  if (y < rows.y || y >= rows.bottom()) return -1;
  return static_cast<int>((y - rows.y) / row_height);
}

TimelineLayout lay_out_timeline(const Canvas& canvas, const Area& area, const Shown& shown,
                                const TimelineRows& rows) {
  TimelineLayout layout = Divider(canvas, area, shown, rows).divide();
  if (rows.scene.rows.size() <= most_rows) add_all_tracks(layout, shown, rows);
  choose_detail(layout, rows.scene.rows.size());
  return layout;
}

TimelineHit timeline_at(const TimelineLayout& layout, const Shown& shown, PicturePoint p) {
  using Zone = TimelineHit::Zone;
  TimelineHit hit;
  if (layout.corner.has(p)) hit.zone = Zone::corner;
  if (layout.names.has(p)) hit.zone = Zone::names;
  if (layout.ruler.has(p) || layout.phases.has(p)) hit.zone = Zone::ruler;
  if (layout.rows.has(p)) hit.zone = Zone::rows;
  if (layout.minimap.has(p)) hit.zone = Zone::minimap;
  hit.time = hit.zone == Zone::minimap
                 ? layout.scale.whole(layout.minimap.x, layout.minimap.width).time_at(p.x)
                 : layout.scale.time_at(p.x);
  if (hit.zone == Zone::rows || hit.zone == Zone::names) hit.row = layout.row_at(p.y);
  if (hit.zone != Zone::rows) return hit;
  const Trace& trace = shown.scene.trace();
  const auto start = [&](std::int32_t i) { return trace.transfers[i].start; };
  for (const Track& track : layout.tracks) {
    if (track.trace != &trace || p.y < track.y || p.y >= track.y + track.height) continue;
    const auto after = std::ranges::upper_bound(track.transfers, layout.scale.time_at(p.x + 0.5), {}, start);
    if (after == track.transfers.begin()) continue;
    const std::int32_t candidate = *(after - 1);
    if (layout.scale.x_of(trace.transfers[candidate].end) + 1 >= p.x) hit.transfer = candidate;
  }
  return hit;
}

}  // namespace commlab
