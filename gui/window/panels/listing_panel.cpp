#include "gui/window/panels/listing_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/scroll_bar.h"
#include "gui/window/script/listing_picture.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

std::string marks_text(const ScriptShown& shown) {
  std::string text;
  for (Rank rank = 0; rank < shown.run.ranks; ++rank) {
    const std::optional<int> line = line_at(shown.run, rank, shown.view.now);
    text += fmt::format("{}rank {} {}", text.empty() ? "" : ", ", rank,
                        line ? fmt::format("line {}", *line) : "at the end");
  }
  return text;
}

// The smallest letters for a class, as a share of the usual ones: smaller letters show the whole text.
constexpr double least_presented = 0.75;
// For a class, the text is as large as it fits.
double letters_of_listing(const Canvas& canvas, const Area& area, const ScriptShown& shown) {
  const double usual = shown.theme.small();
  for (const double larger : {2.2, 1.9, 1.6, 1.4, 1.2}) {
    const ListingLayout layout = lay_out_listing(canvas, area.width, shown, larger * usual);
    const bool broken = std::ranges::any_of(layout.lines, [](const auto& line) { return !line.begins; });
    if (!broken && layout.height() <= area.height) return larger * usual;
  }
  for (const double smaller : {1.0, 0.95, 0.9, 0.85, 0.8})
    if (lay_out_listing(canvas, area.width, shown, smaller * usual).height() <= area.height)
      return smaller * usual;
  return least_presented * usual;
}

}  // namespace

void listing_panel(Panel& panel) {
  Session& session = panel.session;
  if (!session.script_run) return;
  const Area area = beside_scroll_bar(panel.area.inset(session.theme.gap), session.theme);
  const ScriptShown shown = session.script_shown();
  const double letters = presented(session) ? letters_of_listing(panel.canvas, area, shown)
                                            : letters_that_fit(panel.canvas, area, shown);
  const ListingLayout layout = lay_out_listing(panel.canvas, area.width, shown, letters);
  ListingState& state = session.listing;
  if (state.followed != session.view.now) {
    state.scrolled = scrolled_to_ranks(layout, shown, area.height, state.scrolled);
    state.followed = session.view.now;
  }
  state.scrolled =
      std::clamp(state.scrolled - panel.pointer.wheel * lines_of_a_notch * line_height(session.theme.small()),
                 0.0, std::max(0.0, layout.height() - area.height));
  draw_listing(panel.canvas, area, layout, shown, state.scrolled);
  draw_scroll_bar(panel.canvas, session.theme, area, panel.area.right(), layout.height(), state.scrolled);
  panel.registry.note({.id = "listing", .role = Role::label, .value = marks_text(shown), .area = panel.area});
}

}  // namespace commlab
