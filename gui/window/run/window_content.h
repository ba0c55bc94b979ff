#pragma once
// What there is to see, and which of it a lesson puts first.

#include <cstdint>
#include <vector>

namespace commlab {

// What there is to see.
enum class WindowContent : std::uint8_t {
  experiment,
  script,
  launch,          // processes on nodes
  machine,         // at rest: a lesson's prediction is open
  script_at_rest,  // likewise, of a script
};

// What a lesson's view puts first: as view_layouts (lessons/lesson.h) has their names.
enum class LessonView : std::uint8_t { usual, topology, timeline, matrix, lanes, tensors };
// Of view_panels.
enum class PicturePanel : std::uint8_t { topology, matrix, timeline, listing, lanes, tensors, outcome };

// How a lesson wants its pictures arranged.
struct LessonArrangement {
  LessonView first = LessonView::usual;
  // These alone, where any of them is of what there is to see; else as usual.
  std::vector<PicturePanel> panels{};
  bool counters = false;    // numbers above them
  bool presented = false;   // to a class: its text is larger
  bool page_alone = false;  // there is no picture beside it
};

}  // namespace commlab
