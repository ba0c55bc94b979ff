#pragma once
// The surface that all pictures of the window are drawn on: the screen or an SVG file. Lengths are in pixels,
// y grows downwards, angles are in radians, clockwise from the top.

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gui/picture/svg.h"

namespace commlab {

struct Color {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;
  bool operator==(const Color&) const = default;

  constexpr Color faded(double share) const { return {r, g, b, static_cast<std::uint8_t>(a * share)}; }
};
constexpr Color rgb(std::uint32_t hex) {  // 0xE69F00
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex)};
}
// A mix of a and b: 0 gives a, 1 gives b.
Color blend(Color a, Color b, double share_of_b);

struct Area {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  bool operator==(const Area&) const = default;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  PicturePoint center() const { return {x + width / 2, y + height / 2}; }
  bool has(PicturePoint p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  bool overlaps(const Area& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
  Area inset(double by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
};

enum class Dash : std::uint8_t { solid, dashed, dotted };
enum class Anchor : std::uint8_t { start, middle, end };

struct Line {
  Color color;
  double width = 1;
  Dash dash = Dash::solid;
};

struct Words {
  Color color;
  double size = 16;  // font size
  Anchor anchor = Anchor::start;
  bool bold = false;
  bool code = false;  // in letters of equal width; width_of() does not know them
};

// A picture of texels, row by row, for details that are too small for shapes. It is uploaded again only if
// its name or version changes.
struct Raster {
  std::string_view name;  // unique in a frame: "matrix"
  std::uint64_t version = 0;
  int width = 0;
  int height = 0;
  std::vector<Color> texels;
};

class Canvas {
 public:
  virtual ~Canvas() = default;

  virtual void line(PicturePoint from, PicturePoint to, const Line&) = 0;
  virtual void path(std::span<const PicturePoint>, const Line&) = 0;  // open
  virtual void fill(const Area&, Color, double rounding = 0) = 0;
  virtual void frame(const Area&, const Line&, double rounding = 0) = 0;
  virtual void disc(PicturePoint center, double radius, Color) = 0;
  virtual void circle(PicturePoint center, double radius, const Line&) = 0;
  // A piece of a ring between two radii and two angles.
  virtual void sector(PicturePoint center, double inner, double outer, double from, double to, Color) = 0;
  virtual void polygon(std::span<const PicturePoint>, Color) = 0;  // convex
  // `at`: its x is that of the anchor, its y that of the middle of the line.
  virtual void text(PicturePoint at, std::string_view, const Words&) = 0;
  virtual double width_of(std::string_view text, double size) const = 0;
  virtual void image(const Area&, const Raster&) = 0;
  // Until unclip(), only what is inside the area shows. Clips do not nest.
  virtual void clip(const Area&) = 0;
  virtual void unclip() = 0;
};

}  // namespace commlab
