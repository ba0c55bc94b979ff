#include "gui/window/commands/timeline_zoom.h"

#include <algorithm>

#include "gui/window/run/visible_stretch.h"

namespace commlab {

void zoom(Session& s, double times) {
  View& view = s.view;
  const double playhead = s.scene->time_scale(view.axis).position(view.now);
  zoom_timeline(view, times, std::clamp(playhead, view.from, view.to));
}

void pan(Session& s, double share) { pan_timeline(s.view, (s.view.to - s.view.from) * share); }

void zoom_to_selection(Session& s) {
  View& view = s.view;
  if (!view.selected.transfer) return zoom(s, 4);
  const Transfer& transfer = s.scene->trace().transfers[*view.selected.transfer];
  const TimeScale& map = s.scene->time_scale(view.axis);
  const double from = map.position(transfer.start), to = map.position(transfer.end);
  const double margin = std::max(1e-6, to - from);
  zoom_to(view, std::max(0.0, from - margin), std::min(1.0, to + margin));
}

void zoom_to_all(Session& s) { zoom_to(s.view, 0, 1); }

}  // namespace commlab
