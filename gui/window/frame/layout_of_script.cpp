#include "gui/window/frame/layout_of_script.h"

#include <algorithm>

#include "gui/window/draw/area_cuts.h"
#include "gui/window/draw/window_room.h"

namespace commlab {
namespace {

// Shares of the height.
constexpr double below_lanes = 0.36;
constexpr double below_lanes_of_lesson = 0.42;              // with a lesson on the left
constexpr double below_lanes_with_tensors = 0.55;           // where the contents of tensors matter most
constexpr double below_lanes_with_tensors_projected = 0.5;  // so that lanes are high enough for their names
constexpr double lanes_below_machine = 0.44;                // in a lesson
constexpr double words_below_machine = 0.3;                 // text and tensors, below both pictures
// Shares of the width.
constexpr double listing_share = 0.33;  // beside the lanes
constexpr double machine_share = 0.44;  // likewise
// The width that these layouts need, in heights of a letter.
constexpr double lanes_columns = 50;      // a listing beside the lanes
constexpr double three_below = 62;        // three panels below them
constexpr double text_beside_lanes = 34;  // both below the machine

// The machine with the script's messages on its links, and the lanes on the same axis of time.
void place_script_on_machine(WindowLayout& layout, Area rest, const Theme& theme, Arrange arrange) {
  const double gap = theme.gap, columns = rest.width / theme.font;
  if (arrange == Arrange::lesson) {
    layout.lanes = from_bottom(rest, rest.height * lanes_below_machine, gap);
    layout.topology = rest;
    if (columns >= text_beside_lanes)
      layout.listing = from_left(layout.lanes, layout.lanes.width * listing_share, gap);
    return;
  }
  if (columns >= lanes_columns) {
    Area below = from_bottom(rest, rest.height * words_below_machine, gap);
    layout.listing = from_left(below, below.width * listing_share, gap);
    layout.tensors = from_left(below, below.width * 0.5, gap);
    layout.outcome = below;
    layout.topology = from_left(rest, rest.width * machine_share, gap);
  } else {
    layout.topology = from_top(rest, rest.height * 0.5, gap);
  }
  layout.lanes = rest;
}

}  // namespace

void place_script(WindowLayout& layout, Area rest, const Theme& theme, Arrange arrange,
                  const LessonArrangement& asked) {
  const double gap = theme.gap, columns = rest.width / theme.font;
  const std::optional<PanelKind> first = asked.first;
  const bool presented = asked.presented;
  const bool on_machine =
      arrange == Arrange::learn || (arrange == Arrange::lesson && first == PanelKind::topology);
  if (on_machine) return place_script_on_machine(layout, rest, theme, arrange);
  if (arrange == Arrange::present) {
    layout.lanes = rest;
    return;
  }
  const bool beside = arrange != Arrange::lesson && columns >= lanes_columns;
  const bool projected = is_projected(theme) && !presented;  // with bars above it
  const double share = beside || first == PanelKind::lanes ? below_lanes
                       : first != PanelKind::tensors       ? below_lanes_of_lesson
                       : projected                         ? below_lanes_with_tensors_projected
                                                           : below_lanes_with_tensors;
  const double spare = asked.highest_lanes > 0 ? rest.height - gap - asked.highest_lanes : 0;
  Area below = from_bottom(rest, std::max(rest.height * share, spare), gap);
  if (beside) layout.listing = from_left(rest, rest.width * listing_share, gap);
  layout.lanes = rest;
  if (presented && asked.text_needs_no_details) {  // what a class sees is the script's text, in large letters
    layout.listing = below;
    return;
  }
  const bool three = columns >= three_below;
  if (!beside)
    layout.listing = from_left(
        below, below.width * (!presented && (three || first == PanelKind::tensors) ? 0.36 : 0.5), gap);
  if (beside || three) layout.outcome = below;
  if (beside || three) layout.tensors = from_left(layout.outcome, below.width * 0.45, gap);
  if (!beside && !three) layout.tensors = below;
}

void place_script_at_rest(WindowLayout& layout, Area rest, const Theme& theme,
                          std::optional<PanelKind> first) {
  const bool on_machine = first == PanelKind::topology;
  const double strip = theme.button + 4 * theme.gap;
  const double text = on_machine ? rest.height * lanes_below_machine : rest.height - strip - theme.gap;
  layout.listing = from_bottom(rest, text, theme.gap);
  (on_machine ? layout.topology : layout.lanes) = rest;
}

}  // namespace commlab
