#pragma once
// Everything that is drawn over the panels: the menu, the field "go to", a link's menu, the first Play.

#include "gui/window/frame/window_layout.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void menu_overlay(Ui&, Session&, const Area& window);
void tables_overlay(Ui&, Session&, const Area& window);
// The algorithms to play beside the one that is shown.
void beside_overlay(Ui&, Session&, const Area& window);
void go_to_overlay(Ui&, Session&, const Area& window);
// The hint for showing the bars again, for a while after they were hidden.
void way_back_overlay(Ui&, const Session&, const Area& caption);
void typing_overlay(Ui&, Session&, const Area& window);
void link_menu_overlay(Ui&, Session&);
// "Predict first", in the place where the lesson's run will be shown.
void predict_first(Ui&, const WindowLayout&);
void first_play_button(Ui&, Session&, const Area& topology);

}  // namespace commlab
