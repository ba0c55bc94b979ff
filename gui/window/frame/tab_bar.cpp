#include "gui/window/frame/tab_bar.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/frame/window_panels.h"

namespace commlab {

void tab_bar(Ui& ui, Session& session, const Area& area) {
  if (area.width <= 0) return;
  const auto tabs =
      std::ranges::count_if(window_panels, [](const WindowPanel& panel) { return panel.tab.has_value(); });
  const double width = area.width / static_cast<double>(tabs);
  int i = 0;
  for (const WindowPanel& panel : window_panels) {
    if (!panel.tab) continue;
    const std::string_view name = name_of(panel.kind);
    const WindowCommand& command = **find_command(name);
    const bool is_open = session.tab == *panel.tab;
    const std::string tooltip = tooltip_of(command, session.settings);
    const Area tab{area.x + i * width, area.y, width - (i + 1 < tabs ? 4 : 0), area.height};
    if (ui.button(fmt::format("tab.{}", name), panel.tab_title, tab,
                  {.pressed = is_open, .tooltip = tooltip}))
      command.act(session);
    ++i;
  }
}

}  // namespace commlab
