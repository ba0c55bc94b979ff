#include "gui/window/panels/tensors_panel.h"

#include <algorithm>

#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/scroll_bar.h"
#include "gui/window/script/tensors_picture.h"
#include "gui/window/script/tensors_words.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

// The smallest letters, as a share of the usual ones. For a class they are smaller, so that a rank's numbers
// stay on one line; beside a lesson, letters are small already.
constexpr double least_presented_numbers = 0.66, least_numbers = 0.85;

}  // namespace

void tensors_panel(Panel& panel) {
  Session& session = panel.session;
  if (!session.script_run) return;
  const ScriptShown shown = session.script_shown();
  const Area area = beside_scroll_bar(panel.area.inset(session.theme.gap), session.theme);
  const double usual = session.theme.small();
  const double least = presented(session) ? least_presented_numbers : least_numbers;
  const TensorsLayout layout = lay_out_tensors(panel.canvas, area, shown, least * usual);
  double& scrolled = session.tensors.scrolled;
  scrolled =
      std::clamp(scrolled - panel.pointer.wheel * lines_of_a_notch * line_height(session.theme.small()), 0.0,
                 std::max(0.0, layout.height - area.height));
  draw_tensors(panel.canvas, area, layout, shown, scrolled);
  draw_scroll_bar(panel.canvas, session.theme, area, panel.area.right(), layout.height, scrolled);
  panel.registry.note(
      {.id = "tensors", .role = Role::label, .value = text_of_tensors(shown), .area = panel.area});
}

}  // namespace commlab
