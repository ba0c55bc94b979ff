#include "gui/window/timeline_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/window/hint.h"
#include "gui/window/paragraph.h"
#include "gui/window/timeline_bars.h"
#include "gui/window/timeline_texture.h"

namespace commlab {
namespace {

constexpr std::size_t most_named_bars = 64;
constexpr double least_named_phase =
    5;  // times the height of letters: a narrower one has no name, nor a ground

class TimelineDrawing {
 public:
  TimelineDrawing(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows,
                  const TimelineExtras& extras)
      : canvas_(canvas),
        at_(layout),
        shown_(shown),
        rows_(rows),
        extras_(extras),
        theme_(shown.theme),
        trace_(shown.scene.trace()),
        small_(shown.theme.small()) {}

  void draw() {
    phases();
    stripes();
    canvas_.clip(at_.rows);
    if (at_.detail == TimelineDetail::shapes)
      draw_bars(canvas_, at_, shown_, rows_);
    else if (extras_.texture)
      canvas_.image(at_.rows, *extras_.texture);
    if (shown_.view.critical && !at_.compares) draw_critical_chain(canvas_, at_, shown_, rows_);
    draw_selected_transfer(canvas_, at_, shown_, rows_);
    canvas_.unclip();
    names();
    differences();
    ruler();
    minimap();
    note();
    measured_stretch();
    playhead();
    if (extras_.pointer) hover(*extras_.pointer);
  }

 private:
  double x(Time t) const { return at_.scale.x_of(t); }
  double line_width(double pixels) const { return pixels * theme_.line; }
  int row_count() const { return static_cast<int>(rows_.scene.rows.size()); }

  // Behind everything: phases alternate between two grounds, and are named above; on a third, they overlap.
  void phases() {
    if (at_.compares) return comparison_legend();
    if (at_.phases.height == 0) return;
    double free_from = at_.phases.x;
    for (const PhaseBand& phase : rows_.scene.phases) {
      const double left = std::max(x(phase.from), at_.rows.x),
                   right = std::min(x(phase.to), at_.rows.right());
      const double width = canvas_.width_of(phase.name, small_);
      if (right - left < std::min(width + 8, least_named_phase * small_)) continue;
      const std::string name = shortened(phase.name, right - left - 8, small_, canvas_);
      phase_ground(phase, {left, at_.phases.y, right - left, at_.rows.bottom() - at_.phases.y});
      canvas_.text({left + 5, at_.phases.center().y}, name, {theme_.quiet, small_});
      free_from = left + 5 + canvas_.width_of(name, small_);
    }
    kind_legend(free_from + 2 * theme_.gap);
  }

  void phase_ground(const PhaseBand& phase, const Area& band) {
    const double strength = phase.phases.size() > 1 ? 0.3 : phase.phases.front() % 2 == 1 ? 0.55 : 0;
    if (strength > 0) canvas_.fill(band, blend(theme_.panel, theme_.raised, strength));
    if (band.x > at_.rows.x)
      canvas_.line({band.x, band.y}, {band.x, band.bottom()}, {theme_.edge, line_width(1), Dash::dotted});
  }

  // What plain and hatched bars and outlines mean, where there is room for it.
  void kind_legend(double free_from) {
    const bool ghost =
        std::ranges::any_of(at_.tracks, [](const Track& t) { return t.look == Track::Look::faint; });
    const bool adds = reduces(trace_.collective.kind);
    const double swatch = 1.6 * small_, gap = 5, y = at_.phases.center().y;
    double right = at_.phases.right() - gap;
    const auto entry = [&](std::string_view word, const auto& draw) {
      const double left = right - canvas_.width_of(word, small_) - gap - swatch;
      if (left < free_from) return;
      draw(Area{left, y - 0.35 * small_, swatch, 0.7 * small_});
      canvas_.text({left + swatch + gap, y}, word, {theme_.quiet, small_});
      right = left - 2 * theme_.gap;
    };
    if (at_.detail == TimelineDetail::idle) {
      entry("idle", [&](const Area& box) { swatch_of(box, idle_color(theme_)); });
      entry("busy", [&](const Area& box) { swatch_of(box, busy_color(theme_)); });
      return;
    }
    const Color body = blend(theme_.panel, theme_.quiet, 0.35);
    entry("copies", [&](const Area& box) {
      canvas_.fill(box, body);
      draw_hatch(canvas_, box, 6, theme_.words.faded(0.7));
    });
    if (adds) entry("adds", [&](const Area& box) { canvas_.fill(box, body); });
    if (ghost) entry("before the change", [&](const Area& box) { draw_ghost_bar(canvas_, box, theme_); });
  }

  void swatch_of(const Area& box, Color color) {
    canvas_.fill(box, color);
    canvas_.frame(box, {theme_.edge, line_width(1)});
  }

