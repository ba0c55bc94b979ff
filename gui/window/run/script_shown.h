#pragma once
// The data from which the pictures of a script's run are drawn, and the functions that they share.

#include <optional>
#include <span>

#include "core/playback/time_scale.h"
#include "core/script/run.h"
#include "gui/window/draw/theme.h"
#include "gui/window/run/view.h"

namespace commlab {

struct ScriptShown {
  const ScriptRun& run;
  const View& view;
  const Theme& theme;
  const TimeScale* axis = nullptr;      // null: the axis is linear and ends at the run's finish
  std::span<const ScriptLane> lanes{};  // lanes that are shown; empty: all
  bool every_rank = false;              // ranks that do the same have a row each

  // Nothing more happens: every rank has finished or hangs.
  bool over() const { return view.now >= run.finish; }
};

// Whether some ranks never end.
bool hangs(const ScriptRun&);

// The line of the text, from 1, that a rank's host is in; nothing if the host has reached the end (its
// streams may still be working).
std::optional<int> line_at(const ScriptRun&, Rank, Time);

// The span that the lane is in at this time; null: the lane is idle.
const ScriptSpan* span_at(const ScriptRun&, Rank, ScriptLane, Time);

// "0-3", "0,2,4".
std::string ranks_text(const std::vector<Rank>&);

// The text with a capital letter at its beginning and a full stop at its end.
std::string sentence(std::string text);

// One sentence: what the ranks do at the time that is shown; at the end, how the script ended.
std::string script_sentence(const ScriptShown&);

}  // namespace commlab
