#include "gui/window/draw/polyline.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace commlab {
namespace {

PicturePoint between(PicturePoint a, PicturePoint b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

PicturePoint direction(PicturePoint a, PicturePoint b) {
  const double length = distance(a, b);
  return length > 0 ? PicturePoint{(b.x - a.x) / length, (b.y - a.y) / length} : PicturePoint{1, 0};
}

double distance_to_segment(PicturePoint a, PicturePoint b, PicturePoint p) {
  const double squared = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
  if (squared == 0) return distance(a, p);
  const double share = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / squared;
  return distance(between(a, b, std::clamp(share, 0.0, 1.0)), p);
}

// By Liang and Barsky, "A new concept and method for line clipping" (1984).
bool segment_enters(PicturePoint a, PicturePoint b, const Area& area) {
  double enter = 0, leave = 1;
  const auto cut = [&](double towards, double room) {  // keeps the part where towards * t <= room
    if (towards == 0) return room > 0;
    (towards < 0 ? enter : leave) =
        towards < 0 ? std::max(enter, room / towards) : std::min(leave, room / towards);
    return enter < leave;
  };
  return cut(a.x - b.x, a.x - area.x) && cut(b.x - a.x, area.right() - a.x) && cut(a.y - b.y, a.y - area.y) &&
         cut(b.y - a.y, area.bottom() - a.y);
}

}  // namespace

double distance(PicturePoint a, PicturePoint b) { return std::hypot(b.x - a.x, b.y - a.y); }

double length_of(std::span<const PicturePoint> points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += distance(points[i - 1], points[i]);
  return length;
}

OnLine point_at(std::span<const PicturePoint> points, double length) {
  assert(points.size() >= 2 && "a line has two points");
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double piece = distance(points[i - 1], points[i]);
    const bool is_last = i + 1 == points.size();
    if (length > piece && !is_last) {
      length -= piece;
      continue;
    }
    const double share = piece > 0 ? std::clamp(length / piece, 0.0, 1.0) : 0;
    return {between(points[i - 1], points[i], share), direction(points[i - 1], points[i])};
  }
  return {points.front(), {1, 0}};
}

Polyline part_of(std::span<const PicturePoint> points, double from, double to) {
  Polyline part = {point_at(points, from).at};
  double passed = 0;
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    passed += distance(points[i - 1], points[i]);
    if (passed > from && passed < to) part.push_back(points[i]);
  }
  part.push_back(point_at(points, to).at);
  return part;
}

Polyline beside(std::span<const PicturePoint> points, double by) {
  Polyline moved;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PicturePoint along =
        direction(points[i > 0 ? i - 1 : 0], points[std::min(i + 1, points.size() - 1)]);
    moved.push_back({points[i].x - along.y * by, points[i].y + along.x * by});
  }
  return moved;
}

double distance_to(std::span<const PicturePoint> points, PicturePoint p) {
  double least = points.empty() ? INFINITY : distance(points[0], p);
  for (std::size_t i = 1; i < points.size(); ++i)
    least = std::min(least, distance_to_segment(points[i - 1], points[i], p));
  return least;
}

bool enters(std::span<const PicturePoint> points, const Area& area) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (segment_enters(points[i - 1], points[i], area)) return true;
  return false;
}

Polyline bow(PicturePoint a, PicturePoint b, double bend) {
  if (bend == 0) return {a, b};
  const PicturePoint middle = between(a, b, 0.5);
  const PicturePoint control = {middle.x + (b.y - a.y) * bend * 2, middle.y - (b.x - a.x) * bend * 2};
  Polyline points;
  constexpr int pieces = 12;
  for (int i = 0; i <= pieces; ++i) {
    const double t = static_cast<double>(i) / pieces;
    points.push_back(between(between(a, control, t), between(control, b, t), t));
  }
  return points;
}

}  // namespace commlab
