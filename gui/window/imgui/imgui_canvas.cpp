#include "gui/window/imgui/imgui_canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>

#include "gui/window/imgui/dear_imgui.h"

namespace commlab {
namespace {

constexpr double most_off = 0.2;  // pixels between a circle and the polygon drawn for it

float f(double value) { return static_cast<float>(value); }

// How many straight pieces an arc needs to look round.
int pieces_of(double radius, double angle) {
  const double each = 2 * std::acos(1 - std::min(most_off / std::max(radius, most_off), 0.5));
  return std::max(1, static_cast<int>(std::ceil(angle / each)));
}
int pieces_of_circle(double radius) { return std::max(8, pieces_of(radius, 2 * std::numbers::pi)); }

// Dear ImGui needs half as many vertices for a line whose width is a whole number of pixels.
float whole_pixels(double width) { return f(std::max(1.0, std::round(width))); }

// Turns an angle that is counted from the top into one that is counted from the right, both clockwise.
float turned(double angle) { return f(angle - std::numbers::pi / 2); }

// Draws the stretches of a dashed line, one by one.
template <class Draw>
void dashes(PicturePoint from, PicturePoint to, const Line& line, const Draw& draw) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const double on = (line.dash == Dash::dashed ? 6 : 2) * std::max(1.0, line.width / 1.5);
  const double off = (line.dash == Dash::dashed ? 4 : 3) * std::max(1.0, line.width / 1.5);
  for (double at = 0; at < length; at += on + off) {
    const double end = std::min(length, at + on);
    const auto point = [&](double d) {
      return PicturePoint{from.x + (to.x - from.x) * d / length, from.y + (to.y - from.y) * d / length};
    };
    draw(point(at), point(end));
  }
}

}  // namespace

Textures::~Textures() {
  for (const auto& [name, sent] : sent_) glDeleteTextures(1, &sent.name);
}

void* Textures::of(const Raster& raster) {
  if (!has_opengl_) return nullptr;
  auto found = sent_.find(raster.name);
  const bool is_new = found == sent_.end();
  if (is_new) found = sent_.emplace(std::string(raster.name), Sent{}).first;
  Sent& sent = found->second;
  if (is_new) glGenTextures(1, &sent.name);
  if (is_new || sent.version != raster.version || sent.width != raster.width ||
      sent.height != raster.height) {
    glBindTexture(GL_TEXTURE_2D, sent.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, raster.width, raster.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 raster.texels.data());
    sent = {sent.name, raster.version, raster.width, raster.height};
  }
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(sent.name));
}

void ImGuiCanvas::line(PicturePoint from, PicturePoint to, const Line& line) {
  const auto draw = [&](PicturePoint a, PicturePoint b) {
    list_.AddLine(vec(a), vec(b), packed(line.color), f(line.width));
  };
  if (line.dash == Dash::solid)
    draw(from, to);
  else
    dashes(from, to, line, draw);
}

void ImGuiCanvas::path(std::span<const PicturePoint> points, const Line& line) {
  if (line.dash != Dash::solid) {
    for (std::size_t i = 1; i < points.size(); ++i) this->line(points[i - 1], points[i], line);
    return;
  }
  for (const PicturePoint& point : points) list_.PathLineTo(vec(point));
  list_.PathStroke(packed(line.color), 0, f(line.width));
}

void ImGuiCanvas::fill(const Area& a, Color color, double rounding) {
  list_.AddRectFilled(vec({a.x, a.y}), vec({a.right(), a.bottom()}), packed(color), f(rounding));
}

void ImGuiCanvas::frame(const Area& a, const Line& line, double rounding) {
  if (line.dash == Dash::solid) {
    list_.AddRect(vec({a.x, a.y}), vec({a.right(), a.bottom()}), packed(line.color), f(rounding), 0,
                  f(line.width));
    return;
  }
  const PicturePoint corners[] = {{a.x, a.y}, {a.right(), a.y}, {a.right(), a.bottom()}, {a.x, a.bottom()}};
  for (int i = 0; i < 4; ++i) this->line(corners[i], corners[(i + 1) % 4], line);
}

void ImGuiCanvas::disc(PicturePoint center, double radius, Color color) {
  list_.AddCircleFilled(vec(center), f(radius), packed(color), pieces_of_circle(radius));
}

void ImGuiCanvas::circle(PicturePoint center, double radius, const Line& line) {
  list_.AddCircle(vec(center), f(radius), packed(line.color), pieces_of_circle(radius),
                  whole_pixels(line.width));
}

void ImGuiCanvas::sector(PicturePoint center, double inner, double outer, double from, double to,
                         Color color) {
  const float width = whole_pixels(outer - inner);
  list_.PathArcTo(vec(center), f(inner) + width / 2, turned(from), turned(to), pieces_of(outer, to - from));
  list_.PathStroke(packed(color), 0, width);
}

void ImGuiCanvas::polygon(std::span<const PicturePoint> points, Color color) {
  for (const PicturePoint& point : points) list_.PathLineTo(vec(point));
  list_.PathFillConvex(packed(color));
}

void ImGuiCanvas::text(PicturePoint at, std::string_view text, const Words& words) {
  ImFont* font = fonts_.at(words.size, words.bold, words.code);
  const char* end = text.data() + text.size();
  const double width =
      words.anchor == Anchor::start ? 0 : font->CalcTextSizeA(f(words.size), FLT_MAX, 0, text.data(), end).x;
  const double left = at.x - (words.anchor == Anchor::middle ? width / 2 : width);
  const ImVec2 corner{f(std::round(left)), f(std::round(at.y - words.size / 2))};
  list_.AddText(font, f(words.size), corner, packed(words.color), text.data(), end);
}

double ImGuiCanvas::width_of(std::string_view text, double size) const {
  return fonts_.at(size, false)->CalcTextSizeA(f(size), FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void ImGuiCanvas::image(const Area& a, const Raster& raster) {
  void* texture = textures_.of(raster);
  if (texture == nullptr) return;
  // If texels become larger in one direction and smaller in the other, OpenGL would blur both: each row, or
  // column, of the large ones is drawn alone, from its middle.
  const bool tall = a.height > raster.height, wide = a.width > raster.width;
  const int rows = tall && !wide ? raster.height : 1, columns = wide && !tall ? raster.width : 1;
  for (int i = 0; i < rows * columns; ++i) {
    const float x0 = f(columns > 1 ? i : 0) / f(columns), x1 = f(columns > 1 ? i + 1 : 1) / f(columns);
    const float y0 = f(rows > 1 ? i : 0) / f(rows), y1 = f(rows > 1 ? i + 1 : 1) / f(rows);
    const auto at = [&](float x, float y) { return vec({a.x + a.width * x, a.y + a.height * y}); };
    const float u = (x0 + x1) / 2, v = (y0 + y1) / 2;
    list_.AddImage(texture, at(x0, y0), at(x1, y1), {columns > 1 ? u : 0, rows > 1 ? v : 0},
                   {columns > 1 ? u : 1, rows > 1 ? v : 1});
  }
}

void ImGuiCanvas::clip(const Area& a) {
  list_.PushClipRect(vec({a.x, a.y}), vec({a.right(), a.bottom()}), true);
}

void ImGuiCanvas::unclip() { list_.PopClipRect(); }

}  // namespace commlab
