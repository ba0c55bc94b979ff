#include "gui/window/commands/looks.h"

#include <algorithm>

namespace commlab {

void restyle(Session& s, const std::string& name, double scale) {
  const Result<Theme> theme = theme_named(name, scale);
  if (!theme) return;
  s.settings.theme = name;
  s.settings.scale = scale;
  s.theme = *theme;
}

void next_theme(Session& s) {
  const std::vector<std::string_view> names = theme_names();
  const auto now = std::ranges::find(names, s.theme.name);
  restyle(s, std::string(now + 1 == names.end() ? names.front() : now[1]), s.settings.scale);
}

void enlarge(Session& s, double factor) { restyle(s, s.settings.theme, s.settings.scale * factor); }

void toggle_bars(Session& s) {
  constexpr double long_enough_to_read = 3;  // seconds
  s.controls = !s.controls;
  s.way_back = s.controls ? 0 : long_enough_to_read;
}

void toggle_motion(Session& s) {
  s.view.reduced_motion = !s.view.reduced_motion;
  s.settings.reduced_motion = s.view.reduced_motion;
}

void toggle_labels(Session& s) {
  s.view.labels = !s.view.labels;
  s.settings.labels = s.view.labels;
}

}  // namespace commlab
