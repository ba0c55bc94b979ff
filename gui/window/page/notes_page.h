#pragma once
// The teacher's notes at a teaching stop: how much time has passed, which answers to expect, what to say,
// what comes next.

#include "gui/window/page/layout.h"
#include "gui/window/page/presenter_state.h"

namespace commlab {

// How much of the class's time has passed.
struct ClassTime {
  std::int64_t seconds = 0;  // since the class began
  double planned_minutes = 0;
};
ClassTime time_of(const PresenterState&);
// "12:04 of 50 min"
std::string text_of(const ClassTime&);

// The notes as Markdown, without the time.
std::string markdown_of_notes(const LessonPage&);

// The letters are as large as fits. REQUIRES: the page shows a teaching stop.
PageLayout lay_out_notes(const Canvas&, const Area&, const Theme&, const LessonPage&, const ClassTime&);

}  // namespace commlab
