#include "gui/window/frame/layout_of_lesson.h"

#include <algorithm>
#include <vector>

#include "gui/window/draw/area_cuts.h"
#include "gui/window/draw/window_room.h"
#include "gui/window/frame/counters_bar.h"
#include "gui/window/frame/layout_of_script.h"
#include "gui/window/frame/window_panels.h"

namespace commlab {
namespace {

constexpr double lesson_share = 0.34;     // of the width
constexpr double presented_share = 0.42;  // likewise, for a class
constexpr double least_lesson = 23;       // in heights of a letter: then most questions are below their text
constexpr double least_presented = 17;    // likewise, for a class, whose stops have little text each
constexpr double most_of_lesson = 0.55;   // of a narrow window
constexpr double of_first = 1.5;          // times the usual height, for the panel that a view puts first

void place_experiment_beside_page(WindowLayout& layout, Area rest, const Theme& theme,
                                  const Settings& settings, std::optional<PanelKind> first) {
  const WindowRoom room = room_in(rest, theme);
  if (first == PanelKind::timeline) {
    layout.timeline = rest;
    return;
  }
  if (room.timeline) layout.timeline = from_bottom(rest, rest.height * settings.timeline, theme.gap);
  if (first == PanelKind::topology || !room.two) {
    layout.topology = rest;
    return;
  }
  layout.topology = from_left(rest, rest.width * (first == PanelKind::matrix ? 0.5 : 0.6), theme.gap);
  layout.matrix = rest;
}

// Panels side by side.
struct PanelRow {
  std::vector<const WindowPanel*> panels;
  double height = 0;  // relative to other rows
};

// The chosen panels in their rows, from the top; rows without a chosen panel are left out.
std::vector<PanelRow> rows_of(WindowContent content, const LessonArrangement& arrangement) {
  std::vector<PanelRow> rows(rows_of_pictures);
  for (const WindowPanel& panel : window_panels) {
    const bool is_chosen = std::ranges::find(arrangement.panels, panel.kind) != arrangement.panels.end();
    if (!is_chosen || !panel.shows(content)) continue;
    PanelRow& row = rows[panel.row];
    row.panels.push_back(&panel);
    row.height = std::max(row.height, panel.height * (panel.kind == arrangement.first ? of_first : 1));
  }
  std::erase_if(rows, [](const PanelRow& row) { return row.panels.empty(); });
  return rows;
}

// False if none of the chosen panels shows this content.
bool place_chosen(WindowLayout& layout, Area rest, const Theme& theme, WindowContent content,
                  const LessonArrangement& arrangement) {
  const std::vector<PanelRow> rows = rows_of(content, arrangement);
  double all = 0;
  for (const PanelRow& row : rows) all += row.height;
  const double gaps = theme.gap * (static_cast<double>(rows.size()) - 1);
  const double height = rest.height - gaps;
  for (const PanelRow& row : rows) {
    Area left = from_top(rest, height * row.height / all, theme.gap);
    for (std::size_t i = 0; i < row.panels.size(); ++i) {
      const auto still = static_cast<double>(row.panels.size() - i);
      layout.*row.panels[i]->area =
          from_left(left, (left.width - theme.gap * (still - 1)) / still, theme.gap);
    }
  }
  return !rows.empty();
}

}  // namespace

void place_lesson(WindowLayout& layout, Area rest, const Theme& theme, const Settings& settings,
                  WindowContent content, const LessonArrangement& arrangement) {
  const std::optional<PanelKind> first = arrangement.first;
  if (arrangement.page_alone) {
    layout.lesson = rest;
    return;
  }
  const double share = arrangement.presented ? presented_share : lesson_share;
  const double least = arrangement.presented ? least_presented : least_lesson;
  const double wanted = std::max(rest.width * share, least * theme.font);
  layout.lesson = from_left(rest, std::min(wanted, most_of_lesson * rest.width), theme.gap);
  if (arrangement.counters) layout.counters = from_top(rest, height_of_counters(theme), theme.gap);
  if (place_chosen(layout, rest, theme, content, arrangement)) return;
  switch (content) {
    case WindowContent::experiment: return place_experiment_beside_page(layout, rest, theme, settings, first);
    case WindowContent::script: return place_script(layout, rest, theme, Arrange::lesson, arrangement);
    case WindowContent::script_at_rest:
      if (arrangement.presented && first != PanelKind::topology) {  // the script's text alone
        layout.listing = rest;
        return;
      }
      return place_script_at_rest(layout, rest, theme, first);
    case WindowContent::launch: layout.launch = rest; return;
    case WindowContent::inputs:  // the machine stands where it will stand in the run
      if (first == PanelKind::timeline) {
        layout.topology = rest;
        return;
      }
      return place_experiment_beside_page(layout, rest, theme, settings, first);
    case WindowContent::machine: layout.topology = rest; return;
  }
}

}  // namespace commlab
