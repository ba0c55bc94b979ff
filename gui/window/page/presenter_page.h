#pragma once
// What the class reads at a teaching stop, in letters as large as fit: one thing at a time, and nothing of
// the teacher's notes.

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
