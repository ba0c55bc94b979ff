#include "gui/window/script/lanes_timers.h"

#include <algorithm>

#include <fmt/format.h>

namespace commlab {
namespace {

class TimersDrawing {
 public:
  TimersDrawing(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown)
      : canvas_(canvas), at_(layout), shown_(shown), theme_(shown.theme) {}

  void draw() {
    for (const ScriptTimer& timer : shown_.run.timers)
      if (at_.stands_for_row(timer.rank) && timer.start <= shown_.view.now && timer.start <= at_.scale.last())
        draw(timer);
  }

 private:
  bool has_stopped(const ScriptTimer& timer) const { return timer.stop && *timer.stop <= shown_.view.now; }

  void draw(const ScriptTimer& timer) {
    const std::optional<Area> lane = at_.lane_of(timer.rank, ScriptLane::host);
    if (!lane) return;
    const double left = at_.scale.x_of(timer.start);
    const double right = at_.scale.x_of(has_stopped(timer) ? *timer.stop : shown_.view.now);
    if (right < lane->x || left > lane->right()) return;
    const double y = lane->bottom() - 0.25 * lane->height, tick = 0.2 * lane->height;
    const Line line{.color = theme_.accent, .width = 1.5 * theme_.line};
    const double from = std::max(left, lane->x), to = std::min(right, lane->right());
    canvas_.line({from, y}, {to, y}, line);
    if (left >= lane->x) canvas_.line({from, y - tick}, {from, y + tick}, line);
    if (!has_stopped(timer) || right > lane->right()) return;
    canvas_.line({to, y - tick}, {to, y + tick}, line);
    if (at_.labelled) tell(timer, *lane, to);
  }

  // Writes the reading, but only where the host does nothing and no other reading stands.
  void tell(const ScriptTimer& timer, const Area& lane, double stop_x) {
    const double size = theme_.small();
    const std::string text = fmt::format("{}: {}", timer.name, to_human(*timer.stop - timer.start));
    const Area area{stop_x + theme_.gap, lane.center().y - size / 2, canvas_.width_of(text, size), size};
    const bool is_taken = std::ranges::any_of(told_, [&](const Area& told) { return told.overlaps(area); });
    if (area.right() > lane.right() || is_taken || host_is_busy(timer.rank, area)) return;
    canvas_.fill({area.x - 2, area.y, area.width + 4, area.height}, theme_.panel);  // messages pass below it
    canvas_.text({area.x, lane.center().y}, text, {.color = theme_.accent, .size = size});
    told_.push_back(area);
  }

  bool host_is_busy(Rank rank, const Area& area) const {
    return std::ranges::any_of(shown_.run.spans, [&](const ScriptSpan& span) {
      return span.rank == rank && span.lane == ScriptLane::host &&
             at_.scale.x_of(span.start) < area.right() &&
             (span.unfinished || at_.scale.x_of(span.end) > area.x);
    });
  }

  Canvas& canvas_;
  const LanesLayout& at_;
  const ScriptShown& shown_;
  const Theme& theme_;
  std::vector<Area> told_{};
};

}  // namespace

void draw_timers(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown) {
  TimersDrawing(canvas, layout, shown).draw();
}

}  // namespace commlab
