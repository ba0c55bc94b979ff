#pragma once
// The teacher's notes at a teaching stop: how late it is, what answers to expect, what to say, what comes
// next.

#include "gui/window/page/layout.h"
#include "gui/window/page/presenter_state.h"

namespace commlab {

// How far the class is.
struct ClassTime {
  std::int64_t seconds = 0;  // since it began
  double planned_minutes = 0;
};
ClassTime time_of(const PresenterState&);
// "12:04 of 50 min"
std::string text_of(const ClassTime&);

// In letters as large as fit. REQUIRES: the page is of a stop.
PageLayout lay_out_notes(const Canvas&, const Area&, const Theme&, const LessonPage&, const ClassTime&);

}  // namespace commlab
