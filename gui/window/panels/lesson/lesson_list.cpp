#include "gui/window/panels/lesson/lesson_list.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/scroll_bar.h"
#include "gui/window/lesson/play.h"
#include "gui/window/lesson/quiz.h"
#include "gui/window/page/layout.h"
#include "gui/window/panels/lesson/widgets.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

// A lesson in the list: its title, in as many lines as needed.
struct ListRow {
  double top = 0;  // below the first row's top
  double height = 0;
  std::vector<std::string_view> title;
};

struct ListLayout {
  std::vector<ListRow> rows;
  double height = 0;
};

double badge_room(const Theme& theme) { return 2 * theme.font + 2 * theme.gap; }

std::string minutes_text(const LessonName& lesson) {
  return lesson.minutes > 0 ? fmt::format("{} min", lesson.minutes) : "";
}

ListLayout lay_out_list(const Canvas& canvas, const Theme& theme, double width,
                        const std::vector<LessonName>& names) {
  ListLayout layout;
  double minutes = 0;
  for (const LessonName& name : names)
    minutes = std::max(minutes, canvas.width_of(minutes_text(name), theme.small()));
  for (const LessonName& name : names) {
    const double room = width - badge_room(theme) - minutes - 2 * theme.gap;
    ListRow row{.top = layout.height, .height = 0, .title = wrapped(name.title, room, theme.font, canvas)};
    row.height =
        std::max(theme.button, (static_cast<double>(row.title.size()) + 0.7) * line_height(theme.font));
    layout.height += row.height + theme.gap / 2;
    layout.rows.push_back(std::move(row));
  }
  return layout;
}

void draw_row(Ui& ui, const LessonName& lesson, const ListRow& row, const Area& area) {
  const Theme& theme = ui.theme;
  const double small = theme.small(), middle = area.center().y;
  const PicturePoint badge{area.x + theme.gap + theme.font, middle};
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
  ui.canvas.text({area.right() - theme.gap, middle}, minutes_text(lesson),
                 {.color = theme.quiet, .size = small, .anchor = Anchor::end});
  double y = middle - line_height(theme.font) * (static_cast<double>(row.title.size()) - 1) / 2;
  for (const std::string_view line : row.title) {
    ui.canvas.text({area.x + badge_room(theme), y}, line, {.color = theme.words, .size = theme.font});
    y += line_height(theme.font);
  }
}

std::string told_about(const LessonName& lesson) {
  std::string words = lesson.goal;
  if (!lesson.after.empty()) words += fmt::format("\nComes after {}.", fmt::join(lesson.after, "; "));
  if (lesson.done) words += "\nDone.";
  return words;
}

}  // namespace

void lesson_list(Panel& panel, Ui& ui) {
  Session& session = panel.session;
  const Theme& theme = ui.theme;
  Area rest = panel.area.inset(1.25 * theme.gap);
  ui.label("lessons", {rest.x, rest.y + theme.button / 2}, "Lessons",
           {.color = theme.words, .size = theme.font, .bold = true});
  const double width = button_letters * theme.font;
  const Area quiz{rest.right() - width, rest.y, width, theme.button};
  if (!session.lesson.names.empty() && lesson_button(ui, session, "lessons.quiz", "quiz", "Quiz", quiz, {}))
    return open_quiz(session);
  rest.y += theme.button + theme.gap;
  rest.height -= theme.button + theme.gap;
  const std::vector<LessonName>& names = session.lesson.names;
  if (names.empty()) {
    draw_paragraph(ui.canvas, {rest.x, rest.y}, rest.width, "There are no lessons here.",
                   {.color = theme.quiet, .size = theme.font});
    return;
  }
  const double right = rest.right();
  rest = beside_scroll_bar(rest, theme);
  rest.width -= theme.gap / 2;
  const ListLayout list = lay_out_list(ui.canvas, theme, rest.width, names);
  double& scrolled = session.lesson.scrolled;
  const Area strip = strip_of_scroll_bar(theme, rest, right);
  const bool dragged = panel.pointer.down && strip.has(panel.pointer.pressed_at);
  if (dragged || panel.pointer.wheel != 0) session.lesson.marked.reset();  // it need not stay in view
  if (session.lesson.marked) {                                             // keep it in view
    const ListRow& row = list.rows[*session.lesson.marked];
    scrolled = std::clamp(scrolled, row.top + row.height - rest.height, row.top);
  }
  scrolled -= panel.pointer.wheel * 2 * line_height(theme.font);
  if (dragged) scrolled = scrolled_by_bar(rest, list.height, panel.pointer.at->y);
  scrolled = std::clamp(scrolled, 0.0, std::max(0.0, list.height - rest.height));
  std::string chosen;
  ui.canvas.clip(rest.inset(-2));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Area row{rest.x, rest.y + list.rows[i].top - scrolled, rest.width, list.rows[i].height};
    const double top = std::max(row.y, rest.y), bottom = std::min(row.bottom(), rest.bottom());
    if (bottom - top < 2) continue;
    const Area visible{row.x, top, row.width, bottom - top};
    const std::string id =
        fmt::format("lessons.{}", names[i].number > 0 ? std::to_string(names[i].number) : names[i].file);
    const std::string told = told_about(names[i]);
    const ButtonLook look{.pressed = session.lesson.marked == i, .tooltip = told, .value = names[i].title};
    if (ui.button(id, "", visible, look)) chosen = names[i].file;
    draw_row(ui, names[i], list.rows[i], row);
  }
  ui.canvas.unclip();
  draw_scroll_bar(ui.canvas, theme, rest, right, list.height, scrolled);
  if (list.height > rest.height)
    panel.registry.note({.id = "lessons.scroll", .role = Role::slider, .value = {}, .area = strip});
  if (!chosen.empty()) open_lesson(session, chosen);
}

}  // namespace commlab
