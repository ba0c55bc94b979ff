#pragma once
// Text broken into lines, on any canvas.

#include <string>
#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"

namespace commlab {

// Lines no wider than `width`: broken at spaces, but for those of lessons/text/line_breaks.h, and within a
// word only where the word alone is too wide, never within a character. A line holds at least one character.
// '\n' ends a line.
std::vector<std::string_view> wrapped(std::string_view text, double width, double size, const Canvas&);

// From the middle of one line to the next one's.
constexpr double line_height(double size) { return size * 1.35; }

// Bold letters are wider than width_of says: in DejaVu Sans by a ninth, and up to a sixth.
inline constexpr double bold_width = 1.16;
inline constexpr double usual_bold = 1.12;  // most text

double height_of_paragraph(std::string_view text, double width, double size, const Canvas&,
                           bool bold = false);
// `corner`: of the upper left. The height it took.
double draw_paragraph(Canvas&, PicturePoint corner, double width, std::string_view text, const Words&);

// The text, or as much of it as fits, and "…".
std::string shortened(std::string_view text, double width, double size, const Canvas&);
// The same, but cut after a comma that is near, or else after a word: "rank 0 -> rank 1, …".
std::string shortened_sentence(std::string_view text, double width, double size, const Canvas&);

}  // namespace commlab
