#include "gui/window/lesson_list.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/lesson_play.h"
#include "gui/window/paragraph.h"
#include "gui/window/session.h"

namespace commlab {
namespace {

double row_height(const Theme& theme) { return std::max(theme.button, 1.7 * line_height(theme.font)); }

void draw_row(Ui& ui, const LessonName& lesson, const Area& area) {
  const Theme& theme = ui.theme;
  const double small = theme.small();
  const PicturePoint badge{area.x + theme.gap + theme.font, area.center().y};
  if (lesson.done)
    ui.canvas.disc(badge, 0.9 * theme.font, theme.good);
  else
    ui.canvas.circle(badge, 0.9 * theme.font, {.color = theme.edge, .width = 1.5 * theme.line});
  ui.canvas.text(badge,
                 lesson.done         ? "✓"
                 : lesson.number > 0 ? std::to_string(lesson.number)
                                     : "·",
                 {.color = lesson.done ? theme.panel : theme.words,
                  .size = small,
                  .anchor = Anchor::middle,
                  .bold = true});
  std::string minutes = lesson.minutes > 0 ? fmt::format("{} min", lesson.minutes) : "";
  const double right = area.right() - theme.gap;
  const double title = ui.canvas.width_of(lesson.title, theme.font), begin = badge.x + theme.font + theme.gap;
  if (begin + title + theme.gap + ui.canvas.width_of(minutes, small) > right) minutes.clear();
  ui.canvas.text({right, area.center().y}, minutes,
                 {.color = theme.quiet, .size = small, .anchor = Anchor::end});
  const double room = right - begin - (minutes.empty() ? 0 : ui.canvas.width_of(minutes, small) + theme.gap);
  ui.canvas.text({begin, area.center().y}, shortened(lesson.title, room, theme.font, ui.canvas),
                 {.color = theme.words, .size = theme.font});
}

}  // namespace

void lesson_list(Panel& panel, Ui& ui) {
  Session& session = panel.session;
  const Theme& theme = ui.theme;
  Area rest = panel.area.inset(1.25 * theme.gap);
  ui.label("lessons", {rest.x, rest.y + theme.button / 2}, "Lessons",
           {.color = theme.words, .size = theme.font, .bold = true});
  rest.y += theme.button + theme.gap;
  rest.height -= theme.button + theme.gap;
  const std::vector<LessonName>& names = session.lesson.names;
  if (names.empty()) {
    draw_paragraph(ui.canvas, {rest.x, rest.y}, rest.width, "There are no lessons here.",
                   {.color = theme.quiet, .size = theme.font});
    return;
  }
  const double step = row_height(theme) + theme.gap / 2;
  const double height = step * static_cast<double>(names.size());
  double& scrolled = session.lesson.scrolled;
  if (session.lesson.marked) {  // it stays in view
    const double top = step * static_cast<double>(*session.lesson.marked);
    scrolled = std::clamp(scrolled, top + step - rest.height, top);
  }
  scrolled = std::clamp(scrolled - panel.pointer.wheel * step, 0.0, std::max(0.0, height - rest.height));
  std::string chosen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Area row{rest.x, rest.y + step * static_cast<double>(i) - scrolled, rest.width, row_height(theme)};
    if (row.y < rest.y - 1 || row.bottom() > rest.bottom() + 1) continue;
    const std::string id =
        fmt::format("lessons.{}", names[i].number > 0 ? std::to_string(names[i].number) : names[i].file);
    const bool marked = session.lesson.marked == i;
    if (ui.button(id, "", row, {.pressed = marked, .tooltip = names[i].goal, .value = names[i].title}))
      chosen = names[i].file;
    draw_row(ui, names[i], row);
  }
  if (!chosen.empty()) open_lesson(session, chosen);
}

}  // namespace commlab
