#pragma once
// How a span of a lane is drawn. Spans that have not begun are faint.

#include "gui/window/draw/theme.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

// 1 if it has begun, else strength_of_future.
double strength_at(Time start, const ScriptShown&);
inline constexpr double strength_of_future = 0.3;

// The colour of a span, and of words on it.
struct SpanLook {
  Color fill;
  Color ink;
};
SpanLook look_of(const ScriptSpan&, const Theme&);

}  // namespace commlab
