#include "gui/window/panels/plot_panel.h"

#include <algorithm>
#include <cmath>

#include "gui/window/commands/requests.h"
#include "gui/window/panels/secret_run.h"
#include "gui/window/plot/picture.h"
#include "gui/window/plot/placer.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

constexpr double cursor_reach = 8;  // pixels: nearer is on the cursor

PlotShown shown_of(const Session& session, const Pointer& pointer) {
  const Collective& collective = session.scene->trace().collective;
  return {.sweep = session.sweep,
          .kind = collective.kind,
          .ranks = collective.ranks,
          .size = size_of(collective),
          .algorithm = session.scene->trace().algorithm,
          .predicting = session.sweep.tried == session.scene->played && session.finder.busy(),
          .theme = session.theme,
          .pointer = session.sweep.dragged ? std::nullopt : pointer.at};
}

bool on_cursor(const PlotLayout& layout, Bytes size, PicturePoint p) {
  const double x = layout.x_of(static_cast<double>(std::max<std::int64_t>(size.count, 1)));
  return std::abs(p.x - x) <= cursor_reach && p.y >= layout.tabs.front().bottom() &&
         p.y < layout.plot.bottom();
}

// Runs the scene with another size.
void run_size(Session& session, Bytes size) {
  session.form.size = to_text(size);
  const Result<Experiment> experiment = experiment_of(session.form);
  if (experiment)
    perform(session, *experiment);
  else
    session.notice = experiment.error().message;
}

void answer(Session& session, const PlotLayout& layout, const Pointer& pointer, Bytes size) {
  SweepState& sweep = session.sweep;
  if (pointer.pressed && pointer.at)
    for (std::size_t i = 0; i < layout.tabs.size(); ++i)
      if (layout.tabs[i].has(*pointer.at)) sweep.kind = static_cast<PlotKind>(i);
  if (pointer.pressed && pointer.at)
    for (std::size_t i = 0; i < layout.buttons.size(); ++i)
      if (layout.buttons[i].has(*pointer.at)) sweep_sizes(session, plot_buttons[i].measures);
  if (layout.empty || !pointer.at) return;
  if (pointer.pressed && on_cursor(layout, size, *pointer.at)) sweep.dragged = size;
  if (sweep.dragged && pointer.down) sweep.dragged = size_at(layout, pointer.at->x);
  if (!sweep.dragged || pointer.down) return;
  const Bytes chosen = *sweep.dragged;
  sweep.dragged.reset();
  if (chosen != size) run_size(session, chosen);
}

}  // namespace

void plot_panel(Panel& panel) {
  Session& session = panel.session;
  if (!session.scene) return;
  if (session.scene->only_inputs()) return draw_secret_run(panel, "how long other sizes take");
  sweep_when_quick(session);
  const PlotShown before = shown_of(session, panel.pointer);
  answer(session, lay_out_plot(panel.canvas, panel.area, before), panel.pointer, before.size);
  const PlotShown shown = shown_of(session, panel.pointer);
  const PlotLayout layout = lay_out_plot(panel.canvas, panel.area, shown);
  draw_plot(panel.canvas, layout, shown);
  note_plot(panel.registry, layout, shown);
}

}  // namespace commlab