  void comparison_legend() {
    const double y = at_.phases.center().y;
    constexpr std::array words = {"outline: predicted, filled: measured; at the right, the difference",
                                  "outline: predicted, filled: measured", "predicted / measured"};
    for (const char* sentence : words) {
      if (canvas_.width_of(sentence, small_) + 5 > at_.phases.width) continue;
      return canvas_.text({at_.phases.x + 5, y}, sentence, {theme_.quiet, small_});
    }
  }

  Area row_area(int row) const { return {at_.rows.x, at_.row_top(row), at_.rows.width, at_.row_height}; }

  void tint_row(int row, double strength) {
    if (row < 0) return;
    Area area = row_area(row);
    area.height = std::max(area.height, 2.0);
    canvas_.fill(area, theme_.accent.faded(strength));
  }

  int row_of(const Selection& selection) const {
    if (rows_.scene.rows_of == Rows::ranks)
      return selection.rank ? rows_.scene.row_of_rank(*selection.rank) : -1;
    return selection.link ? rows_.scene.row_of[static_cast<std::size_t>(*selection.link)] : -1;
  }

  void stripes() {
    const int per_node = rows_.scene.rows_of == Rows::ranks ? trace_.topology.per_node : 0;
    if (at_.row_height >= 8)
      for (int r = 1; r < row_count(); ++r)
        canvas_.line({at_.rows.x, at_.row_top(r)}, {at_.rows.right(), at_.row_top(r)},
                     {theme_.edge.faded(0.25), 1});
    const double apart = at_.row_height * per_node;
    const double left =
        apart >= 1.5 * small_ ? at_.names.x : at_.rows.x;  // closer, they would strike names out
    if (per_node > 1 && apart >= 6)
      for (int r = per_node; r < row_count(); r += per_node)
        canvas_.line({left, at_.row_top(r)}, {at_.rows.right(), at_.row_top(r)}, {theme_.edge, 1});
    tint_row(row_of(shown_.view.hovered), 0.10);
    tint_row(row_of(shown_.view.selected), 0.17);
  }

  // Around the rows.

  void names() {
    const double gap = theme_.gap;
    canvas_.fill(Area{at_.corner.x, at_.corner.y, at_.corner.width, at_.corner.height}.inset(1),
                 theme_.raised, 3);
    canvas_.text({at_.corner.x + gap, at_.corner.center().y},
                 rows_.scene.rows_of == Rows::ranks ? "ranks" : "links", {theme_.words, small_});
    small_triangle({at_.corner.right() - gap - 3, at_.corner.center().y});
    if (row_count() == 0) return;
    int every = 1;
    while (every * at_.row_height < small_ * 1.15) every *= 2;
    const int chosen = row_of(shown_.view.selected);
    for (int r = 0; r < row_count(); r += every) {
      const double y = every == 1 ? at_.row_top(r) + at_.row_height / 2 : at_.row_top(r) + small_ / 2;
      if (y + small_ / 2 > at_.rows.bottom() + 1) break;
      canvas_.text({at_.names.x + gap, y}, rows_.scene.rows[static_cast<std::size_t>(r)].name,
                   {r == chosen ? theme_.words : theme_.quiet, small_, Anchor::start, r == chosen});
    }
    if (at_.compares && at_.row_height / 2 >= 1.1 * small_)
      for (int r = 0; r < row_count(); ++r) {
        const double right = at_.names.right() - gap;
        canvas_.text({right, at_.row_top(r) + at_.row_height * 0.25}, "predicted",
                     {theme_.quiet, small_, Anchor::end});
        canvas_.text({right, at_.row_top(r) + at_.row_height * 0.75}, "measured",
                     {theme_.quiet, small_, Anchor::end});
      }
  }

  void small_triangle(PicturePoint p) {
    const std::array points = {PicturePoint{p.x - 3, p.y - 2}, PicturePoint{p.x + 3, p.y - 2},
                               PicturePoint{p.x, p.y + 3}};
    canvas_.polygon(points, theme_.words);
  }

  // How much longer each rank really took.
  void differences() {
    if (!at_.compares || at_.row_height < small_) return;
    for (int r = 0; r < row_count(); ++r) {
      const double predicted = static_cast<double>(rows_.scene.rows[static_cast<std::size_t>(r)].done.ps);
      const double measured = static_cast<double>(rows_.measured->rows[static_cast<std::size_t>(r)].done.ps);
      if (predicted <= 0) continue;
      canvas_.text({at_.differences.right(), row_area(r).center().y},
                   fmt::format("{:+.0f} %", 100 * (measured - predicted) / predicted),
                   {theme_.words, small_, Anchor::end});
    }
  }

  struct Label {
    double left;
    double right;
  };

