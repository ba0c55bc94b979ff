#pragma once
// The contents of the window as a figure for a paper or a slide, without buttons and bars.
//
//   all_reduce, ring: 64 MiB on 8 ranks of ...  t = 200 us of 376 us; simulated     title, badge
//   command that repeats it
//   +-----------------+ +--------+
//   |    topology     | | matrix |                     the pictures of this arrangement
//   +-----------------+ +--------+
//   | timeline                   |
//   +----------------------------+
//   rank 2 -> rank 3: chunk 5 arrives ...              what happens at that time
//
// A script's figure shows the machine with its messages, and below it the lanes.

#include <string>

#include "gui/picture/canvas.h"
#include "gui/window/session/session.h"

namespace commlab {

// REQUIRES: a scene.
void draw_figure(Canvas&, Session&, double width, double height);

std::string figure_title(const Outcome&);  // "all_reduce, ring: 64 MiB on 8 ranks of dgx-h100"
std::string figure_badge(const Session&);  // "t = 200 us of 376 us; simulated"

}  // namespace commlab
