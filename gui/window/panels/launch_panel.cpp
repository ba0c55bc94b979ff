#include "gui/window/panels/launch_panel.h"

#include "gui/window/script/launch_picture.h"
#include "gui/window/session/session.h"

namespace commlab {

void launch_panel(Panel& panel) {
  const std::shared_ptr<const LessonShown>& shown = panel.session.lesson_shown;
  if (!shown || !shown->launched) return;
  const bool secret = is_locked(panel.session);
  draw_launch(panel.canvas, panel.area.inset(panel.session.theme.gap), *shown->launched, shown->page.keys,
              panel.session.theme, secret);
  panel.registry.note({.id = "launch",
                       .role = Role::picture,
                       .value = secret ? "" : launch_sentence(*shown->launched),
                       .area = panel.area});
}

}  // namespace commlab
