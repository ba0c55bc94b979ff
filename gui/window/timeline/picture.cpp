#include "gui/window/timeline/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "gui/window/draw/hint.h"
#include "gui/window/draw/label_steps.h"
#include "gui/window/timeline/bars.h"
#include "gui/window/timeline/costs.h"
#include "gui/window/timeline/highlights.h"
#include "gui/window/timeline/minimap.h"
#include "gui/window/timeline/painter.h"
#include "gui/window/timeline/phases.h"

namespace commlab {
namespace {

class TimelineDrawing : public TimelinePainter {
 public:
  TimelineDrawing(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows,
                  const TimelineExtras& extras)
      : TimelinePainter(canvas, layout, shown, rows), extras_(extras) {}

  void draw() {
    draw_phases(canvas_, at_, shown_, rows_);
    stripes();
    canvas_.clip(at_.rows);
    if (at_.detail == TimelineDetail::shapes)
      draw_bars(canvas_, at_, shown_, rows_);
    else if (extras_.texture)
      canvas_.image(at_.rows, *extras_.texture);
    if (has_costs(at_, shown_, rows_)) draw_costs(canvas_, at_, shown_, rows_);
    if (shown_.view.critical && !at_.compares) draw_critical_chain(canvas_, at_, shown_, rows_);
    draw_selected_transfer(canvas_, at_, shown_, rows_);
    canvas_.unclip();
    names();
    differences();
    ruler();
    draw_minimap(canvas_, at_, shown_, extras_.utilisation);
    note();
    measured_stretch();
    playhead();
    if (extras_.pointer) hover(*extras_.pointer);
  }

 private:
  int row_count() const { return static_cast<int>(rows_.scene.rows.size()); }

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
    return selection.link ? rows_.scene.row_of[*selection.link] : -1;
  }

  void stripes() {
    const bool of_ranks = rows_.scene.rows_of == Rows::ranks && rows_.scene.row_of_copy.empty();
    const int per_node = of_ranks ? trace_.topology.per_node : 0;
    if (at_.row_height >= 8)
      for (int r = 1; r < row_count(); ++r)
        canvas_.line({at_.rows.x, at_.row_top(r)}, {at_.rows.right(), at_.row_top(r)},
                     {theme_.edge.faded(0.25), 1});
    const double apart = at_.row_height * per_node;
    const double left =
        apart >= 1.5 * small_ ? at_.names.x : at_.rows.x;  // closer lines would cross names out
    if (per_node > 1 && apart >= 6)
      for (int r = per_node; r < row_count(); r += per_node)
        canvas_.line({left, at_.row_top(r)}, {at_.rows.right(), at_.row_top(r)}, {theme_.edge, 1});
    tint_row(row_of(shown_.view.hovered), 0.10);
    tint_row(row_of(shown_.view.selected), 0.17);
  }

  // Around the rows.

  void names() {
    const double gap = theme_.gap;
    corner();
    if (row_count() == 0) return;
    const int chosen = row_of(shown_.view.selected);
    const std::vector<int> named = label_steps(row_count(), at_.row_height, small_ * 1.02);
    const bool all = named.size() == rows_.scene.rows.size();
    for (const int r : named) {
      const double y = all ? at_.row_top(r) + at_.row_height / 2
                           : std::min(at_.row_top(r) + small_ / 2, at_.rows.bottom() - small_ / 2);
      canvas_.text({at_.names.x + gap, y}, rows_.scene.rows[r].name,
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

  // What the rows are. It is a button, except in a figure.
  void corner() {
    if (!extras_.still) {
      canvas_.fill(at_.corner.inset(1), theme_.raised, 3);
      small_triangle({at_.corner.right() - theme_.gap - 3, at_.corner.center().y});
    }
    canvas_.text({at_.corner.x + theme_.gap, at_.corner.center().y},
                 rows_.scene.rows_of == Rows::links ? "links"
                 : rows_.scene.row_of_copy.empty()  ? "ranks"
                                                    : "copies",
                 {theme_.words, small_});
  }

  void small_triangle(PicturePoint p) {
    const std::array points = {PicturePoint{p.x - 3, p.y - 2}, PicturePoint{p.x + 3, p.y - 2},
                               PicturePoint{p.x, p.y + 3}};
    canvas_.polygon(points, theme_.words);
  }

  // How much longer each rank took than predicted.
  void differences() {
    if (!at_.compares || at_.row_height < small_) return;
    const int both = std::min(row_count(), static_cast<int>(rows_.measured->rows.size()));
    for (int r = 0; r < both; ++r) {
      const double predicted = static_cast<double>(rows_.scene.rows[r].done.ps);
      const double measured = static_cast<double>(rows_.measured->rows[r].done.ps);
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

  void note() {
    if (at_.note.height == 0) return;
    std::string sentence = at_.sentence;
    if (at_.detail == TimelineDetail::idle && row_count() > 0) sentence += "; the lighter, the longer idle";
    canvas_.text({at_.note.x + theme_.gap, at_.note.center().y}, sentence, {theme_.quiet, small_});
  }

  void measured_stretch() {
    if (!extras_.measure) return;
    const double left = std::clamp(x(extras_.measure->from), at_.rows.x, at_.rows.right());
    const double right = std::clamp(x(extras_.measure->to), at_.rows.x, at_.rows.right());
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
      lines.push_back(transfer_sentence(trace_, trace_.transfers[*hit.transfer]));
    else if (hit.row >= 0 && hit.row < row_count())
      lines[0] += idle_words(hit);
    const double height = (1.3 * static_cast<double>(lines.size()) + 1) * small_;
    const bool above = p.y + 16 + height > at_.all.bottom();
    draw_hint(canvas_, theme_, at_.all, {p.x + 16, above ? p.y - 8 - height : p.y + 16}, lines);
  }

  std::string idle_words(const TimelineHit& hit) const {
    const TimelineRow& row = rows_.scene.rows[hit.row];
    const auto next = std::ranges::lower_bound(row.busy, hit.time, {}, &TimelineRow::Stretch::to);
    const bool busy = next != row.busy.end() && next->from <= hit.time;
    return fmt::format(", {}: {}", row.name, busy ? "sending" : "sends nothing");
  }

  const TimelineExtras& extras_;
};

}  // namespace

void draw_timeline(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows,
                   const TimelineExtras& extras) {
  assert((layout.detail == TimelineDetail::shapes || extras.texture) && "many bars are a texture");
  TimelineDrawing(canvas, layout, shown, rows, extras).draw();
}

std::string measure_sentence(const TimelineMeasure& measure, const TimelineIndex& index) {
  const Time took = measure.to - measure.from;
  const std::string whose = measure.row >= 0 ? "by " + index.rows[measure.row].name : "in all";
  std::string sentence =
      fmt::format("{}: {} sent {}", to_human(took),
                  to_human(Bytes{static_cast<std::int64_t>(std::llround(measure.bytes))}), whose);
  if (took.ps > 0) sentence += fmt::format(", {:.3g} GB/s", measure.bytes / seconds_of(took) / 1e9);
  if (measure.measured) sentence = "measured: " + sentence;
  if (measure.predicted && took.ps > 0)
    sentence +=
        fmt::format("; predicted for as many bytes: {} ({:+.0f} %)", to_human(*measure.predicted),
                    100 * (static_cast<double>(measure.predicted->ps) / static_cast<double>(took.ps) - 1));
  return sentence;
}

}  // namespace commlab
