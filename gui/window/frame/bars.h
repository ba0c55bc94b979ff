#pragma once
// The bars around the panels: transport, scenario, caption; and what lies over everything: the menu, the
// keys, the field "go to", the first screen's large button.

#include <string>
#include <vector>

#include "gui/window/frame/layout_of_window.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void transport_bar(Ui&, Session&, const Area&);
// How many rows it needs in so much width; and the bar.
int scenario_rows(const Canvas&, const Theme&, const Session&, double width);
void scenario_bar(Ui&, Session&, const Area&);
void caption_bar(Ui&, Session&, const Area&);
// What is run and its goal, in as few lines as so much width allows; and the bar.
std::vector<std::string> headline_lines(const Canvas&, const Theme&, const Session&, double width);
void headline(Ui&, const Session&, const Area&);
void tab_bar(Ui&, Session&, const Area&);

void menu_overlay(Ui&, Session&, const Area& window);
void help_overlay(Ui&, Session&, const Area& window);
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
