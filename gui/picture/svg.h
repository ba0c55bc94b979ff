#pragma once
// Writes a picture as SVG text: lines, shapes and words at given places.
//
//   Svg picture(400, 300);
//   picture.line({20, 280}, {380, 280}, {.stroke = "#444"});
//   picture.text({200, 295}, "size", {.anchor = "middle"});
//   std::string file = std::move(picture).finish();
//
// Lengths are in pixels, y grows downwards. Text is escaped; numbers are written to a tenth.

#include <span>
#include <string>
#include <string_view>

namespace commlab {

struct PicturePoint {
  double x = 0;
  double y = 0;
};

struct Stroke {
  std::string_view stroke = "none";
  double width = 1;
  std::string_view dash{};  // "6 4"
  std::string_view fill = "none";
  double opacity = 1;
};

inline constexpr std::string_view ink = "#222222";
inline constexpr std::string_view grey = "#666666";  // for less important things

struct Lettering {
  double size = 13;
  std::string_view anchor = "start";  // start | middle | end
  std::string_view color = ink;
  bool bold = false;
  bool code = false;  // in letters of equal width
  double turned = 0;  // degrees, clockwise
};

class Svg {
 public:
  Svg(double width, double height, std::string_view background = "#ffffff");

  void line(PicturePoint from, PicturePoint to, const Stroke&);
  void path(std::span<const PicturePoint>, const Stroke&);   // open
  void shape(std::span<const PicturePoint>, const Stroke&);  // closed
  void rectangle(PicturePoint corner, double width, double height, const Stroke&, double rounding = 0);
  void circle(PicturePoint center, double radius, const Stroke&);
  void text(PicturePoint, std::string_view words, const Lettering& = {});
  // `png`: the bytes of a PNG file. The picture is stretched to this rectangle, without smoothing.
  void image(PicturePoint corner, double width, double height, std::string_view png);
  // Until unclip(), only what is inside the rectangle shows. Clips do not nest.
  void clip(PicturePoint corner, double width, double height);
  void unclip();
  // The tooltip of the next shape, in viewers that support SVG titles.
  void hint(std::string_view words);

  std::string finish() &&;

 private:
  void element(std::string_view tag, std::string_view attributes, const Stroke&);

  std::string body_;
  std::string hint_;
  int clips_ = 0;
};

}  // namespace commlab
