#pragma once
// Lines of several points: lengths, points on them, distances.

#include <span>
#include <vector>

#include "gui/picture/canvas.h"

namespace commlab {

using Polyline = std::vector<PicturePoint>;

double distance(PicturePoint a, PicturePoint b);
double length_of(std::span<const PicturePoint>);
// The point at this length along the line, clamped to its ends, and the line's direction there (a vector of
// length 1).
struct OnLine {
  PicturePoint at;
  PicturePoint along;
};
OnLine point_at(std::span<const PicturePoint>, double length);  // REQUIRES: two points at least.
// The part of the line between two lengths.
Polyline part_of(std::span<const PicturePoint>, double from, double to);
// The line moved sideways by this many pixels, to the right of its direction.
Polyline beside(std::span<const PicturePoint>, double by);
double distance_to(std::span<const PicturePoint>, PicturePoint);
// Whether any part of the line lies in the area.
bool enters(std::span<const PicturePoint>, const Area&);
// A curve from a to b, bent to the left of its direction; `bend` is a share of its length.
Polyline bow(PicturePoint a, PicturePoint b, double bend);

}  // namespace commlab