  std::string now_text() const { return shown_.view.now.ps == 0 ? "0" : to_human(shown_.view.now); }
  Label playhead_label() const {
    const double width = canvas_.width_of(now_text(), small_) + 10;
    const double left = std::clamp(x(shown_.view.now) - width / 2, at_.ruler.x, at_.ruler.right() - width);
    return {left, left + width};
  }
  bool playhead_visible() const {
    const double at = x(shown_.view.now);
    return at >= at_.rows.x - 0.5 && at <= at_.rows.right() + 0.5;
  }

  void ruler() {
    const Label taken = playhead_visible() ? playhead_label() : Label{0, 0};
    const double base = at_.ruler.bottom();
    canvas_.line({at_.ruler.x, base}, {at_.ruler.right(), base}, {theme_.edge, line_width(1)});
    for (const Tick& tick : ticks_of(at_.scale, canvas_, small_, 1.2 * small_)) {
      canvas_.line({tick.x, base - 4}, {tick.x, base}, {theme_.quiet, line_width(1)});
      canvas_.line({tick.x, at_.rows.y}, {tick.x, at_.rows.bottom()}, {theme_.edge.faded(0.2), 1});
      const double width = canvas_.width_of(tick.label, small_);
      const double left = std::max(tick.x - width / 2, at_.ruler.x);
      if (left < taken.right + 4 && taken.left - 4 < left + width) continue;
      canvas_.text({left, at_.ruler.center().y - 2}, tick.label, {theme_.quiet, small_});
    }
    for (const Time bookmark : extras_.bookmarks) {
      const double at = x(bookmark);
      if (at < at_.ruler.x || at > at_.ruler.right()) continue;
      const std::array flag = {PicturePoint{at, base}, PicturePoint{at - 5, base - 9},
                               PicturePoint{at + 5, base - 9}};
      canvas_.polygon(flag, theme_.good);
    }
  }

  void playhead() {
    if (!playhead_visible()) return;
    const double at = x(shown_.view.now);
    canvas_.line({at, at_.ruler.bottom() - 2}, {at, at_.rows.bottom()}, {theme_.accent, line_width(2)});
    const Label label = playhead_label();
    canvas_.fill({label.left, at_.ruler.y + 1, label.right - label.left, at_.ruler.height - 3}, theme_.accent,
                 3);
    canvas_.text({(label.left + label.right) / 2, at_.ruler.center().y}, now_text(),
                 {theme_.on_accent, small_, Anchor::middle});
  }

  // The whole run: how many rows were busy, and which part of it is shown.
  void minimap() {
    const Area& map = at_.minimap;
    canvas_.fill(map, theme_.raised);
    const std::vector<PicturePoint> curve = minimap_curve();
    if (curve.size() > 1) canvas_.path(curve, {theme_.quiet, line_width(1.3)});
    const View& view = shown_.view;
    const Area window{map.x + view.from * map.width, map.y, (view.to - view.from) * map.width, map.height};
    if (view.from > 0 || view.to < 1) {
      canvas_.fill({map.x, map.y, window.x - map.x, map.height}, theme_.ground.faded(0.6));
      canvas_.fill({window.right(), map.y, map.right() - window.right(), map.height},
                   theme_.ground.faded(0.6));
      canvas_.frame(window, {theme_.accent, line_width(1.5)}, 2);
    }
    const double now = at_.scale.whole(map.x, map.width).x_of(view.now);
    canvas_.line({now, map.y}, {now, map.bottom()}, {theme_.accent, line_width(1.5)});
    const std::string use = "in use";
    if (canvas_.width_of(use, small_) + 2 * theme_.gap < at_.names.width && map.height >= small_)
      canvas_.text({at_.names.x + theme_.gap, map.center().y}, use, {theme_.quiet, small_});
  }

  std::vector<PicturePoint> minimap_curve() const {
    std::vector<PicturePoint> curve;
    const Area& map = at_.minimap;
    const std::size_t columns = extras_.utilisation.size();
    for (std::size_t c = 0; c < columns; ++c)
      curve.push_back({map.x + (static_cast<double>(c) + 0.5) / static_cast<double>(columns) * map.width,
                       map.bottom() - 2 -
                           static_cast<double>(std::min(extras_.utilisation[c], 1.0f)) * (map.height - 4)});
    return curve;
  }

  void note() {
    if (at_.note.height == 0) return;
    std::string sentence = at_.sentence;
    if (at_.detail == TimelineDetail::idle && row_count() > 0) sentence += "; the lighter, the longer idle";
    canvas_.text({at_.note.x + theme_.gap, at_.note.center().y}, sentence, {theme_.quiet, small_});
  }

