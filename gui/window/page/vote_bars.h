#pragma once
// The answers of a class on the page of a stop: each answer on a bar, and how many gave it.

#include <vector>

#include "gui/vote/histogram.h"
#include "gui/window/page/setter.h"

namespace commlab {

void set_vote_bars(PageSetter&, const std::vector<VoteBar>&);
void draw_vote_bar(Canvas&, const Area&, const PagePart&, const Theme&);

// "a) the ring: 12; b) the tree: 3 (right)".
std::string words_of_votes(const std::vector<VoteBar>&);

}  // namespace commlab
