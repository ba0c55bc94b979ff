#pragma once
// The lanes of a script's run: who did what when, in which line; what travelled; and where it hangs, who
// waits for whom. What has not happened yet is faint.

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/lanes_layout.h"

namespace commlab {

// `pointer`: what lies under it is told beside it.
void draw_lanes(Canvas&, const LanesLayout&, const ScriptShown&, std::optional<PicturePoint> pointer = {});

// What travelled, as arrows from lane to lane; none where there are too many to tell one from another.
void draw_messages(Canvas&, const LanesLayout&, const ScriptShown&);

// What the script's stopwatches read, up to now.
void draw_timers(Canvas&, const LanesLayout&, const ScriptShown&);

// The wait-for graph in the room for ever. A circle of waits closes, and its arrows are numbered.
void draw_waits(Canvas&, const LanesLayout&, const ScriptShown&);

// How strong is what begins then: 1 where it has begun.
double strength_at(Time start, const ScriptShown&);
inline constexpr double strength_of_future = 0.3;

// Of a span: what its lane is filled with, and words that can be read on it.
struct SpanLook {
  Color fill;
  Color ink;
};
SpanLook look_of(const ScriptSpan&, const Theme&);

}  // namespace commlab
