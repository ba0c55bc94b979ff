#pragma once
// The page that the class reads at a teaching stop, in letters as large as fits: one thing at a time, and
// never the teacher's notes.

#include "gui/window/page/layout.h"

namespace commlab {

struct StopLayout {
  PageLayout page;
  Theme theme;         // to draw the page with; a plot that stands alone has larger letters
  double letters = 0;  // the size of its prose
  bool fits = true;    // false: even in the smallest letters, the page is higher than the area
};

// REQUIRES: the page shows a teaching stop.
StopLayout lay_out_stop(const Canvas&, const Area&, const Theme&, const LessonPage&);

}  // namespace commlab
