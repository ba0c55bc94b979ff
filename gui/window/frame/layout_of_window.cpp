#include "gui/window/frame/layout_of_window.h"

#include "gui/window/draw/area_cuts.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/window_room.h"
#include "gui/window/frame/layout_of_lesson.h"
#include "gui/window/frame/layout_of_script.h"

namespace commlab {
namespace {

void place_compared(WindowLayout& layout, Area rest, const Theme& theme) {
  const WindowRoom room = room_in(rest, theme);
  layout.timeline = room.tabs ? from_left(rest, rest.width * 0.58, theme.gap) : rest;
  if (!room.tabs) return;
  layout.tabs = room.five ? from_top(rest, rest.height * 0.62, theme.gap) : rest;
  if (room.five) layout.inspector = rest;
}

void place_experiment(WindowLayout& layout, Area rest, const Theme& theme, const Settings& settings,
                      Arrange arrange, bool calm_timeline) {
  const double gap = theme.gap;
  const WindowRoom room = room_in(rest, theme);
  if (arrange == Arrange::compare) return place_compared(layout, rest, theme);
  if ((arrange == Arrange::explore || calm_timeline) && room.timeline) {
    layout.timeline = from_bottom(rest, rest.height * settings.timeline, gap);
    layout.row_splitter = {rest.x, layout.timeline.y - gap, rest.width, gap};
  }
  if (arrange == Arrange::present || arrange == Arrange::calm || !room.two) {
    layout.topology = rest;
    return;
  }
  layout.topology = from_left(rest, rest.width * settings.columns * (room.five ? 1 : 1.25), gap);
  layout.column_splitter = {layout.topology.right(), rest.y, gap, rest.height};
  if (arrange == Arrange::learn ? !room.three : !room.five) {
    layout.matrix = rest;
    return;
  }
  layout.matrix = from_left(rest, rest.width * 0.46, gap);
  if (arrange != Arrange::learn) layout.tabs = from_top(rest, rest.height * 0.55, gap);
  layout.inspector = rest;
}

}  // namespace

WindowLayout layout_of_window(double width, double height, const Theme& theme, const Settings& settings,
                              Arrange arrange, int scenario_rows, bool transport, int headline_lines,
                              WindowContent content, const LessonArrangement& arrangement,
                              bool calm_timeline) {
  const double gap = theme.gap;
  WindowLayout layout;
  Area rest = Area{0, 0, width, height}.inset(gap);
  if (transport) layout.transport = from_top(rest, theme.button, gap);
  if (scenario_rows > 0) layout.scenario = from_top(rest, scenario_rows * (theme.button + gap) - gap, gap);
  layout.caption = from_bottom(rest, arrange == Arrange::present ? theme.font * 3.5 : theme.font * 1.8, gap);

  if (arrange == Arrange::lesson) {
    place_lesson(layout, rest, theme, settings, content, arrangement);
    return layout;
  }
  if (content == WindowContent::script || content == WindowContent::script_at_rest) {
    place_script(layout, rest, theme, arrange);
    return layout;
  }
  if (content == WindowContent::launch) {
    layout.launch = rest;
    return layout;
  }
  if (arrange == Arrange::present || arrange == Arrange::calm)
    layout.headline = from_top(rest, headline_lines * line_height(headline_size(theme)), gap);
  place_experiment(layout, rest, theme, settings, arrange, calm_timeline && arrange == Arrange::calm);
  return layout;
}

}  // namespace commlab
