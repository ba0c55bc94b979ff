#pragma once
// What the audience reads at a teaching stop, as large as there is room for: one thing, and nothing that is
// the teacher's.

#include "gui/window/page/layout.h"

namespace commlab {

struct StopLayout {
  PageLayout page;
  Theme theme;         // in which it is drawn: a plot that stands alone is larger
  double letters = 0;  // the size of its prose
  bool fits = true;    // false: it is higher than the area, in the smallest letters
};

// REQUIRES: the page is of a stop.
StopLayout lay_out_stop(const Canvas&, const Area&, const Theme&, const LessonPage&);

}  // namespace commlab
