#include "gui/window/frame/caption_bar.h"

#include <algorithm>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/lesson/caption.h"

namespace commlab {
namespace {

// Where the caption's lines stand: in its area, or over the panels above it too if a run that stands still
// has more to say. While a run plays, its sentences come and go, so nothing may jump.
Area area_of_sentence(const Ui& ui, const Session& session, const Area& area, double needed) {
  constexpr double most = 0.25;  // of the window's height
  if (session.view.playing || needed <= area.height) return area;
  const double height = std::min(needed, std::max(area.height, most * area.bottom()));
  const Area box{area.x, area.bottom() - height, area.width, height};
  ui.canvas.fill(box.inset(-ui.theme.gap / 2), ui.theme.ground);
  return box;
}

// Says what happens now, in as many lines as fit.
void caption_sentence(Ui& ui, const Session& session, const Area& caption) {
  const bool large = session.view.arrange == Arrange::present;
  const double size = large ? ui.theme.font * 1.2 : ui.theme.font;
  const std::string text = caption_of(session);
  const double needed =
      static_cast<double>(wrapped(text, caption.width, size, ui.canvas).size()) * line_height(size);
  const Area area = area_of_sentence(ui, session, caption, needed);
  const auto room = static_cast<std::size_t>(std::max(1.0, area.height / line_height(size)));
  std::vector<std::string_view> lines = wrapped(text, area.width, size, ui.canvas);
  std::string last;
  if (lines.size() > room) {
    last = shortened_sentence(text.substr(static_cast<std::size_t>(lines[room - 1].data() - text.data())),
                              area.width, size, ui.canvas);
    lines.resize(room);
    lines.back() = last;
  }
  double y = area.center().y - line_height(size) * (static_cast<double>(lines.size()) - 1) / 2;
  for (const std::string_view line : lines) {
    ui.canvas.text({large ? area.center().x : area.x, y}, line,
                   {.color = ui.theme.words, .size = size, .anchor = large ? Anchor::middle : Anchor::start});
    y += line_height(size);
  }
  ui.registry.note({.id = "caption", .role = Role::label, .value = text, .area = area});
}

// Says what went wrong, in as many lines as needed. The box grows from the caption upwards, over the panels.
void notice(Ui& ui, const Session& session, const Area& caption) {
  const Theme& theme = ui.theme;
  const double inner = caption.width - 2 * theme.gap;
  const double text = height_of_paragraph(session.notice, inner, theme.font, ui.canvas, true);
  const double height = std::max(caption.height, text + theme.gap);
  const Area box{caption.x, caption.bottom() - height, caption.width, height};
  ui.canvas.fill(box, theme.panel, 6);
  ui.canvas.frame(box, {.color = theme.bad, .width = theme.line}, 6);
  draw_paragraph(ui.canvas, {box.x + theme.gap, box.y + (height - text) / 2}, inner, session.notice,
                 {.color = theme.bad, .size = theme.font, .bold = true});
  ui.registry.note({.id = "notice", .role = Role::label, .value = session.notice, .area = box});
}

}  // namespace

void caption_bar(Ui& ui, Session& session, const Area& area) {
  const Theme& theme = ui.theme;
  const double middle = area.center().y;
  if (session.worker.busy()) {
    const Worker::Progress progress = session.worker.progress();
    const double width = theme.font * 14;
    const Area bar{area.x, middle - 6, width, 12};
    ui.canvas.fill(bar, theme.raised, 6);
    ui.canvas.fill({bar.x, bar.y, bar.width * std::clamp(progress.fraction, 0.02, 1.0), bar.height},
                   theme.accent, 6);
    ui.canvas.frame(bar, {.color = theme.edge, .width = theme.line}, 6);
    ui.label("progress", {bar.right() + theme.gap, middle}, progress.what + " ...",
             {.color = theme.words, .size = theme.font});
    const Area cancel{area.right() - theme.font * 5.5, area.y, theme.font * 5.5, area.height};
    const WindowCommand& escape = **find_command("escape");
    const std::string tooltip = tooltip_of(escape, session.settings);
    if (ui.button("cancel", "Cancel", cancel, {.tooltip = tooltip})) escape.act(session);
    return;
  }
  if (!session.notice.empty()) return notice(ui, session, area);
  if (!session.answer.empty())
    return ui.label("answer", {area.x, middle}, session.answer, {.color = theme.good, .size = theme.font});
  caption_sentence(ui, session, area);
}

}  // namespace commlab
