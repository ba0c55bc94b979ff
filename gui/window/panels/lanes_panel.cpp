#include "gui/window/panels/lanes_panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/lesson/play.h"
#include "gui/window/run/visible_stretch.h"
#include "gui/window/script/lanes_picture.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

void answer(Panel& panel, const LanesLayout& layout) {
  const Pointer& pointer = panel.pointer;
  View& view = panel.session.view;
  if (!pointer.at) return;
  if (pointer.wheel != 0 && pointer.shift)
    pan_timeline(view, -0.1 * pointer.wheel * (view.to - view.from));
  else if (pointer.wheel != 0)
    zoom_timeline(view, std::pow(zoom_of_a_notch, pointer.wheel),
                  std::clamp(layout.scale.share_at(pointer.at->x), view.from, view.to));
  if (const ScriptSpan* span =
          pointer.pressed ? lanes_at(layout, *panel.session.script_run, *pointer.at) : nullptr)
    point_at(panel.session, fmt::format("rank {} line {}", span->rank, span->line));
  // A click on the names shows every rank by itself, or ranks that do the same as one.
  if (pointer.pressed && layout.names.has(*pointer.at) &&
      (layout.shares_rows() || panel.session.every_rank)) {
    panel.session.every_rank = !panel.session.every_rank;
    return;
  }
  if (pointer.down) go_to(panel.session, layout.scale.time_at(pointer.at->x));
}

// For scripts and tests: what each lane of each rank does now.
void note(Registry& registry, const LanesLayout& layout, const ScriptShown& shown) {
  registry.note({.id = "lanes",
                 .role = Role::picture,
                 .value = fmt::format("{} spans, {} messages", shown.run.spans.size(),
                                      shown.run.trace.transfers.size()),
                 .area = layout.rows});
  for (Rank rank = 0; rank < shown.run.ranks; ++rank)
    for (const ScriptLane lane : layout.lanes) {
      constexpr const char* names[] = {"host", "compute", "communication"};
      const ScriptSpan* span = span_at(shown.run, rank, lane, shown.view.now);
      registry.note({.id = fmt::format("lanes.r{}.{}", rank, names[static_cast<int>(lane)]),
                     .role = Role::object,
                     .value = span ? fmt::format("{} {}", span->line, span->what) : "",
                     .area = *layout.lane_of(rank, lane)});
    }
  for (std::size_t i = 0; i < layout.columns.size() && layout.for_ever.width > 0 && shown.over(); ++i) {
    const WaitColumn& column = layout.columns[i];
    const ScriptWait& wait = shown.run.waits[column.waits.front()];
    registry.note({.id = fmt::format("lanes.wait.{}", i + 1),
                   .role = Role::object,
                   .value = wait.why,
                   .area = {column.x, layout.rows.y, 1, layout.rows.height}});
  }
}

bool has_lanes(const Session& session) { return session.script_run && session.script_run->ranks > 0; }

}  // namespace

double height_for_lanes(const Session& session) {
  return has_lanes(session) ? highest_lanes(session.script_shown()) : 0;
}

void lanes_panel(Panel& panel) {
  Session& session = panel.session;
  if (!has_lanes(session)) return;
  answer(panel, lay_out_lanes(panel.canvas, panel.area, session.script_shown()));
  const ScriptShown shown = session.script_shown();
  const LanesLayout layout = lay_out_lanes(panel.canvas, panel.area, shown);
  draw_lanes(panel.canvas, layout, shown, panel.pointer.down ? std::nullopt : panel.pointer.at);
  note(panel.registry, layout, shown);
}

}  // namespace commlab
