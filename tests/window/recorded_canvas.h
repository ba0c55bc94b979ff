#pragma once
// A canvas that records what is drawn on it, so that a test can check it: where words are, and about how many
// vertices a graphics card would get. Every letter is 0.6 of the font's size wide.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"

namespace commlab {

class RecordedCanvas final : public Canvas {
 public:
  struct Text {
    std::string words;
    double size;
    Area area;
    Color color;
  };
  std::vector<Text> texts;
  std::vector<Area> fills;
  std::vector<Area> frames;
  int images = 0;
  int vertices = 0;

  void line(PicturePoint, PicturePoint, const Line&) override { vertices += 8; }
  void path(std::span<const PicturePoint> points, const Line&) override {
    vertices += 4 * static_cast<int>(points.size());
  }
  void fill(const Area& area, Color, double rounding) override {
    fills.push_back(area);
    vertices += rounding > 0 ? 48 : 4;
  }
  void frame(const Area& area, const Line&, double rounding) override {
    frames.push_back(area);
    vertices += rounding > 0 ? 48 : 8;
  }
  void disc(PicturePoint, double, Color) override { vertices += 40; }
  void circle(PicturePoint, double, const Line&) override { vertices += 80; }
  void sector(PicturePoint, double, double, double, double, Color) override { vertices += 40; }
  void polygon(std::span<const PicturePoint> points, Color) override {
    vertices += 2 * static_cast<int>(points.size());
  }
  void text(PicturePoint at, std::string_view text, const Words& words) override;
  double width_of(std::string_view text, double size) const override;
  void image(const Area&, const Raster&) override {
    ++images;
    vertices += 4;
  }
  void clip(const Area&) override {}
  void unclip() override {}

  // Two texts that overlap, as one string; empty if there are none.
  std::string overlapping_texts() const;
};

}  // namespace commlab
