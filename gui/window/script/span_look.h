#pragma once
// How a span of a lane is drawn; what has not happened yet is faint.

#include "gui/window/draw/theme.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

// 1 for what has begun, strength_of_future for what has not.
double strength_at(Time start, const ScriptShown&);
inline constexpr double strength_of_future = 0.3;

// The colour of a span, and one for words on it.
struct SpanLook {
  Color fill;
  Color ink;
};
SpanLook look_of(const ScriptSpan&, const Theme&);

}  // namespace commlab
