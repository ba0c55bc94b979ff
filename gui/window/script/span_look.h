#pragma once
// How a span of a lane looks, and how faint what has not happened yet is.

#include "gui/window/draw/theme.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

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
