#include "gui/picture/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/picture/escaped_markup.h"

namespace commlab {
namespace {

std::string number(double value) {
  const double tenths = std::round(value * 10) / 10;
  return fmt::format("{:g}", tenths == 0 ? 0 : tenths);  // no -0
}

std::string list_of(std::span<const PicturePoint> points) {
  std::string list;
  for (const PicturePoint p : points)
    list += fmt::format("{}{},{}", list.empty() ? "" : " ", number(p.x), number(p.y));
  return list;
}

// RFC 4648, section 4.
std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    unsigned three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= left ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace

Svg::Svg(double width, double height, std::string_view background)
    : body_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
          "font-family=\"Inter, Helvetica, Arial, sans-serif\">\n",
          number(width), number(height))) {
  rectangle({0, 0}, width, height, {.fill = background});
}

void Svg::element(std::string_view tag, std::string_view attributes, const Stroke& stroke) {
  body_ += fmt::format("<{} {} fill=\"{}\"", tag, attributes, stroke.fill);
  if (stroke.stroke != "none")
    body_ +=
        fmt::format(" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
                    stroke.stroke, number(stroke.width));
  if (!stroke.dash.empty()) body_ += fmt::format(" stroke-dasharray=\"{}\"", stroke.dash);
  if (stroke.opacity < 1) body_ += fmt::format(" opacity=\"{:.2f}\"", stroke.opacity);
  if (hint_.empty())
    body_ += "/>\n";
  else
    body_ += fmt::format("><title>{}</title></{}>\n", std::exchange(hint_, {}), tag);
}

void Svg::line(PicturePoint from, PicturePoint to, const Stroke& stroke) {
  element("line",
          fmt::format("x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", number(from.x), number(from.y), number(to.x),
                      number(to.y)),
          stroke);
}

void Svg::path(std::span<const PicturePoint> points, const Stroke& stroke) {
  element("polyline", fmt::format("points=\"{}\"", list_of(points)), stroke);
}

void Svg::shape(std::span<const PicturePoint> points, const Stroke& stroke) {
  element("polygon", fmt::format("points=\"{}\"", list_of(points)), stroke);
}

void Svg::rectangle(PicturePoint corner, double width, double height, const Stroke& stroke, double rounding) {
  std::string attributes = fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(corner.x),
                                       number(corner.y), number(width), number(height));
  if (rounding > 0) attributes += fmt::format(" rx=\"{}\"", number(rounding));
  element("rect", attributes, stroke);
}

void Svg::circle(PicturePoint center, double radius, const Stroke& stroke) {
  element("circle",
          fmt::format("cx=\"{}\" cy=\"{}\" r=\"{}\"", number(center.x), number(center.y), number(radius)),
          stroke);
}

void Svg::text(PicturePoint at, std::string_view words, const Lettering& lettering) {
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}{}",
                       number(at.x), number(at.y), number(lettering.size), lettering.anchor, lettering.color,
                       lettering.bold ? " font-weight=\"bold\"" : "",
                       lettering.code ? " font-family=\"DejaVu Sans Mono, Menlo, Courier, monospace\" "
                                        "xml:space=\"preserve\""
                                      : "");
  if (lettering.turned != 0)
    body_ +=
        fmt::format(" transform=\"rotate({} {} {})\"", number(lettering.turned), number(at.x), number(at.y));
  body_ += fmt::format(">{}</text>\n", escaped_markup(words));
}

void Svg::image(PicturePoint corner, double width, double height, std::string_view png) {
  body_ += fmt::format(
      "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
      "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>\n",
      number(corner.x), number(corner.y), number(width), number(height), base64(png));
}

void Svg::clip(PicturePoint corner, double width, double height) {
  ++clips_;
  body_ += fmt::format(
      "<clipPath id=\"clip{0}\"><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/></clipPath>\n"
      "<g clip-path=\"url(#clip{0})\">\n",
      clips_, number(corner.x), number(corner.y), number(width), number(height));
}

void Svg::unclip() { body_ += "</g>\n"; }

void Svg::hint(std::string_view words) { hint_ = escaped_markup(words); }

std::string Svg::finish() && { return std::move(body_) + "</svg>\n"; }

}  // namespace commlab
