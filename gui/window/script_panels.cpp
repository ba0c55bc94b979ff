// Beside the lanes: the script's text, what its tensors hold, and what came of it.

#include <algorithm>

#include "gui/window/article_panel.h"
#include "gui/window/listing_picture.h"
#include "gui/window/outcome_article.h"
#include "gui/window/paragraph.h"
#include "gui/window/session.h"
#include "gui/window/tensors_picture.h"

namespace commlab {
namespace {

double notch(const Theme& theme) { return lines_of_a_notch * line_height(theme.small()); }

std::string marks_text(const ScriptShown& shown) {
  std::string text;
  for (Rank rank = 0; rank < shown.run.ranks; ++rank) {
    const std::optional<int> line = line_at(shown.run, rank, shown.view.now);
    text += fmt::format("{}rank {} {}", text.empty() ? "" : ", ", rank,
                        line ? fmt::format("line {}", *line) : "through");
  }
  return text;
}

// To a class that is still to predict, the text is all there is to see: as large as there is room for.
Theme theme_of_listing(const Canvas& canvas, const Area& area, const ScriptShown& shown) {
  for (const double larger : {1.6, 1.4, 1.2}) {
    Theme theme = shown.theme;
    theme.font *= larger;
    const ScriptShown tried{.run = shown.run, .view = shown.view, .theme = theme, .axis = shown.axis};
    const ListingLayout layout = lay_out_listing(canvas, area.width, tried);
    const bool broken = std::ranges::any_of(layout.lines, [](const auto& line) { return !line.begins; });
    if (!broken && layout.height() <= area.height) return theme;
  }
  return shown.theme;
}

}  // namespace

void listing_panel(Panel& panel) {
  Session& session = panel.session;
  if (!session.script_run) return;
  const Area area = panel.area.inset(session.theme.gap);
  const Theme theme = presented(session) && is_locked(session)
                          ? theme_of_listing(panel.canvas, area, session.script_shown())
                          : session.theme;
  const ScriptShown all = session.script_shown();
  const ScriptShown shown{
      .run = all.run, .view = all.view, .theme = theme, .axis = all.axis, .lanes = all.lanes};
  const ListingLayout layout = lay_out_listing(panel.canvas, area.width, shown);
  ListingState& state = session.listing;
  if (state.followed != session.view.now) {
    state.scrolled = scrolled_to_ranks(layout, shown, area.height, state.scrolled);
    state.followed = session.view.now;
  }
  state.scrolled = std::clamp(state.scrolled - panel.pointer.wheel * notch(session.theme), 0.0,
                              std::max(0.0, layout.height() - area.height));
  draw_listing(panel.canvas, area, layout, shown, state.scrolled);
  panel.registry.note({.id = "listing", .role = Role::label, .value = marks_text(shown), .area = panel.area});
}

void tensors_panel(Panel& panel) {
  Session& session = panel.session;
  if (!session.script_run) return;
  const ScriptShown shown = session.script_shown();
  const Area area = panel.area.inset(session.theme.gap);
  double& scrolled = session.tensors.scrolled;
  scrolled = std::clamp(scrolled - panel.pointer.wheel * notch(session.theme), 0.0,
                        std::max(0.0, height_of_tensors(shown, panel.canvas) - area.height));
  draw_tensors(panel.canvas, area, shown, scrolled);
  panel.registry.note(
      {.id = "tensors", .role = Role::label, .value = text_of_tensors(shown), .area = panel.area});
}

void outcome_panel(Panel& panel) {
  Session& session = panel.session;
  if (!session.script_run) return;
  article_panel(panel, outcome_article(session.script_shown()), session.outcome, "outcome");
}

}  // namespace commlab
