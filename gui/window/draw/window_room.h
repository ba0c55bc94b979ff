#pragma once
// Which panels fit into an area, by the size of their text.

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// Whether the text is large enough to be read from the back of a room.
inline bool is_projected(const Theme& theme) { return theme.small() >= 24; }

struct WindowRoom {
  bool two;       // room for two panels beside each other
  bool tabs;      // room for the tabs beside the timeline; their words need more
  bool three;     // room for three panels beside each other
  bool five;      // room for all five panels
  bool timeline;  // room for the timeline below other panels
};

inline WindowRoom room_in(const Area& rest, const Theme& theme) {
  const bool projected = is_projected(theme);  // then three panels fit sooner, and five never
  const double columns = rest.width / theme.font, rows = rest.height / theme.font;
  return {.two = columns >= 26,
          .tabs = columns >= 36,
          .three = columns >= (projected ? 40 : 56),
          .five = columns >= 56 && !projected,
          .timeline = rows >= (projected ? 14 : 22)};
}

}  // namespace commlab
