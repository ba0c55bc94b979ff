#pragma once
// Outlines of lines with a width, and of circles.

#include <span>
#include <vector>

#include "gui/picture/pixels.h"

namespace commlab {

// The line through these points, with round joints and ends. `dashes`: lengths that are drawn and left out in
// turn; empty: an unbroken line.
std::vector<Contour> outline_of_line(std::span<const PicturePoint>, double width,
                                     std::span<const double> dashes);
Contour outline_of_circle(PicturePoint center, double radius);

}  // namespace commlab
