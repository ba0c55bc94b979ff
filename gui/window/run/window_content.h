#pragma once
// What there is to see, and which of it a lesson puts first.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace commlab {

// What there is to see.
enum class WindowContent : std::uint8_t {
  experiment,
  script,
  launch,          // processes on nodes
  machine,         // at rest: a lesson's prediction is open
  script_at_rest,  // likewise, of a script
};

// Every panel of the window, by the name that lessons, tabs and commands call it.
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
// Nothing where no panel has that name.
constexpr std::optional<PanelKind> panel_named(std::string_view name) {
  const auto found = std::ranges::find(panel_names, name);
  if (found == std::end(panel_names)) return std::nullopt;
  return static_cast<PanelKind>(found - std::begin(panel_names));
}

// How a lesson wants its pictures arranged.
struct LessonArrangement {
  std::optional<PanelKind> first{};  // gets more room than usual
  // These alone, where any of them is of what there is to see; else as usual.
  std::vector<PanelKind> panels{};
  bool counters = false;    // numbers above them
  bool presented = false;   // to a class: its text is larger
  bool page_alone = false;  // there is no picture beside it
};

}  // namespace commlab
