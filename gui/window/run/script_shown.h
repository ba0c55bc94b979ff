#pragma once
// What the pictures of a script's run are drawn from, and what they have in common: which line a rank is at,
// and which colour a call has.

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
  const TimeScale* axis = nullptr;      // null: time runs straight, and ends at the run's finish
  std::span<const ScriptLane> lanes{};  // that are shown; empty: all

  // Nothing more happens: every rank is through, or those that are not never will be.
  bool over() const { return view.now >= run.finish; }
};

// Some of its ranks never end.
bool hangs(const ScriptRun&);

// Where a rank's host is at a moment: in a line of the text, from 1; none where it has come to the text's
// end, though its streams may still be at work.
std::optional<int> line_at(const ScriptRun&, Rank, Time);

// The lane's span under way at a moment; null where it is idle.
const ScriptSpan* span_at(const ScriptRun&, Rank, ScriptLane, Time);

// "0-3", "0,2,4".
std::string ranks_text(const std::vector<Rank>&);

// Begun with a capital letter, and ended with a full stop.
std::string sentence(std::string text);

// One sentence: what ranks do at the moment that is shown; at the end, what came of it.
std::string script_sentence(const ScriptShown&);

}  // namespace commlab
