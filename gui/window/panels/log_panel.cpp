#include "gui/window/panels/log_panel.h"

#include <fmt/format.h>

#include "gui/window/article/log_picture.h"
#include "gui/window/panels/secret_run.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"

namespace commlab {

void log_panel(Panel& panel) {
  Session& session = panel.session;
  if (session.scene->only_inputs()) return draw_secret_run(panel, "what happens, in order");
  const Shown shown = session.shown();
  const LogLayout layout = log_layout(panel.area, shown);
  LogState& state = session.log;
  scroll_log(state, layout, session.view.now, panel.pointer.wheel);
  draw_log(panel.canvas, layout, shown, state.top);
  auto number = static_cast<std::int64_t>(state.top);
  for (int row = 0; number < layout.entries; ++row, ++number) {
    const Area place = layout.place(state.top, number);
    if (place.y >= layout.area.bottom()) break;
    panel.registry.note({.id = fmt::format("log.{}", row),
                         .role = Role::object,
                         .value = log_sentence(*session.scene, number),
                         .area = place});
  }
  if (!panel.pointer.at) return;
  const auto under = layout.at(state.top, *panel.pointer.at);
  if (!under) return;
  panel.canvas.frame(layout.place(state.top, *under),
                     {.color = session.theme.edge, .width = session.theme.line});
  if (panel.pointer.pressed) go_to(session, session.scene->playback.event_time(*under));
}

}  // namespace commlab
