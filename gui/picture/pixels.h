#pragma once
// A picture made of pixels, on which shapes are filled with smooth edges: every pixel gets the share of the
// colour that the shape covers of it.

#include <cstdint>
#include <span>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/picture/svg.h"

namespace commlab {

using Contour = std::vector<PicturePoint>;  // closed

class Pixels {
 public:
  Pixels(int width, int height);

  // Fills what the contours wind around: those of opposite directions cut holes into each other.
  void fill(std::span<const Contour>, Color);
  // Until unclip(), only what is inside the area is filled.
  void clip(const Area& area) { clip_ = area; }
  void unclip();

  int width() const { return width_; }
  int height() const { return height_; }
  std::span<const std::uint8_t> rgb() const { return rgb_; }  // rows from the top, three bytes a pixel

 private:
  void cover_row(std::span<const Contour>, double y, std::vector<float>& cover) const;
  void paint_row(int row, std::span<const float> cover, Color);

  int width_;
  int height_;
  Area clip_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace commlab
