#pragma once
// A canvas that writes an SVG file: text stays text, rasters become embedded PNG.

#include <string>

#include "gui/picture/canvas.h"

namespace commlab {

class SvgCanvas final : public Canvas {
 public:
  SvgCanvas(double width, double height, Color ground);

  void line(PicturePoint from, PicturePoint to, const Line&) override;
  void path(std::span<const PicturePoint>, const Line&) override;
  void fill(const Area&, Color, double rounding) override;
  void frame(const Area&, const Line&, double rounding) override;
  void disc(PicturePoint center, double radius, Color) override;
  void circle(PicturePoint center, double radius, const Line&) override;
  void sector(PicturePoint center, double inner, double outer, double from, double to, Color) override;
  void polygon(std::span<const PicturePoint>, Color) override;
  void text(PicturePoint at, std::string_view, const Words&) override;
  // An estimate: a viewer brings its own font.
  double width_of(std::string_view text, double size) const override;
  void image(const Area&, const Raster&) override;
  void clip(const Area&) override;
  void unclip() override;

  std::string finish() &&;

 private:
  Svg svg_;
};

}  // namespace commlab
