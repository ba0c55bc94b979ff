#pragma once
// The kinds of contents that a window shows, the names of its panels, and a lesson's choice of panels.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace commlab {

// The kinds of contents.
enum class WindowContent : std::uint8_t {
  experiment,
  script,
  launch,          // processes on nodes
  machine,         // a machine at rest, while a lesson's prediction is open
  inputs,          // the same, and what every rank brings to the run to come
  script_at_rest,  // a script before its run, while a lesson's prediction is open
};

// Every panel of the window. Lessons, tabs and commands use the names below.
enum class PanelKind : std::uint8_t {
  topology,
  matrix,
  timeline,
  listing,
  lanes,
  tensors,
  outcome,
  inspector,
  plot,
  stats,
  log,
  launch,
  lesson
};
inline constexpr std::string_view panel_names[] = {"topology", "matrix",  "timeline",  "listing", "lanes",
                                                   "tensors",  "outcome", "inspector", "plot",    "stats",
                                                   "log",      "launch",  "lesson"};
constexpr std::string_view name_of(PanelKind kind) { return panel_names[static_cast<int>(kind)]; }
// Nothing if no panel has that name.
constexpr std::optional<PanelKind> panel_named(std::string_view name) {
  const auto found = std::ranges::find(panel_names, name);
  if (found == std::end(panel_names)) return std::nullopt;
  return static_cast<PanelKind>(found - std::begin(panel_names));
}

// How a lesson wants its pictures arranged.
struct LessonArrangement {
  std::optional<PanelKind> first{};  // the panel that gets more room than usual
  // Only these panels, if any of them can show the content; otherwise the usual ones.
  std::vector<PanelKind> panels{};
  bool counters = false;    // numbers above the panels
  bool presented = false;   // shown to a class: the text is larger
  bool page_alone = false;  // no picture beside the page
  double highest_lanes = 0;  // of a script that has run: its lanes need no more height; 0: not known
  bool text_needs_no_details = false;  // it has no tensors, and it ends
};

}  // namespace commlab
