#pragma once
// Text broken into lines, on any canvas.

#include <string>
#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"

namespace commlab {

// Lines no wider than `width`. They are broken at spaces, except at those that lessons/text/line_breaks.h
// keeps. A word is broken only if it alone is too wide, and never within a character. A line holds at least
// one character. '\n' ends a line.
std::vector<std::string_view> wrapped(std::string_view text, double width, double size, const Canvas&);

// The distance from the middle of one line to the middle of the next.
constexpr double line_height(double size) { return size * 1.35; }

// Bold letters are wider than Canvas::width_of says: in DejaVu Sans by a ninth in most texts, by a sixth at
// most.
inline constexpr double bold_width = 1.16;
inline constexpr double usual_bold = 1.12;  // for most texts

double height_of_paragraph(std::string_view text, double width, double size, const Canvas&,
                           bool bold = false);
// `corner`: the upper left corner. Returns the paragraph's height.
double draw_paragraph(Canvas&, PicturePoint corner, double width, std::string_view text, const Words&);

// The text; or if it is too wide, as much of it as fits, and "…".
std::string shortened(std::string_view text, double width, double size, const Canvas&);
// The same, but cut after a comma that is near, or else after a word: "rank 0 -> rank 1, …".
std::string shortened_sentence(std::string_view text, double width, double size, const Canvas&);

}  // namespace commlab
