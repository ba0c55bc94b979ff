#include "gui/window/layout_of_window.h"

#include <algorithm>

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

}  // namespace

WindowLayout layout_of_window(double width, double height, const Theme& theme, const Settings& settings,
                              Arrange arrange, int scenario_rows) {
  const double gap = theme.gap;
  const bool projected = theme.small() >= 24;  // room for three panels, not for five
  WindowLayout layout;
  Area rest = Area{0, 0, width, height}.inset(gap);
  layout.transport = from_top(rest, theme.button, gap);
  if (scenario_rows > 0) layout.scenario = from_top(rest, scenario_rows * (theme.button + gap) - gap, gap);
  layout.caption = from_bottom(rest, arrange == Arrange::present ? theme.font * 3.5 : theme.font * 1.8, gap);

  if (arrange == Arrange::present) {
    layout.headline = from_top(rest, theme.font * 1.6, gap);
    layout.topology = rest;
    return layout;
  }
  if (arrange == Arrange::compare) {
    layout.timeline = from_left(rest, rest.width * 0.58, gap);
    layout.tabs = projected ? rest : from_top(rest, rest.height * 0.62, gap);
    if (!projected) layout.inspector = rest;
    return layout;
  }
  if (arrange == Arrange::explore) {
    layout.timeline = from_bottom(rest, rest.height * settings.timeline, gap);
    layout.row_splitter = {rest.x, layout.timeline.y - gap, rest.width, gap};
  }
  layout.topology = from_left(rest, rest.width * settings.columns * (projected ? 1.25 : 1), gap);
  layout.column_splitter = {layout.topology.right(), rest.y, gap, rest.height};
  if (projected && arrange == Arrange::explore) {
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
