#include "gui/window/layout_of_window.h"

#include <algorithm>

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

}  // namespace

WindowLayout layout_of_window(double width, double height, const Theme& theme, const Settings& settings,
                              Arrange arrange, int scenario_rows, bool transport, int headline_lines) {
  const double gap = theme.gap;
  WindowLayout layout;
  Area rest = Area{0, 0, width, height}.inset(gap);
  if (transport) layout.transport = from_top(rest, theme.button, gap);
  if (scenario_rows > 0) layout.scenario = from_top(rest, scenario_rows * (theme.button + gap) - gap, gap);
  layout.caption = from_bottom(rest, arrange == Arrange::present ? theme.font * 3.5 : theme.font * 1.8, gap);
  const Room room = room_in(rest, theme);

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
