#pragma once
// What lies over the panels: the menu, the field "go to", a link's menu, the first Play.

#include "gui/window/frame/window_layout.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void menu_overlay(Ui&, Session&, const Area& window);
void tables_overlay(Ui&, Session&, const Area& window);
void go_to_overlay(Ui&, Session&, const Area& window);
// For a moment after the bars were hidden: the key that shows them again.
void way_back_overlay(Ui&, const Session&, const Area& caption);
void typing_overlay(Ui&, Session&, const Area& window);
void link_menu_overlay(Ui&, Session&);
// Where a lesson's run will be seen: that it is not to be seen yet.
void predict_first(Ui&, const WindowLayout&);
void first_play_button(Ui&, Session&, const Area& topology);

}  // namespace commlab
