#include "gui/picture/png_of_svg.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

#include <pugixml.hpp>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "gui/picture/font_outlines.h"
#include "gui/picture/outlines.h"
#include "gui/picture/pixels.h"
#include "gui/picture/png.h"
#include "gui/picture/typeface.h"

namespace commlab {
namespace {

constexpr double scale = 2;  // pixels of the PNG for one of the SVG

struct PictureFonts {
  FontOutlines plain;
  FontOutlines bold;
  FontOutlines code;
};

std::optional<PictureFonts> read_fonts() {
  const std::optional<TypefaceFiles> files = find_typeface();
  if (!files) return std::nullopt;
  std::optional<FontOutlines> plain = FontOutlines::read(files->plain);
  std::optional<FontOutlines> bold = FontOutlines::read(files->bold);
  if (!plain || !bold) return std::nullopt;
  std::optional<FontOutlines> code = FontOutlines::read(files->code);
  return PictureFonts{*plain, *bold, code.value_or(*plain)};
}

double number(const pugi::xml_node& node, const char* name) { return node.attribute(name).as_double(); }
double scaled(const pugi::xml_node& node, const char* name) { return scale * number(node, name); }

std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  for (const char* at = text.data(); at < text.data() + text.size();) {
    double value = 0;
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), value);
    if (error == std::errc{}) numbers.push_back(value);
    at = error == std::errc{} ? end : at + 1;
  }
  return numbers;
}

std::vector<PicturePoint> points_of(const pugi::xml_node& node) {
  const std::vector<double> numbers = numbers_in(node.attribute("points").value());
  std::vector<PicturePoint> points;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    points.push_back({scale * numbers[i], scale * numbers[i + 1]});
  return points;
}

// "#0072B2"; nothing for "none".
std::optional<Color> color_of(const pugi::xml_node& node, const char* name) {
  const std::string_view text = node.attribute(name).value();
  std::uint32_t hex = 0;
  if (!text.starts_with('#')) return std::nullopt;
  std::from_chars(text.data() + 1, text.data() + text.size(), hex, 16);
  return rgb(hex).faded(node.attribute("opacity").as_double(1));
}

Contour rounded_rectangle(const Area& area, double rounding) {
  if (rounding <= 0)
    return {{area.x, area.y}, {area.right(), area.y}, {area.right(), area.bottom()}, {area.x, area.bottom()}};
  constexpr int pieces = 6;  // of a corner
  const std::array corners = {PicturePoint{area.right() - rounding, area.y + rounding},
                              PicturePoint{area.right() - rounding, area.bottom() - rounding},
                              PicturePoint{area.x + rounding, area.bottom() - rounding},
                              PicturePoint{area.x + rounding, area.y + rounding}};
  Contour contour;
  for (std::size_t corner = 0; corner < corners.size(); ++corner)
    for (int i = 0; i <= pieces; ++i) {
      const double angle = std::numbers::pi / 2 * (static_cast<double>(corner) - 1 + double(i) / pieces);
      contour.push_back(
          {corners[corner].x + rounding * std::cos(angle), corners[corner].y + rounding * std::sin(angle)});
    }
  return contour;
}

Area area_of(const pugi::xml_node& node) {
  return {scaled(node, "x"), scaled(node, "y"), scaled(node, "width"), scaled(node, "height")};
}

class SvgPainter {
 public:
  SvgPainter(const pugi::xml_node& svg, const PictureFonts& fonts)
      : svg_(svg),
        fonts_(fonts),
        pixels_(static_cast<int>(scaled(svg, "width")), static_cast<int>(scaled(svg, "height"))) {}

  std::string draw() && {
    draw_all_in(svg_);
    return png_of(pixels_.width(), pixels_.height(), pixels_.rgb());
  }

 private:
  void draw_all_in(const pugi::xml_node& parent) {
    for (const pugi::xml_node& node : parent.children()) draw(node);
  }

  void draw(const pugi::xml_node& node) {
    const std::string_view tag = node.name();
    if (tag == "rect") return shape(node, rounded_rectangle(area_of(node), scaled(node, "rx")));
    if (tag == "circle")
      return shape(node, outline_of_circle({scaled(node, "cx"), scaled(node, "cy")}, scaled(node, "r")));
    if (tag == "polygon") return shape(node, points_of(node));
    if (tag == "polyline") return stroke(node, points_of(node));
    if (tag == "line") {
      const std::array ends = {PicturePoint{scaled(node, "x1"), scaled(node, "y1")},
                               PicturePoint{scaled(node, "x2"), scaled(node, "y2")}};
      return stroke(node, ends);
    }
    if (tag == "text") return text(node);
    if (tag == "clipPath") {
      pixels_.clip(area_of(node.child("rect")));
      return;
    }
    if (tag == "g") {
      draw_all_in(node);
      pixels_.unclip();
    }
  }

  void shape(const pugi::xml_node& node, Contour contour) {
    if (const std::optional<Color> fill = color_of(node, "fill")) pixels_.fill(std::array{contour}, *fill);
    if (contour.empty()) return;
    contour.push_back(contour.front());
    stroke(node, contour);
  }

  void stroke(const pugi::xml_node& node, std::span<const PicturePoint> points) {
    const std::optional<Color> color = color_of(node, "stroke");
    if (!color) return;
    std::vector<double> dashes = numbers_in(node.attribute("stroke-dasharray").value());
    for (double& dash : dashes) dash *= scale;
    pixels_.fill(outline_of_line(points, scaled(node, "stroke-width"), dashes), *color);
  }

  void text(const pugi::xml_node& node) {
    constexpr double like_helvetica = 0.93;  // DejaVu's letters are wider than those that SVG asks for
    const bool code = node.attribute("font-family");
    const FontOutlines& font = code                            ? fonts_.code
                               : node.attribute("font-weight") ? fonts_.bold
                                                               : fonts_.plain;
    const std::string_view words = node.child_value();
    const std::string_view anchor = node.attribute("text-anchor").value();
    const double size = scaled(node, "font-size") * (code ? 1 : like_helvetica);
    const double width = size * font.width_of(words);
    const double left = anchor == "middle" ? -width / 2 : anchor == "end" ? -width : 0;
    const std::vector<double> turn = numbers_in(node.attribute("transform").value());
    const double angle = turn.empty() ? 0 : turn[0] * std::numbers::pi / 180;
    std::vector<Contour> letters = font.outlines_of(words);
    for (Contour& contour : letters)
      for (PicturePoint& point : contour) {
        const double x = left + size * point.x, y = size * point.y;
        point = {scaled(node, "x") + x * std::cos(angle) - y * std::sin(angle),
                 scaled(node, "y") + x * std::sin(angle) + y * std::cos(angle)};
      }
    pixels_.fill(letters, color_of(node, "fill").value_or(rgb(0)));
  }

  const pugi::xml_node svg_;
  const PictureFonts& fonts_;
  Pixels pixels_;
};

}  // namespace

std::string no_png() {
  return read_fonts()
             ? ""
             : "a PNG picture needs a font, and none was found (Debian: apt install fonts-dejavu-core)";
}

Result<std::string> png_of_svg(std::string_view svg) {
  const std::optional<PictureFonts> fonts = read_fonts();
  if (!fonts) return fail(Fault::runtime, "{}", no_png());
  pugi::xml_document document;
  if (!document.load_buffer(svg.data(), svg.size(), pugi::parse_default | pugi::parse_ws_pcdata_single))
    return fail("the picture is no SVG");
  return SvgPainter(document.child("svg"), *fonts).draw();
}

}  // namespace commlab
