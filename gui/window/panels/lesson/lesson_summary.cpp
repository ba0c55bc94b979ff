#include "gui/window/panels/lesson/lesson_summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "gui/window/lesson/play.h"
#include "gui/window/panels/lesson/summary_column.h"

namespace commlab {
namespace {

constexpr int most_dots = 16;  // of one row

class SummaryPage {
 public:
  SummaryPage(Ui& ui, Session& session, const LessonPage& page, const Area& area)
      : ui_(ui), session_(session), theme_(ui.theme), summary_(page.summary), column_(ui, area) {}

  void show() {
    const LessonSummary& s = summary_;
    row("right", fmt::format("{} of {}", s.right_at_first, s.predictions), "predictions right at first",
        s.right_at_first, s.predictions);
    if (s.unknown > 0) column_.words(fmt::format("{} answered with “I don't know”.", s.unknown));
    row("solved", fmt::format("{} of {}", s.solved, s.checks), "checks solved", s.solved, s.checks);
    if (s.shown > 0) column_.words(fmt::format("{} shown.", s.shown));
    if (s.stars > 0)
      row("stars", fmt::format("{} of {}", s.stars_reached, s.stars), "stars reached", s.stars_reached,
          s.stars);
    row("hints", std::to_string(s.hints), s.hints == 1 ? "hint" : "hints", 0, 0);
    if (s.minutes) row("minutes", std::to_string(*s.minutes), *s.minutes == 1 ? "minute" : "minutes", 0, 0);
    next();
  }

 private:
  // A large number, what it counts, and a dot for each. Full dots count: right, solved or reached.
  void row(std::string_view id, const std::string& number, std::string_view what, int full, int all) {
    column_.figure(fmt::format("summary.{}", id), number, what);
    if (all > 0 && all <= most_dots) dots(full, all);
    column_.take(theme_.gap);
  }

  void dots(int full, int all) {
    const double radius = 0.36 * theme_.font, apart = 2.8 * radius;
    double x = column_.rest().x + radius;
    const double y = column_.rest().y + radius + theme_.gap / 2;
    for (int i = 0; i < all; ++i, x += apart) {
      if (i < full) ui_.canvas.disc({x, y}, radius, theme_.good);
      ui_.canvas.circle({x, y}, radius,
                        {.color = i < full ? theme_.good : theme_.edge, .width = 1.5 * theme_.line});
    }
    column_.take(2 * radius + theme_.gap);
  }

  void next() {
    column_.take(theme_.gap);
    if (summary_.next) column_.words("Next:");
    const std::string name =
        summary_.next ? numbered_title(summary_.next->number, summary_.next->title) : "All lessons";
    if (column_.button("summary.next", name, {.primary = true})) open_next_lesson(session_);
  }

  Ui& ui_;
  Session& session_;
  const Theme& theme_;
  LessonSummary summary_;
  SummaryColumn column_;
};

}  // namespace

void lesson_summary(Ui& ui, Session& session, const LessonPage& page, const Area& area) {
  SummaryPage(ui, session, page, area).show();
}

}  // namespace commlab
