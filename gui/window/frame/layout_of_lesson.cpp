#include "gui/window/frame/layout_of_lesson.h"

#include <algorithm>
#include <vector>

#include "gui/window/draw/area_cuts.h"
#include "gui/window/draw/window_room.h"
#include "gui/window/frame/counters_bar.h"
#include "gui/window/frame/layout_of_script.h"

namespace commlab {
namespace {

constexpr double lesson_share = 0.34;     // of the width
constexpr double presented_share = 0.42;  // likewise, to a class
constexpr double least_lesson = 17;       // in heights of a letter
constexpr double most_of_lesson = 0.55;   // of a narrow window
constexpr double of_first = 1.5;          // what a view puts first is so much higher

void place_experiment_beside_page(WindowLayout& layout, Area rest, const Theme& theme,
                                  const Settings& settings, LessonView view) {
  const WindowRoom room = room_in(rest, theme);
  if (view == LessonView::timeline) {
    layout.timeline = rest;
    return;
  }
  if (room.timeline) layout.timeline = from_bottom(rest, rest.height * settings.timeline, theme.gap);
  if (view == LessonView::topology || !room.two) {
    layout.topology = rest;
    return;
  }
  layout.topology = from_left(rest, rest.width * (view == LessonView::matrix ? 0.5 : 0.6), theme.gap);
  layout.matrix = rest;
}

// Side by side.
struct PanelRow {
  std::vector<PicturePanel> panels;
  double height;  // beside other rows
};

Area& area_of(WindowLayout& layout, PicturePanel panel) {
  switch (panel) {
    case PicturePanel::topology: return layout.topology;
    case PicturePanel::matrix: return layout.matrix;
    case PicturePanel::timeline: return layout.timeline;
    case PicturePanel::listing: return layout.listing;
    case PicturePanel::lanes: return layout.lanes;
    case PicturePanel::tensors: return layout.tensors;
    case PicturePanel::outcome: break;
  }
  return layout.outcome;
}

bool is_first(PicturePanel panel, LessonView view) {
  switch (view) {
    case LessonView::topology: return panel == PicturePanel::topology;
    case LessonView::timeline: return panel == PicturePanel::timeline;
    case LessonView::matrix: return panel == PicturePanel::matrix;
    case LessonView::lanes: return panel == PicturePanel::lanes;
    case LessonView::tensors: return panel == PicturePanel::tensors;
    case LessonView::usual: break;
  }
  return false;
}

// Pictures above what runs in time, and this above words.
std::vector<PanelRow> rows_of(WindowContent content) {
  using enum PicturePanel;
  switch (content) {
    case WindowContent::experiment: return {{{topology, matrix}, 1}, {{timeline}, 0.7}};
    case WindowContent::script: return {{{topology}, 1}, {{lanes}, 1}, {{listing, tensors, outcome}, 0.7}};
    case WindowContent::script_at_rest: return {{{topology}, 1}, {{listing}, 0.7}};
    case WindowContent::launch:
    case WindowContent::machine: break;
  }
  return {};
}

// Whether any of the chosen panels is of what there is to see.
bool place_chosen(WindowLayout& layout, Area rest, const Theme& theme, WindowContent content,
                  const LessonArrangement& arrangement) {
  std::vector<PanelRow> rows = rows_of(content);
  double all = 0;
  for (PanelRow& row : rows) {
    std::erase_if(row.panels, [&](PicturePanel panel) {
      return std::ranges::find(arrangement.panels, panel) == arrangement.panels.end();
    });
    if (std::ranges::any_of(row.panels, [&](PicturePanel p) { return is_first(p, arrangement.first); }))
      row.height *= of_first;
    all += row.panels.empty() ? 0 : row.height;
  }
  std::erase_if(rows, [](const PanelRow& row) { return row.panels.empty(); });
  const double gaps = theme.gap * (static_cast<double>(rows.size()) - 1);
  const double height = rest.height - gaps;
  for (const PanelRow& row : rows) {
    Area left = from_top(rest, height * row.height / all, theme.gap);
    for (std::size_t i = 0; i < row.panels.size(); ++i) {
      const auto still = static_cast<double>(row.panels.size() - i);
      area_of(layout, row.panels[i]) =
          from_left(left, (left.width - theme.gap * (still - 1)) / still, theme.gap);
    }
  }
  return !rows.empty();
}

}  // namespace

void place_lesson(WindowLayout& layout, Area rest, const Theme& theme, const Settings& settings,
                  WindowContent content, const LessonArrangement& arrangement) {
  const LessonView view = arrangement.first;
  if (arrangement.page_alone) {
    layout.lesson = rest;
    return;
  }
  const double share = arrangement.presented ? presented_share : lesson_share;
  const double wanted = std::max(rest.width * share, least_lesson * theme.font);
  layout.lesson = from_left(rest, std::min(wanted, most_of_lesson * rest.width), theme.gap);
  if (arrangement.counters) layout.counters = from_top(rest, height_of_counters(theme), theme.gap);
  if (place_chosen(layout, rest, theme, content, arrangement)) return;
  switch (content) {
    case WindowContent::experiment: return place_experiment_beside_page(layout, rest, theme, settings, view);
    case WindowContent::script:
      return place_script(layout, rest, theme, Arrange::lesson, view, arrangement.presented);
    case WindowContent::script_at_rest:
      if (arrangement.presented && view != LessonView::topology) {  // nobody is to find what is not there
        layout.listing = rest;
        return;
      }
      return place_script_at_rest(layout, rest, theme, view);
    case WindowContent::launch: layout.launch = rest; return;
    case WindowContent::machine: layout.topology = rest; return;
  }
}

}  // namespace commlab
