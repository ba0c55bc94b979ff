#include "gui/window/layout_of_window.h"

#include <algorithm>

#include "gui/window/counters_bar.h"
#include "gui/window/paragraph.h"

namespace commlab {
namespace {

// Cuts so much from a side of what is left.
Area from_top(Area& rest, double height, double gap) {
  height = std::clamp(height, 0.0, rest.height);
  const Area cut{rest.x, rest.y, rest.width, height};
  rest.y += height + gap;
  rest.height = std::max(0.0, rest.height - height - gap);
  return cut;
}
Area from_bottom(Area& rest, double height, double gap) {
  height = std::clamp(height, 0.0, rest.height);
  const Area cut{rest.x, rest.bottom() - height, rest.width, height};
  rest.height = std::max(0.0, rest.height - height - gap);
  return cut;
}
Area from_left(Area& rest, double width, double gap) {
  width = std::clamp(width, 0.0, rest.width);
  const Area cut{rest.x, rest.y, width, rest.height};
  rest.x += width + gap;
  rest.width = std::max(0.0, rest.width - width - gap);
  return cut;
}

// How much there is room for, in heights of a line of text.
struct Room {
  bool two;       // panels beside each other
  bool tabs;      // beside the timeline: their words need more
  bool three;     // panels beside each other
  bool five;      // all of them
  bool timeline;  // below others
};
Room room_in(const Area& rest, const Theme& theme) {
  const bool projected = theme.small() >= 24;  // read from afar: for three panels, not for five
  const double columns = rest.width / theme.font, rows = rest.height / theme.font;
  return {.two = columns >= 26,
          .tabs = columns >= 36,
          .three = columns >= (projected ? 40 : 56),
          .five = columns >= 56 && !projected,
          .timeline = rows >= (projected ? 14 : 22)};
}

constexpr double lesson_share = 0.34;                   // of the width
constexpr double presented_share = 0.42;                // likewise, to a class
constexpr double least_lesson = 17;                     // in heights of a letter
constexpr double most_of_lesson = 0.55;                 // of a narrow window
constexpr double script_below = 0.36;                   // of the height: what is below the lanes
constexpr double script_below_lesson = 0.42;            // likewise, with a lesson on the left
constexpr double script_below_tensors = 0.55;           // likewise, where what tensors hold matters most
constexpr double script_below_tensors_projected = 0.5;  // so that lanes are high enough for their names
constexpr double listing_share = 0.33;                  // of the width, beside the lanes
constexpr double lanes_columns = 50;          // in heights of a letter: for a listing beside the lanes
constexpr double three_below = 62;            // likewise: for three panels below them
constexpr double lanes_below_machine = 0.44;  // of the height, in a lesson
constexpr double words_below_machine =
    0.3;                                  // of the height: a script's text and tensors, below both pictures
constexpr double machine_share = 0.44;    // of the width, beside the lanes
constexpr double text_beside_lanes = 34;  // in heights of a letter: for both below the machine
constexpr double of_first = 1.5;          // what a view puts first is so much higher

// The machine with the script's messages on its links, and the lanes on the same axis of time.
void place_script_on_machine(WindowLayout& layout, Area rest, const Theme& theme, Arrange arrange) {
  const double gap = theme.gap, columns = rest.width / theme.font;
  if (arrange == Arrange::lesson) {
    layout.lanes = from_bottom(rest, rest.height * lanes_below_machine, gap);
    layout.topology = rest;
    if (columns >= text_beside_lanes)
      layout.listing = from_left(layout.lanes, layout.lanes.width * listing_share, gap);
    return;
  }
  if (columns >= lanes_columns) {
    Area below = from_bottom(rest, rest.height * words_below_machine, gap);
    layout.listing = from_left(below, below.width * listing_share, gap);
    layout.tensors = from_left(below, below.width * 0.5, gap);
    layout.outcome = below;
    layout.topology = from_left(rest, rest.width * machine_share, gap);
  } else {
    layout.topology = from_top(rest, rest.height * 0.5, gap);
  }
  layout.lanes = rest;
}

// Beside a lesson the lanes need the whole width.
void place_script(WindowLayout& layout, Area rest, const Theme& theme, Arrange arrange, LessonView view,
                  bool presented = false) {
  const double gap = theme.gap, columns = rest.width / theme.font;
  const bool on_machine =
      arrange == Arrange::learn || (arrange == Arrange::lesson && view == LessonView::topology);
  if (on_machine) return place_script_on_machine(layout, rest, theme, arrange);
  if (arrange == Arrange::present) {
    layout.lanes = rest;
    return;
  }
  const bool beside = arrange != Arrange::lesson && columns >= lanes_columns;
  const bool projected = theme.small() >= 24 && !presented;  // with bars above it
  const double share = beside || view == LessonView::lanes ? script_below
                       : view != LessonView::tensors       ? script_below_lesson
                       : projected                         ? script_below_tensors_projected
                                                           : script_below_tensors;
  Area below = from_bottom(rest, rest.height * share, gap);
  if (beside) layout.listing = from_left(rest, rest.width * listing_share, gap);
  layout.lanes = rest;
  const bool three = columns >= three_below;
  if (!beside)
    layout.listing = from_left(
        below, below.width * (!presented && (three || view == LessonView::tensors) ? 0.36 : 0.5), gap);
  if (beside || three) layout.outcome = below;
  if (beside || three) layout.tensors = from_left(layout.outcome, below.width * 0.45, gap);
  if (!beside && !three) layout.tensors = below;
}

void place_experiment_beside_lesson(WindowLayout& layout, Area rest, const Theme& theme,
                                    const Settings& settings, LessonView view) {
  const Room room = room_in(rest, theme);
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

// Its text, which is to be read before anything is predicted: all of it, and a strip where its lanes will be;
// or below the machine, where its messages will be.
void place_script_at_rest(WindowLayout& layout, Area rest, const Theme& theme, LessonView view) {
  const bool on_machine = view == LessonView::topology;
  const double strip = theme.button + 4 * theme.gap;
  const double text = on_machine ? rest.height * lanes_below_machine : rest.height - strip - theme.gap;
  layout.listing = from_bottom(rest, text, theme.gap);
  (on_machine ? layout.topology : layout.lanes) = rest;
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

void place_beside_lesson(WindowLayout& layout, Area rest, const Theme& theme, const Settings& settings,
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
    case WindowContent::experiment:
      return place_experiment_beside_lesson(layout, rest, theme, settings, view);
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

}  // namespace

WindowLayout layout_of_window(double width, double height, const Theme& theme, const Settings& settings,
                              Arrange arrange, int scenario_rows, bool transport, int headline_lines,
                              WindowContent content, const LessonArrangement& arrangement) {
  const double gap = theme.gap;
  WindowLayout layout;
  Area rest = Area{0, 0, width, height}.inset(gap);
  if (transport) layout.transport = from_top(rest, theme.button, gap);
  if (scenario_rows > 0) layout.scenario = from_top(rest, scenario_rows * (theme.button + gap) - gap, gap);
  layout.caption = from_bottom(rest, arrange == Arrange::present ? theme.font * 3.5 : theme.font * 1.8, gap);
  const Room room = room_in(rest, theme);

  if (arrange == Arrange::lesson) {
    place_beside_lesson(layout, rest, theme, settings, content, arrangement);
    return layout;
  }
  if (content == WindowContent::script || content == WindowContent::script_at_rest) {
    place_script(layout, rest, theme, arrange, LessonView::usual);
    return layout;
  }
  if (content == WindowContent::launch) {
    layout.launch = rest;
    return layout;
  }
  if (arrange == Arrange::present) {
    layout.headline = from_top(rest, headline_lines * line_height(headline_size(theme)), gap);
    layout.topology = rest;
    return layout;
  }
  if (arrange == Arrange::compare) {
    layout.timeline = room.tabs ? from_left(rest, rest.width * 0.58, gap) : rest;
    if (!room.tabs) return layout;
    layout.tabs = room.five ? from_top(rest, rest.height * 0.62, gap) : rest;
    if (room.five) layout.inspector = rest;
    return layout;
  }
  if (arrange == Arrange::explore && room.timeline) {
    layout.timeline = from_bottom(rest, rest.height * settings.timeline, gap);
    layout.row_splitter = {rest.x, layout.timeline.y - gap, rest.width, gap};
  }
  if (!room.two) {
    layout.topology = rest;
    return layout;
  }
  layout.topology = from_left(rest, rest.width * settings.columns * (room.five ? 1 : 1.25), gap);
  layout.column_splitter = {layout.topology.right(), rest.y, gap, rest.height};
  if (arrange == Arrange::learn ? !room.three : !room.five) {
    layout.matrix = rest;
    return layout;
  }
  layout.matrix = from_left(rest, rest.width * 0.46, gap);
  if (arrange == Arrange::learn) {
    layout.inspector = rest;
    return layout;
  }
  layout.tabs = from_top(rest, rest.height * 0.55, gap);
  layout.inspector = rest;
  return layout;
}

}  // namespace commlab
