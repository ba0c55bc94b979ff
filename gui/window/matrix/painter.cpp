#include "gui/window/matrix/painter.h"

#include <array>

namespace commlab {

void draw_check(Canvas& canvas, PicturePoint center, double size, const Line& line) {
  const std::array points = {PicturePoint{center.x - 0.4 * size, center.y},
                             PicturePoint{center.x - 0.1 * size, center.y + 0.3 * size},
                             PicturePoint{center.x + 0.4 * size, center.y - 0.35 * size}};
  canvas.path(points, line);
}

}  // namespace commlab
