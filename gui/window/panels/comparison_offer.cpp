#include "gui/window/panels/comparison_offer.h"

#include <algorithm>
#include <string_view>

#include "gui/window/commands/requests.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

constexpr std::string_view measure_words = "Run on this computer";

std::string_view words_of_offer(const Session& session) {
  if (session.scene->only_inputs())
    return "Here a predicted run and the same run on this computer are laid over each other. Predict first: "
           "then there is a run to compare.";
  if (session.scene->trace().transfers.empty())
    return "Here a predicted run and the same run on this computer are laid over each other. Nothing was run "
           "yet: run something first.";
  return "Only the prediction is shown. Run it on threads of this computer, too, to lay both over each "
         "other.";
}

}  // namespace

Panel below_comparison_offer(Panel& panel) {
  Session& session = panel.session;
  if (session.view.arrange != Arrange::compare || session.measured) return panel;
  const Theme& theme = session.theme;
  const bool nothing_ran = session.scene->trace().transfers.empty();
  const std::string_view words = words_of_offer(session);
  const Area inside = panel.area.inset(2 * theme.gap);
  const double button =
      nothing_ran || panel.still ? 0 : panel.canvas.width_of(measure_words, theme.font) + 4 * theme.gap;
  const double width = inside.width - button - 2 * theme.gap;
  const double height = std::max(height_of_paragraph(words, width, theme.small(), panel.canvas),
                                 button > 0 ? theme.button : 0.0);
  draw_paragraph(panel.canvas, {inside.x, inside.y}, width, words,
                 {.color = theme.quiet, .size = theme.small()});
  panel.registry.note({.id = "compare.offer",
                       .role = Role::label,
                       .value = std::string(words),
                       .area = {inside.x, inside.y, width, height}});
  Ui ui{.canvas = panel.canvas, .registry = panel.registry, .theme = theme};
  if (button > 0 &&
      ui.button("compare.measure", measure_words, {inside.right() - button, inside.y, button, theme.button},
                {.primary = true, .enabled = !session.worker.busy()}))
    measure(session);
  Panel rest = panel;
  const double used = height + 3 * theme.gap;
  rest.area.y += used;
  rest.area.height = nothing_ran ? 0 : std::max(0.0, rest.area.height - used);
  if (rest.pointer.at && !rest.area.has(*rest.pointer.at)) rest.pointer = {};
  return rest;
}

}  // namespace commlab
