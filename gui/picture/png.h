#pragma once
// Pixels as the bytes of a PNG file.

#include <cstdint>
#include <span>
#include <string>

namespace commlab {

// `texels`: rows from the top; three bytes (red, green, blue) or four (and opacity) for each pixel.
// REQUIRES: as many as width and height say.
std::string png_of(int width, int height, std::span<const std::uint8_t> texels);

}  // namespace commlab
