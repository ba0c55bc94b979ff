#include "gui/window/commands/timeline_zoom.h"

#include <algorithm>

namespace commlab {

void zoom(Session& s, double factor) {
  View& view = s.view;
  const double about = std::clamp(s.scene->time_scale(view.axis).position(view.now), view.from, view.to);
  view.from = std::max(0.0, about - (about - view.from) * factor);
  view.to = std::min(1.0, about + (view.to - about) * factor);
}

void pan(Session& s, double share) {
  View& view = s.view;
  const double by = std::clamp((view.to - view.from) * share, -view.from, 1 - view.to);
  view.from += by;
  view.to += by;
}

void zoom_to_selection(Session& s) {
  View& view = s.view;
  if (!view.selected.transfer) return zoom(s, 0.25);
  const Transfer& transfer = s.scene->trace().transfers[static_cast<std::size_t>(*view.selected.transfer)];
  const TimeScale& map = s.scene->time_scale(view.axis);
  const double from = map.position(transfer.start), to = map.position(transfer.end);
  const double margin = std::max(1e-6, to - from);
  view.from = std::max(0.0, from - margin);
  view.to = std::min(1.0, to + margin);
}

void zoom_to_all(Session& s) {
  s.view.from = 0;
  s.view.to = 1;
}

}  // namespace commlab
