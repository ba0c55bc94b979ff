#pragma once
// Cuts a part off one side of an area and returns it. `rest` becomes the remaining area, after a gap. A part
// is never larger than the area it is cut from.

#include <algorithm>

#include "gui/picture/canvas.h"

namespace commlab {

inline Area from_top(Area& rest, double height, double gap) {
  height = std::clamp(height, 0.0, rest.height);
  const Area cut{rest.x, rest.y, rest.width, height};
  rest.y += height + gap;
  rest.height = std::max(0.0, rest.height - height - gap);
  return cut;
}
inline Area from_bottom(Area& rest, double height, double gap) {
  height = std::clamp(height, 0.0, rest.height);
  const Area cut{rest.x, rest.bottom() - height, rest.width, height};
  rest.height = std::max(0.0, rest.height - height - gap);
  return cut;
}
inline Area from_left(Area& rest, double width, double gap) {
  width = std::clamp(width, 0.0, rest.width);
  const Area cut{rest.x, rest.y, width, rest.height};
  rest.x += width + gap;
  rest.width = std::max(0.0, rest.width - width - gap);
  return cut;
}

}  // namespace commlab
