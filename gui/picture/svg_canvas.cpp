#include "gui/picture/svg_canvas.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include <fmt/format.h>

#include "gui/picture/png.h"

namespace commlab {
namespace {

std::string hex(Color color) { return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b); }
double opacity_of(Color color) { return color.a / 255.0; }

std::string dashes(const Line& line) {
  const double unit = std::max(line.width, 1.0);
  switch (line.dash) {
    case Dash::solid: return "";
    case Dash::dashed: return fmt::format("{:g} {:g}", 4 + unit, 3 + unit);
    case Dash::dotted: return fmt::format("{:g} {:g}", 0.1, 2 + 2 * unit);
  }
  return "";
}

// What Svg keeps views of while it writes one element.
struct Pen {
  explicit Pen(const Line& line) : color(hex(line.color)), dash(dashes(line)), line(line) {}
  Stroke stroke() const {
    return {.stroke = color, .width = line.width, .dash = dash, .opacity = opacity_of(line.color)};
  }
  std::string color;
  std::string dash;
  const Line& line;
};

// Share of the font's size, about, in a sans serif.
double width_of_letter(char letter) {
  if (std::string_view("iljtfrI.,:;'!|()[] ").find(letter) != std::string_view::npos) return 0.36;
  if (std::string_view("mwMW@%").find(letter) != std::string_view::npos) return 0.9;
  if ((letter >= 'A' && letter <= 'Z')) return 0.68;
  return (static_cast<unsigned char>(letter) & 0xC0) == 0x80 ? 0 : 0.6;  // of UTF-8, first bytes count
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height, Color ground) : svg_(width, height, hex(ground)) {}

void SvgCanvas::line(PicturePoint from, PicturePoint to, const Line& line) {
  svg_.line(from, to, Pen(line).stroke());
}

void SvgCanvas::path(std::span<const PicturePoint> points, const Line& line) {
  svg_.path(points, Pen(line).stroke());
}

void SvgCanvas::fill(const Area& area, Color color, double rounding) {
  svg_.rectangle({area.x, area.y}, area.width, area.height,
                 {.fill = hex(color), .opacity = opacity_of(color)}, rounding);
}

void SvgCanvas::frame(const Area& area, const Line& line, double rounding) {
  svg_.rectangle({area.x, area.y}, area.width, area.height, Pen(line).stroke(), rounding);
}

void SvgCanvas::disc(PicturePoint center, double radius, Color color) {
  svg_.circle(center, radius, {.fill = hex(color), .opacity = opacity_of(color)});
}

void SvgCanvas::circle(PicturePoint center, double radius, const Line& line) {
  svg_.circle(center, radius, Pen(line).stroke());
}

void SvgCanvas::sector(PicturePoint center, double inner, double outer, double from, double to, Color color) {
  const int pieces = std::max(2, static_cast<int>(std::ceil((to - from) / (std::numbers::pi / 24))));
  std::vector<PicturePoint> points;
  const auto add = [&](double radius, double angle) {
    points.push_back({center.x + radius * std::sin(angle), center.y - radius * std::cos(angle)});
  };
  for (int i = 0; i <= pieces; ++i) add(outer, from + (to - from) * i / pieces);
  for (int i = pieces; i >= 0; --i) add(inner, from + (to - from) * i / pieces);
  svg_.shape(points, {.fill = hex(color), .opacity = opacity_of(color)});
}

void SvgCanvas::polygon(std::span<const PicturePoint> points, Color color) {
  svg_.shape(points, {.fill = hex(color), .opacity = opacity_of(color)});
}

// Code is as wide as in the window, where a size is the height from the highest to the lowest letter.
constexpr double code_size = 0.859;

void SvgCanvas::text(PicturePoint at, std::string_view text, const Words& words) {
  constexpr std::array anchors = {"start", "middle", "end"};
  svg_.text({at.x, at.y + 0.36 * words.size}, text,
            {.size = words.code ? code_size * words.size : words.size,
             .anchor = anchors[static_cast<int>(words.anchor)],
             .color = hex(words.color),
             .bold = words.bold,
             .code = words.code});
}

double SvgCanvas::width_of(std::string_view text, double size) const {
  double width = 0;
  for (const char letter : text) width += width_of_letter(letter);
  return width * size;
}

void SvgCanvas::image(const Area& area, const Raster& raster) {
  static_assert(sizeof(Color) == 4);
  if (raster.texels.empty()) return;
  const std::span texels(reinterpret_cast<const std::uint8_t*>(raster.texels.data()),
                         raster.texels.size() * sizeof(Color));
  svg_.image({area.x, area.y}, area.width, area.height, png_of(raster.width, raster.height, texels));
}

void SvgCanvas::clip(const Area& area) { svg_.clip({area.x, area.y}, area.width, area.height); }
void SvgCanvas::unclip() { svg_.unclip(); }

std::string SvgCanvas::finish() && { return std::move(svg_).finish(); }

}  // namespace commlab
