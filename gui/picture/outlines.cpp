#include "gui/picture/outlines.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace commlab {
namespace {

// A rectangle along the line from a to b. All have the same direction, as circles have, so that where they
// overlap they do not cut holes.
Contour bar(PicturePoint a, PicturePoint b, double width) {
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  const double dx = (b.x - a.x) / length * width / 2, dy = (b.y - a.y) / length * width / 2;
  return {{a.x + dy, a.y - dx}, {b.x + dy, b.y - dx}, {b.x - dy, b.y + dx}, {a.x - dy, a.y + dx}};
}

PicturePoint between(PicturePoint a, PicturePoint b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

}  // namespace

Contour outline_of_circle(PicturePoint center, double radius) {
  const int corners = std::clamp(static_cast<int>(4 * std::sqrt(radius) + 8), 8, 96);
  Contour circle;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    circle.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
  }
  return circle;
}

std::vector<Contour> outline_of_line(std::span<const PicturePoint> points, double width,
                                     std::span<const double> dashes) {
  // What is left of a dash may be too little to move a place on a long line: then the dash is over.
  constexpr double nothing = 1e-6;
  std::vector<Contour> outline;
  std::size_t dash = 0;
  double left = dashes.empty() ? 0 : dashes[0];  // of this dash
  for (std::size_t i = 1; i < points.size(); ++i) {
    const PicturePoint a = points[i - 1], b = points[i];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    for (double at = 0; at < length;) {
      const double end = dashes.empty() ? length : std::min(length, at + left);
      if (dash % 2 == 0) {
        const PicturePoint from = between(a, b, at / length), to = between(a, b, end / length);
        outline.push_back(bar(from, to, width));
        for (const PicturePoint joint : {from, to}) outline.push_back(outline_of_circle(joint, width / 2));
      }
      if (!dashes.empty() && (left -= end - at) <= nothing) left = dashes[++dash % dashes.size()];
      at = end;
    }
  }
  return outline;
}

}  // namespace commlab
