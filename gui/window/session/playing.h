#pragma once
// Moving through time: playing, stepping, jumping. The only state is the time itself, and the two ends of a
// glide.

#include "gui/window/session/session.h"

namespace commlab {

void go_to(Session&, Time);                    // at once; stops playing
void step(Session&, StepUnit, int direction);  // +1 or -1; glides there
void play_for(Session&, double seconds);  // moves the time on by as much as plays or glides in these seconds
// How many times slower than real time the run plays: 250,000.
double slowdown(const Session&);

}  // namespace commlab
