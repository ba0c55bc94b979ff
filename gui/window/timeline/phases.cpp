#include "gui/window/timeline/phases.h"

#include <algorithm>
#include <array>

#include "gui/window/draw/hatching.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/run/run_facts.h"
#include "gui/window/timeline/painter.h"
#include "gui/window/timeline/texture.h"

namespace commlab {
namespace {

constexpr double least_named_phase =
    5;  // times the height of letters: a narrower phase has neither a name nor a ground

class PhasesDrawing : public TimelinePainter {
 public:
  using TimelinePainter::TimelinePainter;

  void draw() {
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
    kind_legend(free_from + theme_.gap);
  }

 private:
  void phase_ground(const PhaseBand& phase, const Area& band) {
    const double strength = phase.phases.size() > 1 ? 0.3 : phase.phases.front() % 2 == 1 ? 0.55 : 0;
    if (strength > 0) canvas_.fill(band, blend(theme_.panel, theme_.raised, strength));
    if (band.x > at_.rows.x)
      canvas_.line({band.x, band.y}, {band.x, band.bottom()}, {theme_.edge, line_width(1), Dash::dotted});
  }

  // Says what plain and hatched bars and outlines mean, as far as there is room.
  void kind_legend(double free_from) {
    const bool wide = has_room(free_from);
    const double gap = 5, swatch = (wide ? 1.6 : 0.5) * small_, apart = (wide ? 2 : 1) * theme_.gap;
    const double y = at_.phases.center().y;
    double right = at_.phases.right() - gap;
    const auto entry = [&](std::string_view word, const auto& draw) {
      const double left = right - canvas_.width_of(word, small_) - gap - swatch;
      if (left < free_from) return;
      draw(Area{left, y - 0.35 * small_, swatch, 0.7 * small_});
      canvas_.text({left + swatch + gap, y}, word, {theme_.quiet, small_});
      right = left - apart;
    };
    if (at_.detail == TimelineDetail::idle) {
      entry("idle", [&](const Area& box) { swatch_of(box, idle_color(theme_)); });
      entry("busy", [&](const Area& box) { swatch_of(box, busy_color(theme_)); });
      return;
    }
    if (at_.detail == TimelineDetail::texels && told_by_kind(trace_)) {
      if (rows_.scene.copies) entry("copies", [&](const Area& box) { swatch_of(box, copies_color(theme_)); });
      if (rows_.scene.adds) entry("adds", [&](const Area& box) { swatch_of(box, adds_color(theme_)); });
      return;
    }
    const Color body = blend(theme_.panel, theme_.quiet, 0.35);
    if (rows_.scene.copies)
      entry("copies", [&](const Area& box) {
        canvas_.fill(box, body);
        const Color ink = theme_.words.faded(0.7);
        at_.striped ? draw_stripe(canvas_, box, ink) : draw_hatch(canvas_, box, 6, ink);
      });
    if (rows_.scene.adds) entry("adds", [&](const Area& box) { canvas_.fill(box, body); });
    // Low rows do not show what a rank receives, so the legend says that bars are what it sends.
    if (rows_.scene.rows_of == Rows::ranks && at_.arrivals == 0) {
      const std::string_view word = "sends:";
      const double left = right + apart - gap - canvas_.width_of(word, small_);
      if (left >= free_from) {
        canvas_.text({left, y}, word, {theme_.quiet, small_});
        right = left - apart;
      }
    }
    if (at_.ghost == 0) return;
    const auto strip = [&](const Area& box) {
      draw_ghost_bar(canvas_, {box.x, box.center().y - at_.ghost / 2, box.width, at_.ghost - 1}, theme_);
    };
    const std::string change = "before: " + change_sentence(shown_.ghost->trace().finish, trace_.finish);
    const double room = right - free_from - gap - swatch;
    entry(canvas_.width_of(change, small_) <= room ? change : "before the change", strip);
  }

  // Whether both kinds fit at the width at which they are easiest to read.
  bool has_room(double free_from) const {
    const double words = canvas_.width_of("addscopies", small_) + 15 + 2 * theme_.gap;
    return words + 2 * 1.6 * small_ <= at_.phases.right() - free_from;
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
};

}  // namespace

void draw_phases(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows) {
  PhasesDrawing(canvas, layout, shown, rows).draw();
}

}  // namespace commlab