  void measured_stretch() {
    if (!extras_.measure) return;
    const auto [from, to, bytes, row] = *extras_.measure;
    const double left = std::clamp(x(from), at_.rows.x, at_.rows.right());
    const double right = std::clamp(x(to), at_.rows.x, at_.rows.right());
    canvas_.fill({left, at_.rows.y, right - left, at_.rows.height}, theme_.accent.faded(0.18));
    for (const double edge : {left, right})
      canvas_.line({edge, at_.ruler.bottom()}, {edge, at_.rows.bottom()},
                   {theme_.accent, line_width(1.5), Dash::dashed});
    draw_hint(canvas_, theme_, at_.all, {(left + right) / 2, at_.rows.y + 2 * small_},
              {measure_sentence(*extras_.measure, rows_.scene)}, Anchor::middle);
  }

  // A line across all rows, and what is under the pointer in words.
  void hover(PicturePoint p) {
    const TimelineHit hit = timeline_at(at_, shown_, p);
    if (hit.zone != TimelineHit::Zone::rows && hit.zone != TimelineHit::Zone::ruler) return;
    canvas_.line({p.x, at_.ruler.bottom()}, {p.x, at_.rows.bottom()},
                 {theme_.quiet, line_width(1), Dash::dashed});
    std::vector<std::string> lines = {to_human(hit.time)};
    if (hit.transfer)
      lines.push_back(transfer_sentence(trace_, trace_.transfers[static_cast<std::size_t>(*hit.transfer)]));
    else if (hit.row >= 0 && hit.row < row_count())
      lines[0] += idle_words(hit);
    const double height = (1.3 * static_cast<double>(lines.size()) + 1) * small_;
    const bool above = p.y + 16 + height > at_.all.bottom();
    draw_hint(canvas_, theme_, at_.all, {p.x + 16, above ? p.y - 8 - height : p.y + 16}, lines);
  }

  std::string idle_words(const TimelineHit& hit) const {
    const TimelineRow& row = rows_.scene.rows[static_cast<std::size_t>(hit.row)];
    const auto next = std::ranges::lower_bound(row.busy, hit.time, {}, &TimelineRow::Stretch::to);
    const bool busy = next != row.busy.end() && next->from <= hit.time;
    return fmt::format(", {}: {}", row.name, busy ? "sending" : "sends nothing");
  }

  Canvas& canvas_;
  const TimelineLayout& at_;
  const Shown& shown_;
  const TimelineRows& rows_;
  const TimelineExtras& extras_;
  const Theme& theme_;
  const Trace& trace_;
  double small_;
};

}  // namespace

void draw_timeline(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows,
                   const TimelineExtras& extras) {
  TimelineDrawing(canvas, layout, shown, rows, extras).draw();
}

void note_timeline(Registry& registry, const TimelineLayout& layout, const Shown& shown,
                   const TimelineRows& rows) {
  const Trace& trace = shown.scene.trace();
  registry.note({"timeline", Role::picture, layout.sentence, layout.all});
  registry.note(
      {"timeline.rows", Role::toggle, rows.scene.rows_of == Rows::ranks ? "ranks" : "links", layout.corner});
  registry.note({"timeline.ruler", Role::slider, to_human(shown.view.now), layout.ruler});
  registry.note({"timeline.minimap", Role::slider,
                 fmt::format("{:.3g}..{:.3g}", shown.view.from, shown.view.to), layout.minimap});
  for (int r = 0; r < static_cast<int>(rows.scene.rows.size()); ++r)
    registry.note({fmt::format("timeline.row.{}", r),
                   Role::object,
                   rows.scene.rows[static_cast<std::size_t>(r)].name,
                   {layout.rows.x, layout.row_top(r), layout.rows.width, layout.row_height}});
  std::vector<Widget> bars;
  for (const Track& track : layout.tracks) {
    if (track.trace != &trace || layout.detail != TimelineDetail::shapes) continue;
    for (const Piece& piece : pieces_of(track, layout.scale)) {
      if (bars.size() == most_named_bars) return;
      const Transfer& t = trace.transfers[static_cast<std::size_t>(piece.transfer)];
      const double left = std::max(piece.left, layout.rows.x);
      bars.push_back({fmt::format("timeline.bar.{}", piece.transfer),
                      Role::object,
                      transfer_sentence(trace, t),
                      {left, track.y, std::min(piece.right, layout.rows.right()) - left, track.height}});
    }
  }
  for (Widget& bar : bars) registry.note(std::move(bar));
}

std::string measure_sentence(const TimelineMeasure& measure, const TimelineIndex& index) {
  const Time took = measure.to - measure.from;
  const std::string whose =
      measure.row >= 0 ? "by " + index.rows[static_cast<std::size_t>(measure.row)].name : "in all";
  std::string sentence =
      fmt::format("{}: {} sent {}", to_human(took),
                  to_human(Bytes{static_cast<std::int64_t>(std::llround(measure.bytes))}), whose);
  if (took.ps > 0) sentence += fmt::format(", {:.3g} GB/s", measure.bytes / seconds_of(took) / 1e9);
  return sentence;
}

}  // namespace commlab
