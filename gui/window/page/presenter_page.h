#pragma once
// The page that the class reads at a teaching stop, in letters as large as fits: one thing at a time, and
// never the teacher's notes.

#include "gui/window/page/layout.h"
#include "gui/window/page/vote_state.h"

namespace commlab {

struct StopLayout {
  PageLayout page;
  Theme theme;         // to draw the page with; a plot that stands alone has larger letters
  double letters = 0;  // the size of its prose
  bool fits = true;    // false: even in the smallest letters, the page is higher than the area
};

// `vote`: how the class has voted, if it votes. REQUIRES: the page shows a teaching stop.
StopLayout lay_out_stop(const Canvas&, const Area&, const Theme&, const LessonPage&,
                        const VoteState& vote = {});

}  // namespace commlab
