#pragma once
// How a class finds the page to vote on: the link and its QR code.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

// The code, and the link below it in letters as large as fit.
void draw_join_box(Ui&, const VoteState&, const Area&);
// At a question: the code and the link in small, and how many have answered. Below a histogram: only
// how many.
double height_of_vote_strip(const Theme&, const VoteState&);
void draw_vote_strip(Ui&, const VoteState&, const Area&);

// The link over the whole window, while it is switched on.
void join_overlay(Ui&, const Session&, const Area& window);

}  // namespace commlab
