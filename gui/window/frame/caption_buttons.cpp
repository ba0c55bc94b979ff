#include "gui/window/frame/caption_buttons.h"

#include <algorithm>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/lesson/way_back.h"

namespace commlab {
namespace {

// Cuts a button's area from the right end of `rest`.
Area take_button(const Ui& ui, Area& rest, std::string_view words) {
  const double width = ui.canvas.width_of(words, ui.theme.font) * usual_bold + 2 * ui.theme.gap;
  const double height = std::min(ui.theme.button, rest.height);
  const Area button{rest.right() - width, rest.bottom() - height, width, height};
  rest.width -= width + ui.theme.gap;
  return button;
}

}  // namespace

Area caption_buttons(Ui& ui, Session& session, const Area& caption) {
  Area rest = caption;
  const auto button = [&](std::string_view id, std::string_view words, std::string_view command,
                          bool primary) {
    const WindowCommand& found = **find_command(command);
    const std::string tooltip = tooltip_of(found, session.settings);
    if (ui.button(id, words, take_button(ui, rest, words), {.primary = primary, .tooltip = tooltip}))
      found.act(session);
  };
  if (has_left_lesson(session)) button("lesson.return", "Back to lesson", "lesson", true);
  if (session.view.arrange != Arrange::calm || session.script_run) return rest;
  button("calm.more", "Show more", "explore", false);
  button("calm.timeline", session.calm_timeline ? "Hide time line" : "Show time line", "calm-timeline",
         false);
  return rest;
}

}  // namespace commlab
