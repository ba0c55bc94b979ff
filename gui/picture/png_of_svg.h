#pragma once
// A picture that Svg wrote, as the bytes of a PNG file: for slides and pages that take no SVG. It draws what
// Svg writes, and no other SVG.

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

// Every pixel of the picture becomes two, so that it is sharp on a projector. An error of Fault::runtime:
// this computer has no font (see no_png).
Result<std::string> png_of_svg(std::string_view svg);

// Empty if PNG files can be written here; otherwise what is missing, and how to get it.
std::string no_png();

}  // namespace commlab
