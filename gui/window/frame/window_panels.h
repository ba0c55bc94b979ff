#pragma once
// All panels of the window, in the order in which they are drawn: the name of each, its area, the function
// that draws it, and the contents that it can show. The frame, the tabs, the layouts of lessons and the
// export of figures read this table.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gui/window/frame/window_layout.h"
#include "gui/window/panels/inspector_panel.h"
#include "gui/window/panels/lanes_panel.h"
#include "gui/window/panels/launch_panel.h"
#include "gui/window/panels/lesson/lesson_panel.h"
#include "gui/window/panels/listing_panel.h"
#include "gui/window/panels/log_panel.h"
#include "gui/window/panels/matrix_panel.h"
#include "gui/window/panels/outcome_panel.h"
#include "gui/window/panels/panel.h"
#include "gui/window/panels/plot_panel.h"
#include "gui/window/panels/stats_panel.h"
#include "gui/window/panels/tensors_panel.h"
#include "gui/window/panels/timeline_panel.h"
#include "gui/window/panels/topology_panel.h"
#include "gui/window/run/window_content.h"
#include "gui/window/session/session.h"

namespace commlab {

inline constexpr int rows_of_pictures = 3;  // beside a lesson: machines; pictures over time; text

struct WindowPanel {
  PanelKind kind;
  Area WindowLayout::*area;
  void (*draw)(Panel&);
  std::uint8_t contents = 0;  // a bit for each WindowContent for which a lesson may choose the panel
  int row = 0;                // the panel's row beside a lesson that chooses its panels
  double height = 1;          // height of the row, relative to other rows
  std::optional<Tab> tab{};   // for panels that share an area: the tab that shows this one
  std::string_view tab_title{};

  constexpr bool shows(WindowContent content) const {
    return (contents >> static_cast<int>(content) & 1) != 0;
  }
};

// The bit of a content in WindowPanel::contents.
constexpr std::uint8_t seen_in(WindowContent content) {
  return static_cast<std::uint8_t>(1 << static_cast<int>(content));
}

inline constexpr auto window_panels = [] {
  using enum PanelKind;
  using Content = WindowContent;
  using Layout = WindowLayout;
  constexpr std::uint8_t in_experiment = seen_in(Content::experiment), in_script = seen_in(Content::script);
  constexpr std::uint8_t in_both = in_experiment | in_script;
  constexpr std::uint8_t in_run = in_experiment | seen_in(Content::inputs);  // before it begins, too
  constexpr std::uint8_t at_rest = seen_in(Content::script_at_rest);
  return std::to_array<WindowPanel>({
      {topology, &Layout::topology, topology_panel, in_both | in_run | at_rest, 0},
      {matrix, &Layout::matrix, matrix_panel, in_run, 0},
      {inspector, &Layout::inspector, inspector_panel},
      {timeline, &Layout::timeline, timeline_panel, in_run, 1, 0.7},
      {.kind = plot, .area = &Layout::tabs, .draw = plot_panel, .tab = Tab::plot, .tab_title = "Over size"},
      {.kind = stats,
       .area = &Layout::tabs,
       .draw = stats_panel,
       .tab = Tab::stats,
       .tab_title = "Statistics"},
      {.kind = log, .area = &Layout::tabs, .draw = log_panel, .tab = Tab::log, .tab_title = "Events"},
      {lanes, &Layout::lanes, lanes_panel, in_script, 1},
      {listing, &Layout::listing, listing_panel, in_script | at_rest, 2, 0.7},
      {tensors, &Layout::tensors, tensors_panel, in_script, 2, 0.7},
      {outcome, &Layout::outcome, outcome_panel, in_script, 2, 0.7},
      {launch, &Layout::launch, launch_panel},
      {lesson, &Layout::lesson, lesson_panel},
  });
}();

constexpr const WindowPanel& panel_of(PanelKind kind) {
  for (const WindowPanel& panel : window_panels)
    if (panel.kind == kind) return panel;
  return window_panels.front();  // each kind has a row: see the assertion below
}
static_assert(window_panels.size() == std::size(panel_names));
static_assert([] {
  for (int kind = 0; kind < static_cast<int>(std::size(panel_names)); ++kind)
    if (panel_of(static_cast<PanelKind>(kind)).kind != static_cast<PanelKind>(kind)) return false;
  return true;
}());

}  // namespace commlab
